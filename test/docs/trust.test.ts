import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, runDagweave } from '../cli/run-dagweave.js';

const [, block] = /```sh\n(.*?)```/s.exec(readFileSync('docs/trust.md', 'utf8'))!;
const [check, verify, strip] = block!.split('\n').map((line) => line.split('#')[0]!.trim().split(/\s+/).slice(1));
const gate = '{id: scan, type: shell, command: ./scan.sh, tasks: [build]}';
const flow = 'steps:\n  - {name: build, command: make}\n  - {name: ship, command: make ship, depends: [build]}\n';

test('each command of docs/trust.md does what it says', () => {
  const rules = `hooks:\n  enabled: true\n  target_version: "1.30"\n  injections: {post_task: [${gate}]}\n`;
  const cwd = folderWith({
    'workflow.yaml': flow,
    'workflows/release.yaml': flow,
    'policy.yaml': rules,
    '.dagweave/config.yaml': rules,
  });
  const run = (words: readonly string[]) => runDagweave(words, { cwd });
  expect(run(check!).exit).toBe(1);
  expect(run(['apply', '--in-place', 'workflows']).exit).toBe(0);
  expect(run(check!).exit).toBe(0);

  // The policy alone is in force where workflows come from elsewhere.
  writeFileSync(join(cwd, '.dagweave/config.yaml'), '{}\n');
  expect(run(verify!).exit).toBe(0);
  const path = join(cwd, 'workflows/release.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace('[hook-scan-build]', '[build]'));
  expect(run(verify!).exit).toBe(1);

  writeFileSync(join(cwd, '.dagweave/config.yaml'), rules);
  expect(run(['apply', '--in-place', '--manifest', 'manifest.json', 'workflow.yaml']).exit).toBe(0);
  expect(run(strip!)).toMatchObject({ exit: 0, stdout: flow });
});
