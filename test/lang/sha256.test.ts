import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ownDigest, sha256 } from '../../src/lang/sha256.js';

const texts = Array.from({ length: 300 }, (_, size) => ['a'.repeat(size), `${'é😀'.repeat(size)}\ud800`]).flat();

test('digests are those of Node, whatever the length', () => {
  expect(texts.map(ownDigest)).toEqual(texts.map((text) => hash('sha256', text)));
});

test('it makes no difference how many were made before', () => {
  expect(texts.map(sha256)).toEqual(texts.map((text) => hash('sha256', text)));
});
