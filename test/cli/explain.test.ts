import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

const flow =
  'type: graph\nsteps:\n  - {name: build, command: make}\n  - {name: ship, command: make ship, depends: [build]}\n';
const rules = `hooks:
  enabled: true
  injections:
    post_task:
      - {id: lint, type: shell, command: npm run lint, tasks: [build]}
      - {id: scan, type: shell, command: npm run scan, tasks: [ship]}
`;
const cwd = folderWith({ '.dagweave/config.yaml': rules, 'flow.yaml': flow, 'flows/flow.yaml': flow, 'build/x': '' });
const explain = (...args: string[]) => runDagweave(['explain', ...args], { cwd });

describe('explain --task', () => {
  test.each([['flow.yaml'], ['flows'], ['flow.yaml', 'flows/flow.yaml']])('asks about each rule in %s', (...inputs) => {
    const ran = explain('--task', 'build', ...inputs);
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    expect(ran.stdout).toContain(explain('--task', 'build', '--rule', 'lint', ...inputs).stdout);
    expect(ran.stdout).toContain(explain('--task', 'build', '--rule', 'scan', ...inputs).stdout);
  });

  test('reads standard input where no file is named', () => {
    const ran = runDagweave(['explain', '--task', 'build'], { cwd, input: flow });
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('lint') });
  });

  test('fails where the task is not there', () => {
    const ran = explain('--task', 'bild', 'flow.yaml');
    expect(ran).toMatchObject({ exit: 1, stdout: expect.stringContaining('build') });
  });

  test('still takes a step first, also one with the name of a folder', () => {
    const [, name] = /name: (hook-\S+)/.exec(runDagweave(['apply', 'flow.yaml'], { cwd }).stdout)!;
    expect(explain('--task', 'build', name!, 'flow.yaml').stdout).toContain(`${name} in flow`);
    expect(explain('--task', 'build', 'build', 'flow.yaml').stdout).toContain('build is a step of the workflow itself');
  });
});

test('a file alone is no question', () => {
  expect(explain('flow.yaml')).toMatchObject({ exit: 2, stderr: expect.stringContaining('error DW830') });
});
