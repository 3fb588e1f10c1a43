import type { Report } from '../diagnostics/diagnostics.js';

/** Warns where texts are so large that Node may run out of memory over them: it then ends with a page about its own insides. */
export function reportHeapRoom(files: readonly { readonly text: string }[], report: Report): void {
  const size = files.reduce((sum, { text }) => sum + text.length, 0);
  if (size < alwaysRoomFor) return;
  const { heap_size_limit } = process.getBuiltinModule('node:v8').getHeapStatistics();
  const wanted = size * heapPerCharacter;
  if (wanted <= heap_size_limit) return;
  const megabytes = { texts: Math.round(size / 2 ** 20), heap: Math.ceil(wanted / 2 ** 30) * 1024 };
  report('DW847', megabytes);
}

/** `node bench/goals.mjs --large`: 115 MB of workflow are augmented within 4 GB. */
const heapPerCharacter = 32;

/** Smaller than what any machine that runs Node has room for; looking at the heap takes loading a module. */
const alwaysRoomFor = 1_000_000;
