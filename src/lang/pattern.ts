import { boundedGlob } from './bounded-regex.js';
import { compileGlob } from './glob.js';
import type { PartlyKnown } from './partly-known.js';
import { compileRegex } from './regex.js';

export type CompiledPattern =
  | {
      readonly ok: true;
      readonly kind: 'exact' | 'glob' | 'regex';
      matches(name: string): boolean;
      /** May it match a text that begins with a known part? */
      mayMatch(text: PartlyKnown): boolean;
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Compiles a pattern for names of tasks, nodes and tools.
 * - `/…/` is a regular expression in RE2 syntax that may match anywhere in the name.
 * - Text with `* ? [ ] { }` or an extended group such as `@(a|b)` is a glob over the whole name. Names are not paths:
 *   `*` matches every character, `/` and a leading dot included, and `!` and `#` in front mean themselves.
 * - Anything else is exact. A name that equals the text always matches, so `T[1]` also matches the task of that name.
 */
export function compilePattern(text: string): CompiledPattern {
  if (text === '') return { ok: false, reason: 'it is empty' };
  if (isRegex(text)) return regexPattern(text.slice(1, -1));
  if (isExactPattern(text)) {
    return { ok: true, kind: 'exact', matches: (name) => name === text, mayMatch: (name) => mayBegin(text, name) };
  }
  if (onlyStars.test(text)) return { ok: true, kind: 'glob', matches: () => true, mayMatch: () => true };
  return globPattern(text);
}

/** Does a pattern mean the one name that it is, and no other? */
export function isExactPattern(text: string): boolean {
  return text !== '' && !isRegex(text) && !globSigns.test(text);
}

function isRegex(text: string): boolean {
  return text.length > 2 && text.startsWith('/') && text.endsWith('/');
}

const globSigns = /[*?[\]{}\\]|[@+!]\(/;
const onlyStars = /^\*+$/;

function regexPattern(source: string): CompiledPattern {
  const compiled = compileRegex(source);
  if (!compiled.ok) return compiled;
  const { regex } = compiled;
  return { ok: true, kind: 'regex', matches: (name) => regex.test(name), mayMatch: (name) => regex.mayTest(name) };
}

function globPattern(text: string): CompiledPattern {
  const native = boundedGlob(text);
  const glob = native
    ? { ok: true as const, matches: (name: string) => name === text || native.test(name) }
    : compileGlob(text, withoutSlashes);
  if (!glob.ok) return glob;
  const literal = literalBeginning(text);
  return {
    ok: true,
    kind: 'glob',
    // Most names begin with something else, which is seen without the library.
    matches: (name) => name.startsWith(literal) && glob.matches(name),
    mayMatch: (name) => mayBegin(text, name),
  };
}

/** Goes by what both begin with: behind it there may be anything. */
function mayBegin(pattern: string, [first, second]: PartlyKnown): boolean {
  const known = first?.kind === 'text' ? first.text : '';
  const certain = second?.kind === 'more' ? `${known} ` : known;
  const literal = literalBeginning(pattern);
  return literal.startsWith(certain) || certain.startsWith(literal);
}

/** The part of a glob before its first sign: each text that it matches begins with that. */
export function literalBeginning(pattern: string): string {
  return /^[^*?[\]{}\\@+!(|]*/.exec(pattern)![0];
}

/** The library takes `/` as the border of path segments; a code point that is no character has no meaning for it. */
function withoutSlashes(text: string): string {
  return text.replaceAll('/', '\uFFFF');
}
