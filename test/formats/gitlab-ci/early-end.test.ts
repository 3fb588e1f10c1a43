import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compile } from '../../../src/compile.js';

const rules = 'hooks: {enabled: true, injections: {post_task: [{id: gate, type: shell, command: ./gate}]}}\n';

/** The job with its hook, and how they are tied. */
function compiled(command: string, more = '') {
  const text = `unit:\n  script:\n    - ${JSON.stringify(command)}\n    - make unit\n${more}`;
  const { ok, outputs } = compile({
    workflow: [{ path: '.gitlab-ci.yml', text }],
    configuration: [{ path: 'hooks.yaml', text: rules, layer: 'project' }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  expect(ok).toBe(true);
  return parse(outputs[0]!.text) as Readonly<
    Record<string, { script: readonly string[] | string; needs?: readonly string[] }>
  >;
}

test.each([
  'exit 0',
  'exit',
  'test -d src || exit 0',
  'if true; then exit "$status"; fi',
  'exec ./unit',
  'a\nexit 00',
  'builtin exit 0',
  'eval "exit 0"',
  "trap 'exit 0' EXIT",
  'QUIET=1 exit 0',
  'set +e',
  'set -x +eu',
  'set +o errexit',
  'command set +e',
  'set -e; set +e',
  'shopt -uo errexit',
  'make || return 0',
  ': <<END',
  '{',
  'if true; then',
  'make ||',
])('behind %j a hook is a job of its own, for it would not run among the commands, or stop nothing there', (command) => {
  const jobs = compiled(command);
  expect(jobs.unit!.script).toEqual([command, 'make unit']);
  expect(jobs['hook-gate-unit']!.needs).toEqual(['unit']);
});

test('so it is where what runs before the commands may end them', () => {
  for (const command of ['test -d src || exit 0', 'set +e', '{'])
    expect(Object.keys(compiled('make', `  before_script: [${JSON.stringify(command)}]\n`))).toEqual([
      'unit',
      'hook-gate-unit',
    ]);
});

test.each([
  'exit 1',
  'make || exit 3',
  "sh -c 'exit 0'",
  'echo exit 0',
  'exec 2>&1',
  'docker exec app true',
  "trap 'rm -rf tmp; exit' EXIT",
  'set -e',
  'set +x',
  'set -euo pipefail',
  'set +e; ./flaky; set -e',
  'shopt -so errexit',
  'lint() { return 0; }',
  '{ make; } || true',
  'cat <<END\ntext\nEND\n',
  'set +e\n./flaky\nset -o errexit',
  "sh -c 'set +e; ./flaky'",
])('behind %j it is one of the commands', (command) => {
  expect(compiled(command).unit!.script).toHaveLength(3);
});
