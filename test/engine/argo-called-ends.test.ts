import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { argoSimulator } from './argo.js';

const shell = { type: 'shell', command: './check.sh' };
const handler = '{name: mend, template: work, depends: call.Failed}';
const skipped = '{name: mend, template: work, depends: call, when: "1 == 2"}';
const tasks = `dag:
        tasks:
          - {name: a, template: work}
          - {name: b, template: work, dependencies: [a], continueOn: {failed: true}}`;
const steps = `steps:
        - - {name: a, template: work}
        - - {name: b, template: work, continueOn: {failed: true}}`;
const between = `${steps.replace('b, template: work, continueOn: {failed: true}', 'b, template: last')}
    - name: last
      ${tasks.replaceAll('name: a', 'name: c').replace('name: b', 'name: d').replace('[a]', '[c]')}`;

const workflow = (called: string, behind = handler) => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: w}
spec:
  entrypoint: main
  templates:
    - name: main
      dag:
        tasks:
          - {name: call, template: inner}
          - ${behind}
    - name: inner
      ${called}
    - name: work
      container: {image: busybox}
`;

const atBorders = {
  pre_root: [{ id: 'start', ...shell }],
  final: [{ id: 'tell', ...shell }],
};
const behindOf = (task: string, rule: object = {}) => ({
  post_task: [{ id: 'gate', ...shell, each: 'step', tasks: [task], ...rule }],
});

describe.skipIf(argoSimulator.missing)('a failure that a called template forgives at its end', () => {
  test.concurrent.each([
    ['before a failure handler, between hooks at both ends', workflow(tasks), atBorders, ['a', 'b']],
    ['before a skipped task, between hooks at both ends', workflow(tasks, skipped), atBorders, ['b']],
    ['in a list of steps, between hooks at both ends', workflow(steps), atBorders, ['b']],
    ['in what the last step calls, between hooks at both ends', workflow(between), atBorders, ['d']],
    ['behind a gate at the call', workflow(tasks), behindOf('call'), ['a', 'b']],
    ['behind a gate at the call of steps', workflow(steps), behindOf('call'), ['b']],
    ['before a gate behind the last task', workflow(tasks), behindOf('b'), ['b']],
    ['before a hook that may fail', workflow(tasks), behindOf('b', { on_failure: 'continue' }), ['a', 'b']],
    ['before one that nothing waits for', workflow(tasks), behindOf('b', { await: false }), ['a', 'b']],
  ])(
    '%s, makes the run fail as it does without hooks',
    async (_, text, injections, failing) => {
      const { ok, outputs, diagnostics } = compile(inputOf(text, { enabled: true, injections }));
      expect(ok).toBe(true);
      expect(outputs[0]!.text).toContain('name: hook-');
      for (const name of [undefined, ...failing]) {
        const plan = name === undefined ? {} : { [name]: { fails: 9 } };
        const [before, after] = await Promise.all(
          [text, outputs[0]!.text].map((one) => argoSimulator.run({ path: 'w.yaml', text: one }, plan)),
        );
        expect([name, before!.phase]).toEqual([name, name === undefined ? 'Succeeded' : 'Failed']);
        expect([name, after!.phase]).toEqual([name, before!.phase]);
      }
      // Where a task before fails, a gate that is left out makes the call fail: that is reported, and below.
      const isGate = 'post_task' in injections && injections.post_task[0]!.tasks[0] === 'b' && failing.length === 1;
      expect(diagnostics.filter(({ code }) => code === 'DW644')).toHaveLength(isGate ? 1 : 0);
    },
    60_000,
  );

  test.concurrent.each([
    ['a hook behind the last step', workflow(steps), behindOf('b', { on_failure: 'continue' }), 'b'],
    ['a gate behind the last step', workflow(steps), behindOf('b'), 'b'],
    ['a gate behind what the last step calls', workflow(between), behindOf('b'), 'd'],
    ['a gate that is left out behind a task', workflow(tasks), behindOf('b'), 'a'],
  ])(
    '%s lets the run succeed, which is reported',
    async (_, text, injections, failing) => {
      const { outputs, diagnostics } = compile(inputOf(text, { enabled: true, injections }));
      const runs = await Promise.all(
        [text, outputs[0]!.text].map((one) =>
          argoSimulator.run({ path: 'w.yaml', text: one }, { [failing]: { fails: 9 } }),
        ),
      );
      expect(runs.map((run) => run!.phase)).toEqual(['Failed', 'Succeeded']);
      const said = diagnostics.find(({ code }) => code === 'DW644');
      expect(said?.message).toMatch(/^where .* fails, `main` fails without the hook of rule gate behind `b`/);
    },
    60_000,
  );

  test.each([
    ['nothing is left out behind the call', workflow(steps, '{name: c, template: work, depends: call}')],
    [
      'it is called by no DAG',
      workflow(steps).replace(/dag:\n.*\n.*\n.*\n/, 'steps: [[{name: call, template: inner}]]\n'),
    ],
    [
      'a task runs in between',
      workflow(steps, `{name: c, template: work, depends: call}\n          - ${handler.replace('call', 'c')}`),
    ],
  ])('where %s, nothing is reported', (_, text) => {
    const { ok, diagnostics } = compile(inputOf(text, { enabled: true, injections: behindOf('b') }));
    expect([ok, diagnostics.filter(({ code }) => code === 'DW644')]).toEqual([true, []]);
  });
});
