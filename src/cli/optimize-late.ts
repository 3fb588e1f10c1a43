/**
 * Has V8 wait longer before it optimizes a function, where the texts are large. Most runs end within a second or two, and a
 * third of their processor time went into optimizing code that was hardly used again (`npm run bench`). What is really hot
 * is still optimized.
 */
export function optimizeLate(files: readonly { readonly text: string }[]): void {
  if (!files.some(({ text }) => text.length > largeText)) return;
  // V8 prints a complaint about a flag that it does not know, so versions that nobody has tried are left as they are.
  const major = Number.parseInt(process.versions.v8, 10);
  if (major < 11 || major > 13) return;
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString(`--interrupt-budget=${bytecodesBeforeOptimizing}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${bytecodesInlined}`);
}

/** V8's own value is 132 KiB of bytecode run in a function. */
const bytecodesBeforeOptimizing = 500_000;

/** V8's own value is 920 bytes for each function that is optimized, and most of the time to optimize it goes into them. */
const bytecodesInlined = 100;

/** Below this, what V8 keeps ready for its usual flags is worth more. */
const largeText = 200_000;
