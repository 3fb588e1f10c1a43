import type { RE2JS } from 're2js';
import { boundedRegex } from './bounded-regex.js';
import { loadedLate, madeLate } from './late.js';
import { mayMatch, type PartlyKnown, type RegexProgram } from './partly-known.js';

/** A compiled expression. Time is linear in the text, whatever the expression is. */
export interface LinearRegex {
  /** Does it match anywhere in the text? */
  test(text: string): boolean;
  /** Does it match the text as a whole? */
  testWhole(text: string): boolean;
  /** May it match anywhere in a text that is known in part? */
  mayTest(text: PartlyKnown): boolean;
  /** The leftmost match: where it starts, the whole match and its groups; a group that took no part is `undefined`. */
  find(text: string): { readonly index: number; readonly groups: readonly (string | undefined)[] } | undefined;
}

export type CompiledRegex =
  | { readonly ok: true; readonly regex: LinearRegex }
  | { readonly ok: false; readonly reason: string };

/**
 * Compiles an expression in RE2 syntax: no look-around and no back-references. Flags are in the text, such as `(?i)`.
 * A foreign expression can keep the native engine busy for hours, so that it is used for bounded ones alone.
 */
export function compileRegex(source: string): CompiledRegex {
  if (source.length > maxLength) return { ok: false, reason: `longer than ${maxLength} characters` };
  const native = boundedRegex(source);
  if (native) return { ok: true, regex: bounded(native, source) };
  const library = load();
  try {
    return { ok: true, regex: linear(library.RE2JS.compile(source)) };
  } catch (error) {
    if (error instanceof library.RE2JSException) return { ok: false, reason: readable(error.message) };
    throw error;
  }
}

const maxLength = 10_000;

function linear(compiled: RE2JS): LinearRegex {
  const program: RegexProgram = compiled.re2().prog;
  return {
    test: (text) => compiled.test(text),
    testWhole: (text) => compiled.testExact(text),
    mayTest: (text) => mayMatch(program, text),
    find(text) {
      const matcher = compiled.matcher(text);
      if (!matcher.find()) return undefined;
      const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group) ?? undefined);
      return { index: matcher.start(), groups };
    },
  };
}

/** What more there is to ask of it than whether it matches, the library answers. */
function bounded(native: RegExp, source: string): LinearRegex {
  const inFull = madeLate(() => linear(load().RE2JS.compile(source)));
  return {
    test: (text) => native.test(text),
    testWhole: (text) => inFull().testWhole(text),
    mayTest: (text) => inFull().mayTest(text),
    find: (text) => inFull().find(text),
  };
}

function readable(message: string): string {
  return message.replace(/^error parsing regexp: /, '');
}

/** Few commands match an expression, so the library is loaded with the first one. */
const load = loadedLate('re2js', (library: typeof import('re2js')) => library);
