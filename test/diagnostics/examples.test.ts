import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalog } from '../../src/diagnostics/catalog.js';
import { blockOf, home, messagesOf } from './examples.js';

const codes = Object.keys(catalog()).sort();

test('every code has a folder that shows it, and every folder has its code', () => {
  expect(readdirSync(home).sort()).toEqual(codes);
});

describe('a folder makes dagweave say its code', () => {
  test.each(readdirSync(home).sort())('%s', async (code) => {
    const messages = await messagesOf(code);
    const block = blockOf(code, messages);
    expect(block, messages).toBeDefined();
    await expect(`${block}\n`).toMatchFileSnapshot(join(home, code, 'example.txt'));
  });
});
