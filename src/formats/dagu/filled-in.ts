import { pastedSign } from '../../lang/shell/tokens.js';
import { whenAsked } from '../when-asked.js';
import type { Doubt, Work } from './every-text.js';
import { fillIn, type Reader } from './fill-in.js';
import { type Known, type More, withMore } from './known-names.js';

export interface Filling {
  /** What the text may be once the engine has put values into it, the text itself left out. */
  fill(text: string, reader: Reader): readonly string[];
  /** The same in a part of the document. */
  within(more: () => More): Filling;
  /** Does the engine itself run what is between backquotes in a command, single quotes around it or not? */
  runsBackquotes(): boolean;
  /** Why there may be other texts, in words that end the sentence "…, because". */
  readonly unsure: () => string | undefined;
}

/**
 * The engine puts values into texts as they are, without quotes, before a shell reads them, so that a value with a `;` in it is a
 * command. Bounded: values may hold names of others, and a text many names with many values.
 */
export function createFilling(known: () => Known, doubt: Doubt = { unsure: undefined }): Filling {
  return {
    fill(text, reader) {
      // Most texts hold no name, and what is known is read when one does.
      if (!text.includes('$') || text.length > longest) return none;
      const all = known();
      doubt.unsure ??= all.unsure;
      const work: Work = { left: all.room + roomBySize * text.length, doubt };
      const ofEngines = all.engines.map((engine) =>
        fillIn(text, { engine, reader, known: all, work, within: noNames }),
      );
      const found = new Set(ofEngines.flat());
      for (const one of [text, ...found]) for (const other of withPasted(one, all)) found.add(other);
      found.delete(text);
      if (found.size > 0 && inMark.test(text))
        doubt.unsure ??= 'the engine fills in the mark that ends a here-document';
      return [...found];
    },
    within: (more) =>
      createFilling(
        whenAsked(() => {
          const around = known();
          const here = more();
          doubt.unsure ??= here.unsure;
          return withMore(around, here);
        }),
        doubt,
      ),
    runsBackquotes: () => known().engines.includes('v1'),
    unsure: () => doubt.unsure,
  };
}

/** The same for what no shell beside the engine reads. */
export function readByEngine(filling: Filling): Filling {
  return {
    ...filling,
    fill: (text) => filling.fill(text, 'engine'),
    within: (more) => readByEngine(filling.within(more)),
  };
}

const none: readonly string[] = [];
const noNames: ReadonlyMap<string, number> = new Map();

/** Longer ones are not read for certain in any case. */
const longest = 100_000;
const roomBySize = 50;

const inMark = /<<-?[ \t]*[^\s;&|()<>]*\$/;

/** To a shell a word in single quotes is certain; what the engine fills in there is not, where only the run knows the value. */
function withPasted(text: string, { engines, late, params, own }: Known): readonly string[] {
  if (!text.includes("'")) return none;
  const isFilled = (name: string) =>
    (engines.includes('v2') && /^\s*(?:params|env|steps|foreach|inputs|outputs|context)\./.test(name)) ||
    (engines.includes('v1') && (late.has(name) || params.has(name) || own.has(name)));
  const made = text.replace(/\$\{([^}$'\n]+)\}/g, (whole, name) => (isFilled(name) ? pastedSign : whole));
  return made === text ? none : [made];
}
