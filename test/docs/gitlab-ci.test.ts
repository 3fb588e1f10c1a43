import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderWith, runDagweave } from '../cli/run-dagweave.js';
import { playPage } from './play-page.js';

const page = readFileSync('docs/gitlab-ci.md', 'utf8');
const files = Object.fromEntries(
  [...page.matchAll(/<!-- file: (\S+) -->\n```\w+\n(.*?)```/gs)].map((match) => [match[1]!, match[2]!]),
);

test('the page shows the output as it is', () => {
  const argv = /^`dagweave (apply .*)` writes:$/m.exec(page)![1]!.split(' ');
  const { exit, stdout } = runDagweave(argv, { cwd: folderWith(files) });
  expect(exit).toBe(0);
  expect(page).toContain(`<!-- output -->\n\`\`\`yaml\n${stdout}\`\`\`\n`);
});

test('the page shows what several files get', () => {
  const blocks = playPage(page);
  expect(blocks).toHaveLength(1);
  for (const { shown, printed } of blocks) expect(printed).toBe(shown);
});
