import { expect, test } from 'vitest';
import { compile } from '../src/compile.js';
import { strip } from '../src/strip.js';

const text = 'steps:\n  - id: x\n    command: echo a\n  - echo b\n  - id: y\n    command: echo c\n    depends: [x]\n';

test('a step that others wait for by its id may get its name written down', () => {
  const injections = {
    pre_root: [{ type: 'shell', command: 'echo first' }],
    post_task: [{ type: 'shell', command: 'echo after {{task_id}}', tasks: ['cmd_2'] }],
  };
  const inputOf = (content: string) => ({
    workflow: [{ path: 'flow.yaml', text: content }],
    configuration: [
      {
        layer: 'project' as const,
        path: 'hooks.json',
        text: JSON.stringify({ hooks: { enabled: true, tasks_are: 'nodes', injections } }),
      },
    ],
    prompts: { read: () => ({ kind: 'missing' as const, path: '', known: [] }) },
  });
  const once = compile(inputOf(text)).outputs[0]!.text;
  expect(once).toContain('name: cmd_1');
  expect(once).toContain('depends: [x]');
  expect(compile(inputOf(once)).outputs[0]!.text).toBe(once);
  expect(strip(inputOf(once)).outputs[0]!.text).toContain('depends: [x]');
});
