import type { Listing } from '../model/listing.js';

/**
 * Entries that can be made again at any time from what is held anyway, such as the tree of a text. Those made last stay, as many
 * as their sizes allow.
 * @param room for the sizes of all that stay; the last one stays whatever its size
 */
export function madeWhenAsked<Entry>(
  length: number,
  make: (index: number) => Entry,
  sizeOf: (index: number) => number,
  room: number,
): Listing<Entry> {
  const kept = new Map<number, Entry>();
  let size = 0;
  let last: { readonly index: number; readonly entry: Entry } | undefined;
  const add = (index: number): Entry => {
    const entry = make(index);
    kept.set(index, entry);
    size += sizeOf(index);
    for (const oldest of kept.keys()) {
      if (size <= room || oldest === index) break;
      kept.delete(oldest);
      size -= sizeOf(oldest);
    }
    return entry;
  };
  return {
    length,
    at(index) {
      if (last?.index === index) return last.entry;
      if (index < 0 || index >= length) return undefined;
      const entry = kept.get(index) ?? add(index);
      last = { index, entry };
      return entry;
    },
  };
}
