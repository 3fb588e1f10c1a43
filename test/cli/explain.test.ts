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

describe('explain --rule', () => {
  const gates = `hooks:
  enabled: true
  injections:
    pre_task:
      - {id: approve, type: shell, command: ./approve.sh, match: {runs: "* ship"}}
      - {id: off, type: shell, command: ./off.sh, enabled: false}
    final:
      - {id: report, type: shell, command: ./report.sh}
      - {id: never, type: shell, command: ./never.sh, when: "false"}
`;
  const cwd = folderWith({ '.dagweave/config.yaml': gates, 'flow.yaml': flow });
  const ask = (rule: string) => runDagweave(['explain', '--rule', rule, 'flow.yaml'], { cwd });

  test('lists what the rule matches, and for the rest which key does not hold and what is there', () => {
    expect(ask('approve')).toMatchObject({ exit: 0, stderr: '' });
    const [title, hit, other, rest] = ask('approve').stdout.split('\n');
    expect(title).toMatch(/^Rule approve \(.+config\.yaml:5:9\) matches:$/);
    expect(hit).toMatch(/^ {2}ship {2}hook-approve-ship in flow$/);
    expect(other).toBe('It does not match:');
    expect(rest).toBe('  build  match: `runs` of `match` does not hold: found `make`');
  });

  test('speaks of DAGs where the rule is for a whole DAG', () => {
    expect(ask('report').stdout).toMatch(/matches:\n {2}flow {2}hook-report in flow\n$/);
    expect(ask('never').stdout).toMatch(/matches nothing\.\nIt does not match:\n {2}flow {2}when: /);
  });

  test('says what keeps a rule from matching anything', () => {
    expect(ask('off')).toMatchObject({ exit: 0, stdout: expect.stringContaining('switched off') });
    expect(ask('aprove')).toMatchObject({ exit: 1, stdout: expect.stringContaining('nearest  approve') });
  });
});

test('a file alone is no question', () => {
  expect(explain('flow.yaml')).toMatchObject({ exit: 2, stderr: expect.stringContaining('error DW830') });
});
