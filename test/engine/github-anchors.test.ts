import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputFor } from '../formats/github-actions/corpus.js';
import { runAct } from './act.js';
import { act } from './engines.js';

const work = (name: string) =>
  `runs-on: ubuntu-latest, steps: [{run: 'echo ${name} >> "$OUT"; test ! -e "$FAIL/${name}"'}]`;
const hook = (id: string, more: object) => {
  return { id, type: 'shell', command: `echo ${id} >> "$OUT"; test ! -e "$FAIL/${id}"`, ...more };
};

describe.skipIf(act.missing).concurrent(`hooks before a job with a condition: ${act.title}`, () => {
  const ran = async (condition: string, failing: readonly string[]) => {
    const text = [
      'on: push',
      'jobs:',
      `  build: {${work('build')}}`,
      `  job: {needs: [build], if: "\${{ ${condition} }}", ${work('job')}}`,
      '',
    ].join('\n');
    const rules = {
      pre_root: [hook('gate', { before: 'job' })],
      post_roots: [hook('second', { before: 'job', order: 1 })],
    };
    const { outputs } = compile(
      inputFor({ path: 'w.yml', text }, rules, { github_actions: { setup: [{ run: 'true' }] } }),
    );
    const { code, trace } = await runAct(outputs[0]!.text, { failing });
    return `${trace.join(' ')}: ${code}`;
  };

  test.each([
    ["github.event_name == 'never'", ['gate'], 'build: 0'],
    ["github.event_name == 'push'", [], 'build gate second job: 0'],
    ["needs.build.result == 'success'", ['gate'], 'build gate: 1'],
    ['failure()', ['gate'], 'build: 0'],
    ['failure()', ['build'], 'build gate second job: 1'],
    ['always()', ['build'], 'build gate second job: 1'],
    ['always()', ['build', 'gate'], 'build gate: 1'],
    ['always()', ['build', 'second'], 'build gate second: 1'],
  ])('run where it does: %s, where %j fail', async (condition, failing, expected) => {
    expect(await ran(condition, failing)).toBe(expected);
  });
});

test.skipIf(act.missing)(
  'a hook for a called workflow that an anchor puts behind another job runs behind that job',
  async () => {
    const text = [
      'on: push',
      'jobs:',
      `  build: {${work('build')}}`,
      `  late: {needs: [build], ${work('late')}}`,
      '  ship: {needs: [build, late], if: "${{ needs.late.result == \'failure\' }}", uses: ./.github/workflows/ship.yml}',
      `  test: {needs: [build], ${work('test')}}`,
      '',
    ].join('\n');
    const pre_task = [hook('gate', { tasks: ['ship'], after: 'build' })];
    const setup = { github_actions: { setup: [{ run: 'true' }] } };
    const { outputs } = compile(inputFor({ path: 'w.yml', text }, { pre_task }, setup));
    const others = { '.github/workflows/ship.yml': `on: workflow_call\njobs:\n  inner: {${work('ship')}}\n` };
    const { trace, log } = await runAct(outputs[0]!.text, { others });
    expect([...trace].sort(), log).toEqual(['build', 'gate', 'late', 'test']);
  },
);
