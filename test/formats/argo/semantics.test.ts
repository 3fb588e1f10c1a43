import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';
import { argoLint } from '../../engine/argo.js';

/** One rule that goes by nothing in the text. */
const hooks = {
  enabled: true,
  injections: { final: [{ id: 'end', type: 'shell', command: './end', optional: true }] },
};

function workflow(tasks: readonly string[], more: readonly string[] = [], entrypoint = 'main'): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: w}
spec:
  entrypoint: ${entrypoint}
  templates:
    - name: main
      dag:
        tasks:
${tasks.map((task) => `          - ${task}\n`).join('')}    - name: work
      container: {image: busybox, command: [ls]}
${more.map((line) => `    ${line}\n`).join('')}`;
}

const a = '{name: a, template: work}';
const steps = (lists: string) => `- {name: steps, steps: ${lists}}`;

/** What the schema lets through and Argo refuses, with what is said of it. */
const refused: readonly (readonly [what: string, text: string, code: string, says: RegExp])[] = [
  ['an unknown template', workflow(['{name: a, template: wrok}']), 'DW256', /`wrok`.*did you mean `work`/],
  ['an unknown template of a step', workflow([a], [steps('[[{name: b, template: no}]]')]), 'DW256', /`no`/],
  ['an unknown entrypoint', workflow([a], [], 'mian'), 'DW254', /`mian`.*did you mean `main`/],
  ['an unknown dependency', workflow([a, '{name: b, template: work, dependencies: [aa]}']), 'DW207', /`aa`/],
  ['an unknown task in an expression', workflow([a, '{name: b, template: work, depends: "a && c"}']), 'DW207', /`c`/],
  [
    'a circle of dependencies',
    workflow(['{name: a, template: work, dependencies: [b]}', '{name: b, template: work, dependencies: [a]}']),
    'DW208',
    /a waits for b waits for a|b waits for a waits for b/,
  ],
  [
    'a circle of expressions',
    workflow(['{name: a, template: work, depends: b.Succeeded}', '{name: b, template: work, depends: a.Failed}']),
    'DW208',
    /waits for/,
  ],
  ['a task of itself', workflow(['{name: a, template: work, dependencies: [a]}']), 'DW208', /a waits for a/],
  ['two tasks of one name', workflow([a, a]), 'DW206', /`a`/],
  ['two templates of one name', workflow([a], ['- {name: work, container: {image: x}}']), 'DW257', /`work`/],
  [
    'two steps of one name',
    workflow([a], [steps('[[{name: b, template: work}], [{name: b, template: work}]]')]),
    'DW206',
    /`b`/,
  ],
  ['a name with an underscore', workflow(['{name: a_b, template: work}']), 'DW258', /`a_b`/],
  ['a name with a dot', workflow(['{name: a.b, template: work}']), 'DW258', /`a\.b`/],
  ['a name that begins with a dash', workflow(['{name: -a, template: work}']), 'DW258', /`-a`/],
  [
    'a name with a tag of each item',
    workflow(['{name: "a-{{item}}", template: work, withItems: [b]}']),
    'DW258',
    /a tag/,
  ],
  [
    'a name with a tag that is not closed',
    workflow(['{name: "a-{{workflow.parameters.x", template: work}']),
    'DW258',
    /a tag/,
  ],
  [
    'a template with a tag in its name',
    workflow([a], ['- {name: "w-{{workflow.name}}", suspend: {}}']),
    'DW258',
    /`w-/,
  ],
  ['a task without a name', workflow(['{template: work}']), 'DW258', /has no name/],
  ['a name that is too long', workflow([`{name: ${'a'.repeat(129)}, template: work}`]), 'DW258', /128/],
  ['a name that is a truth value', workflow(['{name: yes, template: work}']), 'DW258', /truth value/],
  ['an odd name of a template', workflow([a], ['- {name: w_k, container: {image: x}}']), 'DW258', /`w_k`/],
  [
    'outputs of a task that does not run before',
    workflow([
      a,
      '{name: b, template: work, arguments: {parameters: [{name: p, value: "{{tasks.a.outputs.result}}"}]}}',
    ]),
    'DW260',
    /does not run behind/,
  ],
  [
    'outputs of a task of elsewhere',
    workflow([a, '{name: b, template: work, dependencies: [a], when: "{{tasks.aa.status}} == Failed"}']),
    'DW260',
    /no such task/,
  ],
  [
    'outputs of a task that runs behind',
    workflow([
      '{name: a, template: work, when: "{{tasks.b.status}} == x"}',
      '{name: b, template: work, dependencies: [a]}',
    ]),
    'DW260',
    /does not run behind/,
  ],
  [
    'outputs of a task before it has run',
    workflow(['{name: a, template: work, arguments: {parameters: [{name: p, value: "{{tasks.a.outputs.result}}"}]}}']),
    'DW260',
    /`a` uses what it gives itself/,
  ],
  [
    'both languages of dependencies',
    workflow([a, '{name: b, template: work, dependencies: [a]}', '{name: c, template: work, depends: a}']),
    'DW255',
    /`dependencies` and `depends`/,
  ],
  ['an expression that cannot be read', workflow([a, '{name: b, template: work, depends: "a &&"}']), 'DW253', /a &&/],
  [
    'a result that tasks do not have',
    workflow([a, '{name: b, template: work, depends: a.Suceeded}']),
    'DW259',
    /did you mean `Succeeded`/,
  ],
  [
    'two kinds in one template',
    workflow([a], ['- {name: x, container: {image: x}, suspend: {}}']),
    'DW263',
    /one of them only/,
  ],
  [
    'a task that runs two things',
    workflow(['{name: a, template: work, inline: {suspend: {}}}']),
    'DW262',
    /one of them only/,
  ],
  ['a task that runs nothing', workflow(['{name: a}']), 'DW262', /does not say what it runs/],
  ['a step in no list', workflow([a], [steps('[{name: b, template: work}]')]), 'DW261', /list of steps/],
];

