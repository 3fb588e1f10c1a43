/** Numbers rows of integers: rows of one number are equal. No text is made of a row. */
export interface NumberRows {
  /**
   * @param row whose first integers, as many as `length` says, are the row
   * @returns its number, from 0 on: that of an equal row, unless somebody made very many rows of one hash
   */
  numberOf(row: readonly number[], length: number): number;
  /** How many integers the different rows have together. */
  length(): number;
}

export function createNumberRows(): NumberRows {
  /** Different rows, behind one another. */
  let cells = new Int32Array(256);
  /** By row, where it begins; one more than there are rows. */
  const starts = [0];
  const lastOfHash = new Map<number, number>();
  /** By row, the row before it that has the same hash; -1 without one. */
  const before: number[] = [];
  const isAt = (start: number, row: readonly number[], length: number): boolean => {
    for (let at = 0; at < length; at += 1) if (cells[start + at] !== row[at]) return false;
    return true;
  };
  const add = (row: readonly number[], length: number): void => {
    const start = starts.at(-1)!;
    while (start + length > cells.length) {
      const larger = new Int32Array(cells.length * 2);
      larger.set(cells);
      cells = larger;
    }
    for (let at = 0; at < length; at += 1) cells[start + at] = row[at]!;
    starts.push(start + length);
  };
  return {
    numberOf(row, length) {
      const hash = hashOf(row, length);
      const last = lastOfHash.get(hash) ?? -1;
      let number = last;
      for (let looks = 0; number >= 0 && looks < mostLooks; looks += 1) {
        const start = starts[number]!;
        if (starts[number + 1]! - start === length && isAt(start, row, length)) return number;
        number = before[number]!;
      }
      number = before.length;
      before.push(last);
      lastOfHash.set(hash, number);
      add(row, length);
      return number;
    },
    length: () => starts.at(-1)!,
  };
}

function hashOf(row: readonly number[], length: number): number {
  let hash = 0;
  for (let at = 0; at < length; at += 1) hash = Math.imul(hash ^ row[at]!, 0x01000193) ^ (hash >>> 15);
  return hash;
}

/** Chance makes no two, and a text in which somebody made more is as quick to read. */
const mostLooks = 20;
