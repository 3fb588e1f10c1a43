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
    const least = Math.abs(name.length - written.length);
    if (name === written || least > limit) continue;
    // Most names of a large workflow come behind the one that was found, and cannot be nearer.
    if (best && (least > best.distance || (least === best.distance && name > best.name))) continue;
    const distance = editDistance(folded, name.toLowerCase(), best?.distance ?? limit, parts);
    if (distance > limit) continue;
    if (!best || distance < best.distance || (distance === best.distance && name < best.name))
      best = { name, distance };
  }
  return best?.name;
}

/** Two edits leave one of three parts as it is: by that, most names of a large workflow are put aside. */
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

/**
 * @param parts thirds of the first text
 * @returns more than the limit where it is more
 */
function editDistance(a: string, b: string, limit: number, parts: readonly string[]): number {
  if (a === b) return 0;
  if (!parts.some((part) => b.includes(part))) return limit + 1;
  if (isOneEdit(a, b)) return 1;
  if (limit < 2) return limit + 1;
  return leven(a, b, { maxDistance: limit + 1 });
}

/** One sign more, less or another one, or two that changed places. */
function isOneEdit(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let [aEnd, bEnd] = [a.length, b.length];
  while (aEnd > start && bEnd > start && a.charCodeAt(aEnd - 1) === b.charCodeAt(bEnd - 1)) {
    aEnd -= 1;
    bEnd -= 1;
  }
  if (Math.max(aEnd, bEnd) === start + 1) return true;
  return aEnd === start + 2 && bEnd === aEnd && a[start] === b[start + 1] && a[start + 1] === b[start];
}

/** Nobody mistypes more than that; it also bounds the work on hostile names. */
const longestName = 300;
