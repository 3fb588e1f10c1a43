import { loadLibrariesIn } from '../lang/late.js';

/**
 * Has V8 wait longer before it optimizes a function, where the texts are large. Most runs end within a second or two, and a
 * third of their processor time went into optimizing code that was hardly used again (`npm run bench`). What is really hot
 * is still optimized.
 */
export function optimizeLate(files: readonly { readonly text: string }[]): void {
  const size = files.reduce((sum, { text }) => sum + text.length, 0);
  // A program that watches files reads them again and again.
  if (isLate || size <= largeText) return;
  if (!hasFlags(process.versions.v8)) return;
  isLate = true;
  const which = size > hugeText ? 'huge' : 'large';
  setFlags(which);
  // V8 takes code that was kept only under the flags that it was made under, and the run after this one may have a small text.
  process.prependOnceListener('exit', () => setFlags('usual'));
  loadLibrariesIn((load) => {
    setFlags('usual');
    const library = load();
    setFlags(which);
    return library;
  });
}

/**
 * V8 prints a complaint about a flag that it does not know, and later versions than that of Node 20 count calls in place of bytecodes,
 * so all others are left as they are.
 * @internal
 */
export function hasFlags(v8: string): boolean {
  return v8.startsWith('11.3.');
}

let isLate = false;

/**
 * By flag, V8's own value, as `node --v8-options` lists it, and those for large texts: most of the time to optimize a function goes
 * into those that are inlined, and some into steps that hardly make the code of a compiler faster. Where the text is huge,
 * thousands of documents make up for it that more is optimized, and earlier.
 * @internal
 */
export const flagsOfV8 = {
  '--interrupt-budget': { usual: 67_584, large: 500_000, huge: 130_000 },
  '--max-inlined-bytecode-size-cumulative': { usual: 920, large: 100, huge: 100 },
  '--turbo-loop-peeling': { usual: true, large: false, huge: false },
  '--turbo-store-elimination': { usual: true, large: false, huge: false },
} as const;

function setFlags(which: 'usual' | 'large' | 'huge'): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const [flag, values] of Object.entries(flagsOfV8)) setFlagsFromString(withValue(flag, values[which]));
}

/**
 * As V8 reads it, and lists what is usual.
 * @internal
 */
export function withValue(flag: string, value: number | boolean): string {
  if (typeof value === 'number') return `${flag}=${value}`;
  return value ? flag : flag.replace('--', '--no-');
}

/** Below this, optimizing costs less than asking V8 for something else. */
const largeText = 40_000;

const hugeText = 7_000_000;
