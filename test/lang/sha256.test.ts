import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

/** As `node:crypto` has it, whose digests the marks of all written files are. */
const expected = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

/** A program that has made no digest yet. */
async function started(): Promise<(text: string) => string> {
  vi.resetModules();
  return (await import('../../src/lang/sha256.js')).sha256;
}

describe('SHA-256 of a text', () => {
  test('is the one of node:crypto, for the first digests of a program and for the later ones', async () => {
    const sha256 = await started();
    for (let count = 0; count < 300; count += 1) expect(sha256('é'.repeat(count))).toBe(expected('é'.repeat(count)));
  });

  test('is the one of node:crypto for any text, halves of characters among them', async () => {
    const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: lone, maxLength: 200 })));
    await fc.assert(
      fc.asyncProperty(texts, async (some) => {
        const sha256 = await started();
        expect(some.map(sha256)).toEqual(some.map(expected));
      }),
    );
  });
});

const lone = fc.constantFrom('\ud800', '\udfff', 'a', '\0', '\u{1f600}');
