import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, program, runDagweave } from '../cli/run-dagweave.js';
import { startObedientModel } from '../servers/obedient-model.js';

const page = readFileSync('docs/after-the-model.md', 'utf8');
const files = Object.fromEntries(
  [...page.matchAll(/<!-- file: (\S+) -->\n```\w+\n(.*?)```/gs)].map((match) => [match[1]!, match[2]!]),
);

test('the page shows the brief as it is', () => {
  const argv = /^`dagweave (brief .*)` says:$/m.exec(page)![1]!.split(' ');
  const { exit, stdout, stderr } = runDagweave(argv, { cwd: folderWith(files) });
  expect([exit, stderr]).toEqual([0, '']);
  expect(page).toContain(`<!-- brief -->\n\`\`\`text\n${stdout}\`\`\`\n`);
});

test('the page shows the request as it is', () => {
  const cwd = folderWith(files);
  const argv = /^`dagweave (apply .*)` says:$/m.exec(page)![1]!.split(' ');
  const { exit, stderr } = runDagweave(argv, { cwd });
  expect(exit).toBe(1);
  expect(page).toContain(`<!-- request -->\n~~~text\n${stderr}~~~\n`);
  expect(runDagweave([...argv, '--prompt-context', 'full'], { cwd }).stderr).toContain(
    `Your text:\n\`\`\`\n${files['answer.txt']}\`\`\`\n`,
  );
});

describe('the loop of the page', () => {
  test.each([
    ['an answer that can be mended', files['answer.txt']!, files['rules.yaml']!, 0, 3],
    ['a refusal', "I'm sorry, I can't help with that.", files['rules.yaml']!, 0, 3],
    ['rules with a fault, which no answer cures', files['answer.txt']!, 'hooks: {enabled: maybe}\n', 4, 1],
  ])('ends as it must with %s', async (_, first, rules, status, asked) => {
    const cwd = folderWith({ ...files, 'rules.yaml': rules, 'question.txt': 'Write a workflow.\n', 'log.json': '[]' });
    const model = await startObedientModel(first);
    try {
      for (const [name, text] of Object.entries({
        ask: `#!/bin/sh\nexec "${process.execPath}" "${resolve('test/servers/ask.mjs')}" ${model.url} log.json\n`,
        dagweave: `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
      })) {
        writeFileSync(join(cwd, name), text);
        chmodSync(join(cwd, name), 0o755);
      }
      expect(await run(cwd)).toBe(status);
      const log = JSON.parse(readFileSync(join(cwd, 'log.json'), 'utf8')) as readonly { readonly role: string }[];
      expect(log.filter(({ role }) => role === 'user').length).toBeLessThanOrEqual(asked);
      expect(readFileSync(join(cwd, 'rules.yaml'), 'utf8')).toBe(rules);
      if (status === 0) expect(readFileSync(join(cwd, 'workflow.yaml'), 'utf8')).toContain('./coverage.sh');
    } finally {
      model.close();
    }
  });
});

function run(cwd: string): Promise<number | null> {
  return new Promise((done, failed) => {
    const env = { PATH: `${cwd}:${process.env.PATH}`, HOME: join(cwd, 'no-home') };
    spawn('sh', ['loop.sh'], { cwd, env, stdio: 'ignore' }).on('error', failed).on('close', done);
  });
}
