import leven from 'leven';

/**
 * The known name that was probably meant: at most two edits away, and at most a third of what was written. Two neighbours
 * that changed places are one edit.
 * Upper and lower case count as equal. The nearest wins, then the first by code units, so that order plays no part.
 */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  const limit = Math.min(2, Math.floor(written.length / 3));
  if (written.length > longestName) return undefined;
  const folded = written.toLowerCase();
  const parts = thirdsOf(folded);
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    if (name === written || Math.abs(name.length - written.length) > limit) continue;
    const foldedName = name.toLowerCase();
    if (!parts.some((part) => foldedName.includes(part))) continue;
    const distance = editDistance(folded, foldedName, limit);
    if (distance > limit) continue;
    if (!best || distance < best.distance || (distance === best.distance && name < best.name))
      best = { name, distance };
  }
  return best?.name;
}

/** Two edits leave one of three parts as it is, which is found in less time than how many edits there are. */
function thirdsOf(text: string): readonly string[] {
  const third = Math.floor(text.length / 3);
  return [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)];
}

/** The known names that come nearest, however far they are; the nearest first, then by code units. */
export function nearestNames(written: string, known: Iterable<string>, most: number): readonly string[] {
  const folded = written.slice(0, longestName).toLowerCase();
  const byDistance = [...new Set(known)].map((name) => ({
    name,
    distance: leven(folded, name.slice(0, longestName).toLowerCase()),
  }));
  byDistance.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return byDistance.slice(0, most).map(({ name }) => name);
}

function editDistance(a: string, b: string, limit: number): number {
  return areSwapped(a, b) ? 1 : leven(a, b, { maxDistance: limit + 1 });
}

function areSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at < a.length && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** Nobody mistypes more than that; it also bounds the work on hostile names. */
const longestName = 300;
