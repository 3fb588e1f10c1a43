import leven from 'leven';

/**
 * The known name that was probably meant: at most two edits away, and at most a third of what was written.
 * Upper and lower case count as equal. The nearest wins, then the first by code units, so that order plays no part.
 */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  const limit = Math.min(2, Math.floor(written.length / 3));
  if (written.length > longestName) return undefined;
  const folded = written.toLowerCase();
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    if (name === written || Math.abs(name.length - written.length) > limit) continue;
    const distance = leven(folded, name.toLowerCase(), { maxDistance: limit + 1 });
    if (distance > limit) continue;
    if (!best || distance < best.distance || (distance === best.distance && name < best.name))
      best = { name, distance };
  }
  return best?.name;
}

/** Nobody mistypes more than that; it also bounds the work on hostile names. */
const longestName = 300;