/** The validator lets these by, and the run ends on them. */
const takenByValidator = ['an expression that cannot be read', 'a task that runs two things'];

describe('what no schema finds is found', () => {
  test.each(refused)('%s', (_, text, code, says) => {
    const { ok, diagnostics } = compile(inputOf(text, hooks));
    const found = diagnostics.filter((one) => one.severity === 'error' && one.code === code);
    expect([ok, found.length > 0], JSON.stringify(diagnostics)).toEqual([false, true]);
    expect(found.map(({ message }) => message).join('\n')).toMatch(says);
    expect(found[0]!.span?.file).toBe('it.yaml');
  });

  test('and what Argo takes is taken', () => {
    const fine = workflow([
      a,
      '{name: b, template: work, dependencies: [a], when: "{{tasks.a.status}} == Succeeded"}',
      '{name: c, template: work, dependencies: [b], arguments: {parameters: [{name: p, value: "{{tasks.a.status}}"}]}}',
    ]);
    expect(compile(inputOf(fine, hooks)).diagnostics).toEqual([]);
  });

  test.skipIf(argoLint.missing)(`${argoLint.title} refuses the same, but for two`, () => {
    const files = refused.map(([, text], index) => ({ path: `${index}.yaml`, text }));
    const said = argoLint.ofAll(files);
    const taken = refused.flatMap(([what], index) => (said[index]!.join('') === '[]' ? [what] : []));
    expect(taken).toEqual(takenByValidator);
  });
});

