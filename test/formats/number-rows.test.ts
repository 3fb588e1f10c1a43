import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNumberRows } from '../../src/formats/number-rows.js';
import { seed } from '../seed.js';

test('rows have one number exactly if they are equal, and numbers count up', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: -2, max: 3 }), { maxLength: 5 }), { maxLength: 300 }), (rows) => {
      const numbered = createNumberRows();
      const known = new Map<string, number>();
      for (const row of rows) {
        // What is behind a row is of another one.
        const number = numbered.numberOf([...row, 7], row.length);
        const expected = known.get(row.join(' ')) ?? known.size;
        known.set(row.join(' '), expected);
        expect(number).toBe(expected);
      }
    }),
    { seed },
  );
});

test('very many rows of one hash are numbered in little time, and no two different ones alike', () => {
  const numbered = createNumberRows();
  const rows = Array.from({ length: 50_000 }, (_, at) => collidingRow(at));
  const start = process.cpuUsage();
  const numbers = rows.map((row) => numbered.numberOf(row, row.length));
  const { user } = process.cpuUsage(start);
  expect(new Set(numbers).size).toBe(rows.length);
  expect(user / 1e6).toBeLessThan(2);
});

/** Its last integer undoes what the one before did to the hash: all of these end with the same. */
function collidingRow(first: number): readonly number[] {
  const mixed = (hash: number, integer: number) => Math.imul(hash ^ integer, 0x01000193) ^ (hash >>> 15);
  const hash = mixed(0, first);
  // What is multiplied has to be such that the result, with the shifted hash, is nothing.
  return [first, hash ^ Math.imul(hash >>> 15, inverse)];
}

/** The number that 0x01000193 has to be multiplied by to be 1, in 32 bits. */
const inverse = 0x359c449b;
