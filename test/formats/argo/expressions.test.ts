import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { verify } from '../../../src/verify.js';
import { expectThereAndBack, inputOf } from '../../there-and-back.js';

const workflow = (...tasks: readonly string[]) =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {name: w}\nspec:\n  entrypoint: main\n  templates:\n    - name: main\n      dag:\n        tasks:\n${tasks.map((task) => `          - ${task}\n`).join('')}    - {name: work, container: {image: i}}\n`;
const shell = (id: string, more: object = {}) => ({ id, type: 'shell', command: `./${id}`, ...more });
const rules = {
  'around each': { pre_task: [shell('gate')], post_task: [shell('check')] },
  'at the ends': { pre_root: [shell('start')], final: [shell('end')] },
};
const withRules = (text: string, injections: object = rules['around each']) =>
  inputOf(text, { hooks: { enabled: true, injections } }, undefined);

const a = '{name: a, template: work}';
const asks = '{name: c, template: work, depends: a.Succeeded}';

describe('an expression that says nothing is filled in, and empty again without hooks', () => {
  test.each([
    ['no value', workflow(a, 'name: b\n            template: work\n            depends:', asks)],
    ['no value in the middle', workflow(a, 'name: b\n            depends:\n            template: work', asks)],
    ['null', workflow(a, '{name: b, depends: null, template: work}', asks)],
    ['an empty text', workflow(a, '{name: b, template: work, depends: ""}', asks)],
    ["an empty text in ' '", workflow(a, "{name: b, depends: '', template: work}", asks)],
    ['an empty text, and no other expression', workflow(a, '{name: b, template: work, depends: ""}')],
    [
      'an empty text, and lists elsewhere',
      workflow(a, '{name: b, template: work, depends: ""}', '{name: c, template: work, dependencies: [a]}'),
    ],
    ['an empty list elsewhere', workflow(a, '{name: b, template: work, dependencies: []}', asks)],
  ])('%s', (_, text) => {
    expectThereAndBack([text], rules, undefined);
  });
});

test.each(['[a]', '{a: b}'])('an expression that is no text is refused: %s', (value) => {
  const text = workflow(a, `{name: b, template: work, depends: ${value}}`);
  const { ok, diagnostics } = compile(withRules(text));
  expect([ok, diagnostics.map(({ code }) => code)]).toEqual([false, ['DW253']]);
});

test.each([
  ['in front', 'a.Succeeded', 'a.Succeeded && hook-gate-b', 'hook-gate-b && a.Succeeded'],
  ['in the middle', 'a.Succeeded && a', 'a.Succeeded && a && hook-gate-b', 'a.Succeeded && hook-gate-b && a'],
  [
    'in front of brackets',
    'a || c',
    '(a || c) && (hook-gate-b || hook-gate-b.Omitted)',
    '(hook-gate-b || hook-gate-b.Omitted) && (a || c)',
  ],
])('a hook that somebody moved within an expression is taken out there: %s', (_, own, written, moved) => {
  const text = workflow(a, `{name: b, template: work, depends: ${own}}`, '{name: c, template: work}');
  const injections = { pre_task: [shell('gate', { tasks: ['b'] })] };
  const once = compile(withRules(text, injections)).outputs[0]!.text;
  const input = withRules(once.replace(`depends: ${written}`, `depends: ${moved}`), injections);
  expect(input.workflow[0]!.text).not.toBe(once);
  expect(compile(input).outputs[0]!.text).toBe(once);
  expect(verify(input).ok).toBe(true);
});

test.each([
  'a.Succeeded || (a.Skipped && c)',
  'a || (a.Omitted && c.Succeeded)',
  'c && (a || (a.Omitted && d))',
  '(a.Skipped && c) || (a.Omitted && d)',
])('a hook in front of a task has all that the task asks for, also where that looks like what hooks ask: %s', (own) => {
  const text = workflow(
    `{name: a, template: work, when: "{{workflow.name}} == x"}`,
    '{name: c, template: work}',
    '{name: d, template: work, depends: c}',
    `{name: b, template: work, depends: ${own}}`,
  );
  expectThereAndBack(
    [text],
    { ...rules, 'in front of it': { pre_task: [shell('gate', { tasks: ['b'] })] } },
    undefined,
  );
});

describe('a gate runs after each end after which a task behind it goes on, if that also goes on after a success', () => {
  test.each([
    ['b.Succeeded', 'b'],
    ['b.Failed', 'b'],
    ['b.Failed || b.Errored', 'b'],
    ['!b.Succeeded', 'b'],
    ['b.Succeeded || a.Failed', 'b'],
    ['b.AllFailed || b.Skipped', 'b'],
    ['b.Succeeded && a.Failed', 'b'],
    ['b || b.Failed', '(b || b.Failed)'],
    ['a.Failed && (b.Errored || b.Daemoned)', '(b || b.Errored)'],
    ['!b.Skipped && !b.Omitted', '(b || b.Failed || b.Errored)'],
    ['!b.Failed && !b.Omitted', '(b || b.Errored)'],
    ['b.AnySucceeded', '(b || b.AnySucceeded)'],
    ['b.AnySucceeded || b.Failed', '(b || b.Failed || b.AnySucceeded)'],
    ['b.Succeeded || (b.Failed && b.AnySucceeded)', '(b || b.AnySucceeded)'],
  ])('%s: %s', (own, asked) => {
    const text = workflow(a, '{name: b, template: work}', `{name: c, template: work, depends: "${own}"}`);
    const gate = { post_task: [shell('gate', { tasks: ['b'] })] };
    expect(compile(withRules(text, gate)).outputs[0]!.text).toMatch(
      `name: hook-gate-b\n            depends: ${asked}\n`,
    );
    expectThereAndBack([text], { gate }, undefined);
  });
});
