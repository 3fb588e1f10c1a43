import { basename } from 'node:path';
import type { Format } from '../../formats/format.js';
import type { SourceFile } from '../../model/source.js';

export interface FoundFile extends SourceFile {
  readonly format: Format;
}

/** A workflow, and the file that it begins with. */
export interface FoundWorkflow extends FoundFile {
  /** Files that it goes on in. */
  readonly parts: readonly SourceFile[];
}

/**
 * Puts workflows together that are in several files.
 * @param found what looks like a workflow; some of them may be parts of others
 * @param others what looks like none
 */
export function withParts(
  found: readonly FoundFile[],
  others: readonly SourceFile[],
  isLate: () => boolean,
): readonly FoundWorkflow[] {
  const starts = found.filter(({ path, format }) => format.home?.hiddenName?.test(basename(path)));
  const partsOf = new Map<FoundFile, readonly SourceFile[]>();
  for (const start of starts.slice(0, mostJoined)) {
    if (isLate()) break;
    const { format } = start;
    const candidates = [...others, ...found.filter((one) => one.format === format && !starts.includes(one))];
    partsOf.set(start, format.partsAmong?.(candidates, [start]) ?? []);
  }
  const parts = new Set([...partsOf.values()].flat());
  return found.filter((one) => !parts.has(one)).map((one) => ({ ...one, parts: partsOf.get(one) ?? [] }));
}

/** Each takes a look into all files that are here. */
const mostJoined = 6;

export function filesOf({ path, text, parts }: FoundWorkflow): readonly SourceFile[] {
  return [{ path, text }, ...parts];
}
