import type { FuzzCase } from './case.js';

/**
 * The smallest case found that still shows the same, by taking lines and then tokens out of its texts.
 * @param shows asks whether a case does
 */
export async function shrink(
  one: FuzzCase,
  shows: (smaller: FuzzCase) => Promise<boolean>,
  until: number,
): Promise<FuzzCase> {
  let best = one;
  for (let before = ''; before !== JSON.stringify(best) && Date.now() < until; ) {
    before = JSON.stringify(best);
    for (const part of ['workflow', 'configuration'] as const) {
      for (const unit of [/[^\n]*\n|[^\n]+$/g, /\s+|\w+|./gsu]) {
        for (const index of best[part].keys()) {
          const put = (text: string): FuzzCase => ({
            ...best,
            [part]: best[part].map((file, at) => (at === index ? { ...file, text } : file)),
          });
          const pieces = best[part][index]!.text.match(unit) ?? [];
          best = put((await fewest(pieces, (left) => shows(put(left.join(''))), until)).join(''));
        }
      }
    }
  }
  return best;
}

/** Delta debugging: drops ever smaller runs of pieces as long as what is left shows the same. */
async function fewest(
  pieces: readonly string[],
  shows: (left: readonly string[]) => Promise<boolean>,
  until: number,
): Promise<readonly string[]> {
  let left = pieces;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length && Date.now() < until; ) {
      const without = [...left.slice(0, at), ...left.slice(at + size)];
      if (await shows(without)) left = without;
      else at += size;
    }
  }
  return left;
}
