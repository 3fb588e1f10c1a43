import { describe, expect, test } from 'vitest';
import { compileWithFixes } from '../../src/cli/run-compile.js';
import { compile } from '../../src/compile.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { inputOf as inputWith } from '../compile/one-text.js';

const hooks = {
  enabled: true,
  injections: { final: [{ type: 'shell', command: 'echo tidy', optional: true }] },
};
const inputOf = (text: string) => inputWith(text, hooks, { assumeVersion: '1.30' });

const dagu = 'name: d\nsteps:\n  - name: build\n    command: make\n';
const daguTexts = 'steps:\n  - make\n  - make test\n';
const github =
  'on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n  lint:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make lint\n';
const argo = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {generateName: build-}
spec:
  entrypoint: main
  templates:
    - name: main
      dag:
        tasks:
          - {name: build, template: work}
    - name: work
      container: {image: busybox}
`;
const gitlab = 'stages: [build]\nbuild-job:\n  stage: build\n  script:\n    - make\n';
const gitlabBare = 'build-job:\n  script:\n    - make\n';
const included = 'include:\n  - local: jobs.yml\n';

/** A workflow, the key in it by which its engine is known, and what is written instead. */
const misspelt: readonly (readonly [string, string, string, string])[] = [
  ['Dagu', dagu, 'steps', 'stepps'],
  ['Dagu', dagu, 'steps', 'setps'],
  ['Dagu', dagu, 'steps', 'Stpes'],
  ['Dagu, steps that are texts', daguTexts, 'steps', 'stepps'],
  ['Dagu, steps that are texts', daguTexts, 'steps', 'step'],
  ['GitHub', github, 'jobs', 'jbos'],
  ['GitHub', github, 'jobs', 'job'],
  ['GitHub', github, 'jobs', 'tasks'],
  ['GitHub', github, 'jobs', 'steps'],
  ['GitHub, jobs that a list of steps shows', github.replaceAll(/ +runs-on.*\n/g, ''), 'jobs', 'jbos'],
  ['Argo', argo, 'apiVersion', 'apiVersoin'],
  ['Argo', argo, 'apiVersion', 'api_version'],
  ['Argo', argo, 'kind', 'knid'],
  ['Argo', argo, 'spec', 'spce'],
  ['Argo', argo, 'templates', 'templtes'],
  ['Argo', argo, 'entrypoint', 'entrypiont'],
  ['Argo', argo, 'entrypoint', 'entry_point'],
  ['GitLab', gitlab, 'script', 'scirpt'],
  ['GitLab', gitlab, 'script', 'commands'],
  ['GitLab, a file that includes others', included, 'include', 'includ'],
  ['GitLab, without stages', gitlabBare, 'script', 'scirpt'],
];

describe.each(misspelt)('%s: ', (_, whole, meant, written) => {
  const text = whole.replaceAll(new RegExp(`\\b${meant}(?=:)`, 'g'), written);
  const expected = compile(inputOf(whole)).outputs[0]!.text;

  test(`\`${written}\` for \`${meant}\` is one error, which names both and points at the key`, () => {
    const { ok, diagnostics } = compile(inputOf(text));
    const [found, ...others] = diagnostics.filter(({ severity }) => severity !== 'note');
    expect([ok, others]).toEqual([false, []]);
    expect(text.slice(found!.span!.start, found!.span!.end)).toBe(written);
    expect(found!.message).toContain(`\`${written}\``);
    expect(found!.message).toContain(`the key is \`${meant}\``);
    expect(found!.help).toBe(`Write \`${meant}\`; \`apply --fix\` does it for you.`);
  });

  test(`\`${written}\` is put right by --fix`, () => {
    expect(compileWithFixes(inputOf(text), createCollector().report).outputs[0]?.text).toBe(expected);
  });
});

test.each([
  ['stops of a bus', 'stops:\n  - {name: a, at: 1}\n'],
  ['jobs of people', 'job:\n  baker: {salary: 1}\n'],
  ['scripts of a package', '{"name": "x", "scripts": {"build": "make", "test": "make test"}}'],
  ['templates of another resource', 'apiVersion: v1\nkind: List\nspec:\n  templates: [{name: a}]\n'],
])('%s are no workflow, and no key of one is named', (_, text) => {
  expect(compile(inputOf(text)).diagnostics.map(({ code }) => code)).toEqual([
    text.includes('kind') ? 'DW114' : 'DW109',
  ]);
});

test('both lines that make a document one of Argo are named at once', () => {
  const text = argo.replace('apiVersion', 'apiVersoin').replace('kind', 'knid');
  expect(compile(inputOf(text)).diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'DW281 `apiVersoin` is not known, so nothing reads this document; the key is `apiVersion`',
    'DW281 `knid` is not known, so nothing reads this document; the key is `kind`',
  ]);
  expect(compileWithFixes(inputOf(text), createCollector().report).ok).toBe(true);
});

test.each([
  ['a tab before a key', 'test:\n\tscript: make\n', 'invalid YAML: this line is indented with a tab'],
  ['a tab before a dash', 'test:\n  script:\n\t- make\n', 'invalid YAML: this line is indented with a tab'],
  [
    'a value that begins with @',
    'test:\n  script: @make\n',
    'invalid YAML: plain value cannot start with reserved character @',
  ],
  ['two keys on a line', 'hello: world: x\n', 'invalid YAML: a second key on one line'],
])('a text that shows no language because of %s has that as its message', (_, text, message) => {
  expect(compile(inputOf(text)).diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([`DW101 ${message}`]);
});
