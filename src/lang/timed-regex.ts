import { createRequire } from 'node:module';

export type TimedRegex =
  | { readonly ok: true; test(text: string): boolean | 'late' }
  | { readonly ok: false; readonly reason: string };

/**
 * Compiles an expression of JavaScript, with look-around and back-references. Its engine may need ages for a short text, so it is
 * ended after a while: only for expressions that no linear-time engine can read.
 */
export function compileTimedRegex(source: string): TimedRegex {
  if (source.length > longestSource) return { ok: false, reason: `longer than ${longestSource} characters` };
  try {
    new RegExp(source);
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  }
  return { ok: true, test: (text) => (text.length > longestText ? 'late' : testInTime(source, text)) };
}

const longestSource = 1000;
const longestText = 10_000;
/** Milliseconds. */
const longestRun = 500;

function testInTime(source: string, text: string): boolean | 'late' {
  const { runInNewContext } = createRequire(import.meta.url)('node:vm') as typeof import('node:vm');
  try {
    return runInNewContext('new RegExp(source).test(text)', { source, text }, { timeout: longestRun }) as boolean;
  } catch {
    // Late, or too large once it is compiled in full.
    return 'late';
  }
}
