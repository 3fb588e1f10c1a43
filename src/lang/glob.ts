import type { Minimatch, MinimatchOptions } from 'minimatch';
import { loadedLate } from './late.js';

export type CompiledGlob =
  | { readonly ok: true; matches(text: string): boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * Compiles a glob, bounded in length and in what its braces expand to. A text that equals the glob always matches.
 * @param plain makes of a text, and of the glob, what the library must see
 */
export function compileGlob(text: string, plain: (text: string) => string): CompiledGlob {
  if (text.length > maxLength) return { ok: false, reason: `it is longer than ${maxLength} characters` };
  const glob = new (load().Minimatch)(plain(text), options);
  if (glob.set.length > maxAlternatives) {
    return { ok: false, reason: `its braces expand to more than ${maxAlternatives} alternatives` };
  }
  const ofSegment = segmentMatcher(glob);
  const matches = (one: string) => {
    if (one === text) return true;
    const seen = plain(one);
    if (!ofSegment || seen === '') return glob.match(seen);
    if (!seen.includes('/')) return ofSegment(seen);
    // One that ends in it may be of one segment, too.
    return seen.endsWith('/') && glob.match(seen);
  };
  return { ok: true, matches };
}

/** Most globs are of one segment, and are matched with many names that are one, too: then there is nothing to take apart. */
function segmentMatcher({ set }: Minimatch): ((segment: string) => boolean) | undefined {
  const alternatives = set.flatMap((segments) => (segments.length === 1 ? segments : []));
  // A symbol is `**`.
  const ofOne = alternatives.filter((one) => typeof one !== 'symbol');
  if (ofOne.length < set.length) return undefined;
  return (segment) => ofOne.some((one) => (typeof one === 'string' ? one === segment : one.test(segment)));
}

const maxLength = 1000;
const maxAlternatives = 1000;

/** Rules are matched on every platform alike, and nothing in front of a pattern has a second meaning. */
const options: MinimatchOptions = {
  nonegate: true,
  nocomment: true,
  dot: true,
  platform: 'linux',
  braceExpandMax: maxAlternatives + 1,
};

/** Most rules say `*` or name their tasks, so the library is loaded with the first real glob. */
const load = loadedLate('minimatch', (library: typeof import('minimatch')) => library);
