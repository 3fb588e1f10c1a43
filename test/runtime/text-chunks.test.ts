import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, chunksOf, textChunks } from '../../src/runtime/text-chunks.js';

test('the bytes of all chunks are those of the text, also where characters take two units or are halves', () => {
  const units = fc.array(fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00', '\n'), { maxLength: 40 });
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 5 }), (parts, size) => {
      const text = parts.join('');
      const chunks = [...textChunks(text, size)];
      const copies = Array.from(bytesOf(chunks), (bytes) => Buffer.from(bytes));
      expect(Buffer.concat(copies)).toEqual(Buffer.from(text));
      for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(size + 1);
    }),
    { seed: 2026 },
  );
});

test('pieces become chunks of one size, small ones joined and large ones cut', () => {
  const pieces = [...Array.from({ length: 5000 }, () => 'é'.repeat(100)), 'a😀'.repeat(400_000), 'end'];
  const chunks = [...chunksOf(pieces)];
  expect(chunks.join('')).toBe(pieces.join(''));
  expect(chunks.length).toBeLessThan(15);
  for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(400_001);
  expect([...chunksOf([])]).toEqual([]);
  expect([...chunksOf('text')]).toEqual(['text']);
});
