import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { gateWords } from '../../src/render/graph/words.js';
import { playPage } from './play-page.js';

const page = readFileSync('docs/concepts.md', 'utf8');

test('the points are drawn as the program draws them', () => {
  const blocks = playPage(page);
  expect(blocks).toHaveLength(1);
  for (const { shown, printed } of blocks) expect(printed).toBe(shown);
});

test('each point has a rule, a hook in the drawing and a row', () => {
  const [, rules] = /<!-- file: hooks.yaml -->\n```yaml\n(.*?)```/s.exec(page)!;
  const { injections } = (parse(rules!) as { hooks: { injections: Record<string, readonly { id: string }[]> } }).hooks;
  expect(Object.keys(injections)).toEqual(['pre_root', 'post_roots', 'pre_task', 'post_task', 'final']);
  for (const [point, own] of Object.entries(injections)) {
    expect(page).toContain(`| \`${point}\` | `);
    for (const { id } of own) expect(page).toMatch(new RegExp(`^\\+.* hook-${id}`, 'm'));
  }
});

test('each kind of hook has a row', () => {
  expect(page.match(/^\| `[◆◈◇▷]` \|/gm)).toHaveLength(Object.keys(gateWords).length);
});
