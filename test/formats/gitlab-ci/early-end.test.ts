import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const rules = 'hooks: {enabled: true, injections: {post_task: [{id: gate, type: shell, command: ./gate}]}}\n';

function codes(command: string, point = 'post_task'): readonly string[] {
  const { diagnostics } = compile({
    workflow: [
      { path: '.gitlab-ci.yml', text: `unit:\n  script:\n    - ${JSON.stringify(command)}\n    - make unit\n` },
    ],
    configuration: [{ path: 'hooks.yaml', text: rules.replace('post_task', point), layer: 'project' }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  return diagnostics.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
}

test.each([
  'exit 0',
  'exit',
  'test -d src || exit 0',
  'if true; then exit "$status"; fi',
  'exec ./unit',
  'a\nexit 00',
])('a hook behind %j may never run, which is said', (command) => {
  expect(codes(command)).toEqual(['DW274']);
  expect(codes(command, 'pre_task')).toEqual([]);
});

test.each([
  'exit 1',
  'make || exit 3',
  "sh -c 'exit 0'",
  'echo exit 0',
  'exec 2>&1',
  'docker exec app true',
])('nothing is said of %j', (command) => {
  expect(codes(command)).toEqual([]);
});
