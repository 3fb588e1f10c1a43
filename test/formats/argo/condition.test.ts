import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const workflow = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: main}
spec:
  entrypoint: main
  templates:
    - name: main
      dag: {tasks: [{name: build, template: work}]}
    - name: work
      container: {image: busybox}
`;

/** The script of a hook with a condition, as it runs where the pod has these variables. */
function runs(when: string, env: Readonly<Record<string, string>>): string {
  const rule = { id: 'ask', type: 'shell', command: 'echo asked', when };
  const { outputs, diagnostics } = compile(inputOf(workflow, { enabled: true, injections: { pre_task: [rule] } }));
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [hook] = parse(outputs[0]!.text).spec.templates[0].dag.tasks;
  // The task itself has no condition: its script asks.
  expect([hook.name, hook.when]).toEqual(['hook-ask-build', undefined]);
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-condition-'));
  const file = join(folder, 'source');
  writeFileSync(file, hook.inline.script.source);
  const { script } = hook.inline;
  const carried = Object.fromEntries(
    (script.env ?? []).map(({ name, value }: { name: string; value: string }) => [name, value]),
  );
  const { status, stdout, stderr } = spawnSync('sh', ['-e', file], {
    env: { PATH: process.env.PATH, ...carried, ...env },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true, force: true });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

test('a condition on what only the run knows is asked in the script, which succeeds where it does not hold', () => {
  const when = "${STAGE} == 'prod' && ${SIZE} > 2";
  expect(runs(when, { STAGE: 'prod', SIZE: '3' })).toBe('asked\n');
  expect(runs(when, { STAGE: 'prod', SIZE: '2' })).toBe('');
  expect(runs(when, { STAGE: "prod' -o 'x' = 'x", SIZE: '3' })).toBe('');
  expect(runs(when, {})).toBe('');
});
