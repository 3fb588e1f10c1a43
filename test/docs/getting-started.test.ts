import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderWith, runDagweave } from '../cli/run-dagweave.js';

const page = readFileSync('docs/getting-started.md', 'utf8');
const block = (name: string) => new RegExp(`<!-- ${name} -->\n\`\`\`\\w+\n(.*?)\`\`\``, 's').exec(page)![1]!;

test('each command of the page works on its workflow, in its order', () => {
  const cwd = folderWith({ 'workflow.yaml': block('workflow.yaml') });
  const commands = [...block('commands').matchAll(/^npx dagweave (.*?)(?: > .*)?$/gm)].map(([, words]) =>
    words!.split(' '),
  );
  expect(commands.map(([verb]) => verb)).toEqual(['init', 'diff', 'apply', 'apply', 'diff']);
  const ran = commands.map((words) => runDagweave(words, { cwd }));
  expect(ran.map(({ exit }) => exit)).toEqual([0, 0, 0, 0, 0]);
  expect(ran[1]!.stdout).toContain('hook-announce');
  expect(ran[4]!.stdout).toContain('<html');
  expect(readFileSync(`${cwd}/workflow.yaml`, 'utf8')).toContain('hook-announce-unit-tests');
});
