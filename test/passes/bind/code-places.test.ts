import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const workflow = (name: string) =>
  `name: flow\ntype: graph\nsteps:\n  - {name: ${JSON.stringify(name)}, command: "true"}\n`;
const nativeHooks = (step: object) => ({
  enabled: true,
  vars: { script: 'make test && make lint' },
  injections: { post_task: [step] },
});

function compiled(hooks: object, task: string) {
  const result = compile({
    workflow: [{ path: 'flow.yaml', text: workflow(task) }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion: '1.30' },
  });
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
  return { codes: errors.map(({ code }) => code), messages: errors.map(({ message }) => message), result };
}

const hostile = 'x$(touch PWN)';
const steps = [
  { type: 'shell', command: "sh -c 'echo {{task_id}}'" },
  { type: 'shell', command: 'eval "echo {{task.name}}"' },
  { type: 'shell', command: 'echo {{task_id}} | sh' },
  { type: 'shell', command: '(echo {{task_id}}; true) | bash -s' },
  { type: 'shell', command: 'ssh host ls b_{{task_id}}' },
  { type: 'quality_check', command: 'bash -c "echo {{task_id}}"' },
];

describe('a value that another program would read as code', () => {
  test.each(steps)('is refused where a model could have written it: $type, $command', (step) => {
    const { codes, messages, result } = compiled(nativeHooks(step), hostile);
    expect(codes).toEqual(['DW518']);
    expect(messages[0]).toContain(hostile);
    expect(result.ok).toBe(false);
  });

  test.each(steps)('goes in where it is a plain word: $type, $command', (step) => {
    expect(compiled(nativeHooks(step), 'T001/build.x').codes).toEqual([]);
  });

  test('goes in where the one who wrote the rule wrote it, and so does the time', () => {
    const step = { type: 'shell', command: "bash -c '{{vars.script}} > {{timestamp}}.log'" };
    expect(compiled(nativeHooks(step), hostile).codes).toEqual([]);
  });

  test.each([
    [`sh -c 'echo "$1"' sh {{task_id}}`],
    [`X={{task_id}} sh -c 'echo "$X"'`],
    ['echo {{task_id}} | jq -R .'],
  ])('is one no longer where it is handed over as data: %s', (command) => {
    expect(compiled(nativeHooks({ type: 'shell', command }), hostile).codes).toEqual([]);
  });

  test.each([
    ['echo watch {{task_id}}'],
    ['npm run watch {{task_id}}'],
    ['git commit -m ssh {{task_id}}'],
    ['echo {{task_id}} > log; curl -s https://example.org | sh'],
    ['GIT_AUTHOR_NAME={{task_id}} git commit -m x'],
  ])('is one only where a program stands that reads code: %s', (command) => {
    expect(compiled(nativeHooks({ type: 'shell', command }), 'Build image').codes).toEqual([]);
  });

  test('is refused in lifecycle files too, known now or only when the workflow runs', () => {
    const action = (command: string) => ({ on_stage_complete: [{ type: 'shell', command }] });
    const named = compiled(action(`sh -c 'echo \${STAGE}'`), hostile);
    expect(named.codes).toEqual(['DW518']);
    expect(named.messages[0]).toContain('`${STAGE}` is "x$(touch PWN)" here');
    const later = compiled(action('echo ${CHANGED_FILES} | sh'), 'build');
    expect(later.codes).toEqual(['DW518']);
    expect(later.messages[0]).toContain('is known only when the workflow runs');
    expect(compiled(action(`sh -c 'echo \${STAGE} \${TIMESTAMP}'`), 'build').codes).toEqual([]);
  });
});
