import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { expectThereAndBack, inputOf } from '../../there-and-back.js';

const head =
  'apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {name: w}\nspec:\n  entrypoint: hook-main\n  templates:\n';
const work = '  - {name: hook-work, container: {image: i, command: [kubectl, apply]}}\n';
const main = (...tasks: readonly string[]) =>
  `  - name: hook-main\n    dag:\n      tasks:\n${tasks.map((task) => `      - ${task}\n`).join('')}`;

const rule = (id: string, more: object = {}) => ({ id, type: 'shell', command: `./${id}`, ...more });

const texts = {
  'tasks with lists': `${head}${main('{name: hook-a, template: hook-work}', '{name: b, template: hook-work, dependencies: [hook-a]}')}${work}`,
  'tasks with expressions': `${head}${main('{name: hook-a, template: hook-work}', '{name: b, template: hook-work, depends: hook-a}', '{name: hook-c, template: hook-work, depends: b && hook-a.Succeeded}', '{name: d, template: hook-work, depends: hook-c.Failed || b}')}${work}`,
  'a template that a run begins with': `${head.replace('hook-main', 'hook-work')}${work}`,
};

test.each(Object.entries(texts))('%s that are called like hooks are those of the workflow', (_, text) => {
  expectThereAndBack(
    [text],
    {
      'around each': { pre_task: [rule('gate')], post_task: [rule('check', { on_failure: 'continue' })] },
      'at the ends': { pre_root: [rule('a')], final: [rule('c')] },
    },
    undefined,
  );
});

test('the tasks of a template that is called like a hook are guarded', () => {
  const guarded = {
    hooks: { enabled: true, injections: { pre_task: [rule('gate', { match: { runs: 'kubectl *' } })] } },
  };
  const steps = '  - name: hook-sub\n    steps:\n    - - {name: c, template: hook-work}\n';
  const text = `${head}${main('{name: a, template: hook-sub}')}${steps}${work}`;
  expect(compile(inputOf(text, guarded, undefined)).outputs[0]!.text).toContain('name: hook-gate-c');
});

test('where the step that a hook goes in front of is missing, the hook asks for its own task alone', () => {
  const rules = { post_task: [rule('check', { before: 'deploy*' })] };
  const text = `${head}${main('{name: a, template: hook-work}', '{name: b, template: hook-work, depends: a.Succeeded}')}${work}`;
  expectThereAndBack([text], { behind: rules }, undefined);
  const config = { hooks: { enabled: true, injections: rules } };
  expect(compile(inputOf(text, config, undefined)).outputs[0]!.text).toMatch(/hook-check-a\n +depends: a\n/);
});
