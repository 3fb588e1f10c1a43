/** Numbers rows of integers, one row after another: rows of one number are equal. No text is made of a row. */
export interface NumberRows {
  /** Adds to the row that is not ended yet. */
  add(integer: number): void;
  /** Ends a row. @returns its number, from 0 on: that of an equal row, unless somebody made very many rows of one hash */
  end(): number;
}

/** Different rows, behind one another in one array; a row that is not ended is behind them all. */
export function createNumberRows(): NumberRows {
  let cells = new Int32Array(256);
  let used = 0;
  let hash = 0;
  /** By row, where it begins; one more than there are rows. */
  const starts = [0];
  const lastOfHash = new Map<number, number>();
  /** By row, the row before it that has the same hash; -1 without one. */
  const before: number[] = [];
  const equals = (row: number, from: number): boolean => {
    const start = starts[row]!;
    const length = used - from;
    if (starts[row + 1]! - start !== length) return false;
    for (let at = 0; at < length; at += 1) if (cells[start + at] !== cells[from + at]) return false;
    return true;
  };
  return {
    add(integer) {
      if (used === cells.length) {
        const larger = new Int32Array(cells.length * 2);
        larger.set(cells);
        cells = larger;
      }
      cells[used] = integer;
      used += 1;
      hash = Math.imul(hash ^ integer, 0x01000193) ^ (hash >>> 15);
    },
    end() {
      const from = starts.at(-1)!;
      const last = lastOfHash.get(hash) ?? -1;
      let row = last;
      for (let looks = 0; row >= 0 && !equals(row, from); looks += 1) row = looks < mostLooks ? before[row]! : -1;
      if (row < 0) {
        row = before.length;
        before.push(last);
        lastOfHash.set(hash, row);
        starts.push(used);
      }
      used = starts.at(-1)!;
      hash = 0;
      return row;
    },
  };
}

/** Chance makes no two, and a text in which somebody made more is as quick to read. */
const mostLooks = 20;
