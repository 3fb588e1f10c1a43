import type { OpenWorkflow, PlainReader } from '../../format.js';
import { createShapeNumbers } from '../../shape-numbers.js';
import type { DaguWorkflow } from '../read.js';
import type { KnownOutline } from './known-outlines.js';
import { openPlain } from './open-plain.js';

export function createPlainReader(openRead: (read: DaguWorkflow) => OpenWorkflow): PlainReader {
  const numbers = createShapeNumbers();
  let root: string | undefined;
  let earlier: ReadonlyMap<string, KnownOutline> = new Map();
  return {
    numbers,
    open(files, options, questions) {
      // Of a file that is the one before, edited, there will be more; of others, what is kept takes time and is of no use.
      const isAgain = files.some(({ text }) => root !== undefined && text.startsWith(root));
      const kept = new Map<string, KnownOutline>();
      const plain = openPlain(files, options, questions, numbers, isAgain ? { earlier, kept } : undefined, openRead);
      if (!plain) return undefined;
      earlier = kept;
      const size = files.reduce((sum, { text }) => sum + text.length, 0);
      root = size > largestRemembered ? undefined : plain.textOf(plain.root);
      return plain;
    },
  };
}

/** Outlines take as much memory as the text. */
const largestRemembered = 20_000_000;
