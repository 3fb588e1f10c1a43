import { expect, test } from 'vitest';
import { compile } from '../src/compile.js';
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
  expect(once).toContain('name: cmd_1');
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
  expect(once).toContain('depends: [hook-shell, hook-shell-2]');
  const left = strip(inputOf(once, hooks, '1.30.2')).outputs[0]!.text;
  expect(left).toBe(text.replace('depends: [x]', 'depends: [x, cmd_2]'));
});
