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
  // V8 prints a complaint about a flag that it does not know, so versions that nobody has tried are left as they are.
  const major = Number.parseInt(process.versions.v8, 10);
  if (major < 11 || major > 13) return;
  isLate = true;
  const flags = size > hugeText ? lateForLong : late;
  setFlags(flags);
  // V8 takes code that was kept only under the flags that it was made under, and the run after this one may have a small text.
  process.prependOnceListener('exit', () => setFlags(usual));
  loadLibrariesIn((load) => {
    setFlags(usual);
    const library = load();
    setFlags(flags);
    return library;
  });
}

let isLate = false;

interface Flags {
  readonly bytecodesBeforeOptimizing: number;
  readonly bytecodesInlined: number;
}

/** Most of the time to optimize a function goes into those that are inlined. */
const late: Flags = { bytecodesBeforeOptimizing: 500_000, bytecodesInlined: 100 };

/** Thousands of documents make up for it that more is optimized, and earlier. */
const lateForLong: Flags = { ...late, bytecodesBeforeOptimizing: 130_000 };

/** V8's own, as `node --v8-options` lists them. Where a version has others, code is not kept. */
const usual: Flags = { bytecodesBeforeOptimizing: 67_584, bytecodesInlined: 920 };

function setFlags({ bytecodesBeforeOptimizing, bytecodesInlined }: Flags): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString(`--interrupt-budget=${bytecodesBeforeOptimizing}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${bytecodesInlined}`);
}

/** Below this, optimizing costs less than asking V8 for something else. */
const largeText = 40_000;

const hugeText = 7_000_000;