describe('braces that are not closed are refused', () => {
  const compiledWith = (rule: object) =>
    compile(inputOf(workflow([a]), { enabled: true, vars: { odd: '{{ never' }, injections: { final: [rule] } }));

  test.each([
    ['in a command', { command: "docker ps --format '{{.Names'" }],
    ['in front of others', { command: 'echo {{ {{workflow.name}}' }],
    ['in the env of a rule', { command: 'true', env: { A: 'x {{workflow.name' } }],
  ])('%s', (_, fields) => {
    const { ok, diagnostics } = compiledWith({ id: 'end', type: 'shell', ...fields });
    expect([ok, diagnostics.map(({ code }) => code)]).toEqual([false, ['DW624']]);
  });

  test('a tag beside a value in one variable is refused, and one alone reaches Argo', () => {
    const env = { BOTH: '{{workflow.name}} {{vars.odd}}', OWN: '{{workflow.name}}' };
    const rule = { id: 'end', type: 'shell', command: 'true', env };
    expect(compiledWith(rule).diagnostics.map(({ code }) => code)).toEqual(['DW275']);
    const { outputs } = compiledWith({ ...rule, env: { OWN: env.OWN } });
    expect(outputs[0]!.text).toContain('value: "{{workflow.name}}"');
  });

  test('but not in values, nor where they are closed, nor those that only close', () => {
    const command = `docker ps --format '{{.Names}}' {{vars.odd}}; echo '{"a":{"b":1}}' {{=1+1}} {{workflow.name}}`;
    const { outputs, diagnostics } = compiledWith({ id: 'end', type: 'shell', command });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const part of ["'{{.Names}}'", `'{"a":{"b":1}}' {{=1+1}} {{workflow.name}}`])
      expect(outputs[0]!.text).toContain(part);
  });
});

describe('rules go by labels and variables', () => {
  const text = workflow(
    [
      '{name: a, template: work}',
      '{name: b, template: staged}',
      '{name: late, template: late}',
      '{name: wide, template: wide}',
    ],
    [
      '- {name: staged, container: {image: x, command: [ls], env: [{name: STAGE, value: prod-eu}, {name: EMPTY}]}}',
      '- {name: late, container: {image: x, command: [ls], env: [{name: TOKEN, valueFrom: {secretKeyRef: {name: a, key: b}}}, {name: REGION, value: "{{workflow.name}}"}]}}',
      '- {name: wide, container: {image: x, command: [ls], envFrom: [{configMapRef: {name: a}}]}}',
    ],
  )
    .replace('metadata: {name: w}', 'metadata: {name: w, labels: {tier: prod}}')
    .replace('  entrypoint:', '  podMetadata: {labels: {team: shop}}\n  entrypoint:');
  const matched = (match: object) =>
    compile(
      inputOf(text, {
        enabled: true,
        injections: { pre_task: [{ id: 'scan', type: 'shell', command: './scan', match, optional: true }] },
      }),
    ).outputs[0]!.text.match(/hook-scan-\w+(?=\n)/g) ?? [];

  test.each([
    [{ labels: { tier: 'prod' }, step: '?' }, ['hook-scan-a', 'hook-scan-b']],
    [{ labels: { team: 's*' }, step: '?' }, ['hook-scan-a', 'hook-scan-b']],
    [{ labels: { tier: 'test' } }, []],
    [{ labels: ['tier'], step: '?' }, ['hook-scan-a', 'hook-scan-b']],
    [{ env: { STAGE: 'prod*' }, step: '?' }, ['hook-scan-b']],
    [{ env: { STAGE: 'test*' }, step: '?' }, []],
    [{ env: { TOKEN: 'x' } }, ['hook-scan-late', 'hook-scan-wide']],
    [{ env: { REGION: 'eu-*' } }, ['hook-scan-late', 'hook-scan-wide']],
    [{ env: { REGION: 'eu-*' }, unsure: 'skip' }, []],
    [{ env: { ANY: 'x' } }, ['hook-scan-wide']],
    [{ cel: "has(step.env.REGION) && step.env.REGION == 'eu-1'" }, ['hook-scan-late', 'hook-scan-wide']],
    [{ env: { STAGE: '*' }, labels: { tier: 'prod' }, step: '?' }, ['hook-scan-b']],
    [{ not: { env: { STAGE: 'prod*' } }, labels: { tier: 'prod' }, step: '?' }, ['hook-scan-a']],
  ])('%j', (match, hooksThere) => {
    expect(matched(match)).toEqual(hooksThere);
  });
});
