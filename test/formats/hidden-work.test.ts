import { describe, expect, test } from 'vitest';
import { compileWithFixes } from '../../src/cli/run-compile.js';
import { compile } from '../../src/compile.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { inputOf } from '../compile/one-text.js';

const github = (runner: string, steps: string) =>
  `on: push\njobs:\n  roll-out:\n    ${runner}: ubuntu-latest\n    ${steps}:\n      - run: terraform apply\n`;
const argo = (templates: string, dag: string, tasks: string) =>
  `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: main}
spec:
  entrypoint: main
  ${templates}:
    - name: main
      ${dag}:
        ${tasks}:
          - {name: roll-out, template: apply}
    - name: apply
      container: {image: terraform, command: [terraform, apply]}
`;

const hooks = {
  enabled: true,
  injections: {
    pre_task: [{ id: 'scan', type: 'shell', command: './scan', match: { runs: 'terraform apply' }, optional: true }],
  },
};

describe('what hides from the rules what runs is an error, and --fix lets the gate in', () => {
  test.each([
    ['GitHub, step', github('runs-on', 'step'), github('runs-on', 'steps')],
    ['GitHub, scripts', github('runs-on', 'scripts'), github('runs-on', 'steps')],
    ['GitHub, runs_on', github('runs_on', 'steps'), github('runs-on', 'steps')],
    ['Argo, task', argo('templates', 'dag', 'task'), argo('templates', 'dag', 'tasks')],
    ['Argo, steps in a dag', argo('templates', 'dag', 'steps'), argo('templates', 'dag', 'tasks')],
    ['Argo, Dag', argo('templates', 'Dag', 'tasks'), argo('templates', 'dag', 'tasks')],
    ['Argo, template', argo('template', 'dag', 'tasks'), argo('templates', 'dag', 'tasks')],
  ])('%s', (_, written, meant) => {
    const found = compile(inputOf(written, hooks));
    expect([found.ok, found.diagnostics.some(({ code }) => code === 'DW284')]).toEqual([false, true]);
    const fixed = compileWithFixes(inputOf(written, hooks), createCollector().report);
    expect(fixed.outputs).toEqual(compile(inputOf(meant, hooks)).outputs);
    expect(fixed.outputs[0]!.text).toContain('./scan');
  });
});

const action = (key: string) =>
  `name: Roll out\nruns:\n  using: composite\n  ${key}:\n    - run: terraform apply\n      shell: bash\n`;

test('the steps of an action under another key are an error with a fix, too', () => {
  const found = compile(inputOf(action('step'), hooks));
  expect(found.diagnostics.map(({ code }) => code)).toEqual(['DW284']);
  const fixed = compileWithFixes(inputOf(action('step'), hooks), createCollector().report);
  expect(fixed.outputs).toEqual(compile(inputOf(action('steps'), hooks)).outputs);
  expect(fixed.outputs[0]!.text).toContain('./scan');
});

describe('what is no list where one has to be is an error', () => {
  const jobs = (steps: string) => `on: push\njobs:\n  roll-out:\n    runs-on: x\n    steps: ${steps}\n`;
  const tasks = '\n          - {name: roll-out, template: apply}';
  test.each([
    ['GitHub, a mapping', jobs('{run: terraform apply}'), '`steps` of a job'],
    ['GitHub, a text', jobs('terraform apply'), '`steps` of a job'],
    ['GitHub, an action', action('steps').replace('- run', '  run'), '`steps` of an action'],
    [
      'Argo, tasks',
      argo('templates', 'dag', 'tasks').replace(tasks, ' {roll-out: {template: apply}}'),
      '`tasks` of a dag',
    ],
    [
      'Argo, steps',
      argo('templates', 'dag', 'tasks').replace(
        `dag:\n        tasks:${tasks}`,
        'steps: {name: roll-out, template: apply}',
      ),
      '`steps` of a template',
    ],
    [
      'Argo, templates',
      'apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {name: w}\nspec:\n  entrypoint: a\n  templates: {a: {suspend: {}}}\n',
      '`templates` of the workflow',
    ],
  ])('%s', (_, text, what) => {
    const { ok, diagnostics } = compile(inputOf(text, hooks));
    const found = diagnostics.filter(({ code }) => code === 'DW285');
    expect([ok, found.map(({ message }) => message.split(' must be')[0])]).toEqual([false, [what]]);
    expect(found[0]!.request).toMatch(/Write a list there/);
  });
});

describe('a need of nobody, and a circle, are reported in the words of the engine', () => {
  const needs = (first: string) => ({
    dagu: `type: graph\nsteps:\n  - {name: a, command: x, depends: [${first}]}\n  - {name: b, command: x, depends: [a]}\n`,
    'github-actions': `on: push\njobs:\n  a: {runs-on: x, needs: [${first}], steps: [{run: x}]}\n  b: {runs-on: x, needs: [a], steps: [{run: x}]}\n`,
    'gitlab-ci': `a: {script: [x], needs: [${first}]}\nb: {script: [x], needs: [a]}\n`,
    argo: argo('templates', 'dag', 'tasks').replace(
      '{name: roll-out, template: apply}',
      `{name: a, template: apply, dependencies: [${first}]}\n          - {name: b, template: apply, dependencies: [a]}`,
    ),
  });

  test.each([
    ['dagu', 'step'],
    ['github-actions', 'job'],
    ['gitlab-ci', 'job'],
    ['argo', 'task'],
  ] as const)('%s: %s', (language, item) => {
    const said = (first: string) =>
      compile(inputOf(needs(first)[language], hooks)).diagnostics.map(({ code, message, help, request }) =>
        /DW20[78]/.test(code) ? `${message} ${help} ${request}` : '',
      );
    expect(said('nobody').join('')).toMatch(
      new RegExp(`no ${item} has this name Name an existing ${item}.*The ${item} \`a\` depends`),
    );
    expect(said('b').join('')).toMatch(new RegExp(`the ${item}s of .* none of these ${item}s .*The ${item}s of`));
  });
});

test('a key that is there twice: the model is asked to keep one', () => {
  const { diagnostics } = compile(inputOf(github('name: a\n    name', 'steps'), hooks));
  expect(diagnostics.find(({ code }) => code === 'DW102')?.request).toBe(
    'The key "name" is there twice in one mapping. Keep one of the two, with all that belongs to it, and remove the other.',
  );
});
