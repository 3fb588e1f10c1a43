import { describe, expect, test } from 'vitest';
import { compile } from '../src/compile.js';
import { createCollector } from '../src/diagnostics/diagnostics.js';
import { dagu } from '../src/formats/dagu/index.js';
import { strip } from '../src/strip.js';

const text = 'steps:\n  - id: x\n    command: echo a\n  - echo b\n  - id: y\n    command: echo c\n    depends: [x]\n';

const inputOf = (content: string, hooks: object, targetVersion?: string) => ({
  workflow: [{ path: 'flow.yaml', text: content }],
  configuration: [
    {
      layer: 'project' as const,
      path: 'hooks.json',
      text: JSON.stringify({ hooks: { enabled: true, tasks_are: 'nodes', ...hooks } }),
    },
  ],
  prompts: { read: () => ({ kind: 'missing' as const, path: '', known: [] }) },
  options: { targetVersion },
});

test('a step that others wait for by its id may get its name written down', () => {
  const hooks = {
    injections: {
      pre_root: [{ type: 'shell', command: 'echo first' }],
      post_task: [{ type: 'shell', command: 'echo after {{task_id}}', tasks: ['cmd_2'] }],
    },
  };
  const once = compile(inputOf(text, hooks)).outputs[0]!.text;
  expect(once).toContain('name: x');
  expect(once).toContain('depends: [x]');
  expect(compile(inputOf(once, hooks)).outputs[0]!.text).toBe(once);
  expect(strip(inputOf(once, hooks)).outputs[0]!.text).toContain('depends: [x]');
});

test('a step without a name is waited for by the name that it has once hooks are gone', () => {
  const hooks = {
    marks: false,
    injections: { post_task: [{ type: 'shell', command: 'echo after {{task_id}}', optional: true }] },
  };
  const once = compile(inputOf(text, hooks, '1.30.2')).outputs[0]!.text;
  expect(once).toContain('depends: [hook-shell-x, hook-shell-cmd_2]');
  // Nobody spoke of `cmd_2`, or else its name would have been written down.
  expect(strip(inputOf(once, hooks, '1.30.2')).outputs[0]!.text).toBe(text);
});

describe('where no version is known, an id replaces a name in one of the two engines only', () => {
  const between = 'steps:\n  - echo a\n  - id: x\n    command: echo b\n  - echo c\n';
  const rule = (point: string) => ({ [point]: [{ type: 'shell', command: 'echo hook {{dag.name}}', optional: true }] });

  test.each(['pre_root', 'pre_task', 'post_task', 'final'])('and what is written holds in both: %s', (point) => {
    for (const text of [between, between.replace('- echo c', '- command: echo c\n    depends: [cmd_2]')]) {
      const input = inputOf(text, { injections: rule(point) });
      const result = compile(input);
      expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const once = result.outputs[0]!.text;
      expect(compile({ ...input, workflow: result.outputs }).outputs[0]!.text).toBe(once);
      // The text that speaks of a made-up name says another thing to each engine before there are hooks.
      if (text === between) expect(needsByPlace(once, '1.30.2')).toEqual(needsByPlace(once, '2.14.0'));
    }
  });

  test('and the id becomes the name where one has to be written', () => {
    const once = compile(inputOf(between, { injections: rule('post_task') })).outputs[0]!.text;
    expect(once).toContain('  - name: x\n    id: x\n');
    for (const version of [undefined, '1.30.2', '2.14.0'])
      expect(strip(inputOf(once, { injections: rule('post_task') }, version)).outputs[0]!.text).toBe(between);
  });
});

/** For each step, the places in the list of those that it waits for. */
function needsByPlace(text: string, targetVersion: string): readonly (readonly (number | undefined)[])[] {
  const { report } = createCollector();
  const [read] = dagu.open([{ path: 'flow.yaml', text }], { targetVersion, defaults: undefined }, report);
  return read!.workflow.dags[0]!.nodes.map(({ needs }) => needs?.map(({ node }) => node) ?? []);
}

test.each([
  '1.30.2',
  '2.14.0',
  undefined,
])('a name that another kind of step would have stays what it is, and is told of, for %s', (version) => {
  const other = 'type: graph\nsteps:\n  - command: echo a\n  - name: b\n    command: echo b\n    depends: dag_1\n';
  const hooks = { injections: { pre_root: [{ type: 'shell', command: 'echo first' }] } };
  const { diagnostics, outputs } = compile(inputOf(other, hooks, version));
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['DW207']);
  expect(outputs).toEqual([]);
  expect(strip(inputOf(other, hooks, version)).outputs[0]!.text).toBe(other);
});
