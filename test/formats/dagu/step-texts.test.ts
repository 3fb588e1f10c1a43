import { expect, test } from 'vitest';
import { dagu } from '../../../src/formats/dagu/index.js';
import type { StepTexts } from '../../../src/formats/format.js';

const questions = { isAskedFor: () => false, mayTearDown: () => false };

/** Of documents behind a root that calls each of them. */
function textsOf(documents: readonly string[], targetVersion: string): readonly (StepTexts | undefined)[] {
  const names = documents.map((text) => /^name: (.*)$/m.exec(text)![1]!);
  const calls = names.map((name) => `  - name: c-${name}\n    call: ${name}\n`);
  const leaf = 'name: leaf\nsteps:\n  - name: one\n    command: make\n';
  const text = [`name: root\nsteps:\n${calls.join('')}`, ...documents, leaf].join('---\n');
  const options = { targetVersion, assumeVersion: undefined, defaults: undefined, settings: undefined } as never;
  const plain = dagu.createPlainReader!().open([{ path: 'bundle.yaml', text }], options, questions)!;
  return names.map((_, at) => plain.stepTexts(at + 1));
}

const step = (line: string) => (name: string) =>
  `name: ${name}\nsteps:\n  - name: one\n    ${line.replaceAll('@', name)}\n`;
const pairOf = (
  of: (name: string) => string,
  [one, other]: readonly [string, string] = ['T0001', 'T0002'],
  version = '1.30',
) => textsOf([of(one), of(other)], version);

test.each<readonly [string, (name: string) => string]>([
  ['a command', step('command: make all')],
  ['a command with the name of the DAG', step('command: arborist task run @ --in work/@ "@"')],
  ['a name in front of other signs', step('command: echo @_RESULT @1')],
  ['a variable that prints into its name', step('command: make\n    output: @_RESULT')],
  [
    'a value with its name',
    (name) => step('command: make')(name).replace('steps', `env: ["PLACE=/srv/${name}"]\nsteps`),
  ],
  [
    'a comment of its own in front of it',
    (name) => `# About ${name}: it is ${name.at(-1)}.\n${step('command: make')(name)}`,
  ],
  [
    'a description of its own',
    (name) => step('command: make')(name).replace('steps', `description: "${'x'.repeat(Number(name.at(-1)))}"\nsteps`),
  ],
])('%s is the same in DAGs that differ in a number', (_, of) => {
  const [one, other] = pairOf(of);
  expect(one).toBeDefined();
  expect(one).toEqual(other);
});

test.each<readonly [string, (name: string) => string]>([
  ['a variable', step('command: $@ apply')],
  ['a variable in braces', step(`command: "echo $${'{'}@} now"`)],
  ['an escape', step('command: echo \\@')],
  ['an option', step('command: xargs -@ make')],
  ['a part of a word', step('command: other@ apply')],
])('%s that holds the name of the DAG is not known from others', (_, of) => {
  expect(pairOf(of)).toEqual([undefined, undefined]);
});

test.each<readonly [string, readonly [string, string]]>([
  ['few digits, as programs have', ['python3', 'python9']],
  ['digits in front of letters', ['sha2561sum', 'sha2562sum']],
  ['no digit', ['build', 'check']],
])('a name with %s is another word than that of another DAG', (_, names) => {
  const [one, other] = pairOf(step('command: "@ -c x"'), names);
  expect(one!.around).not.toBe(other!.around);
  expect(one!.nodes).not.toEqual(other!.nodes);
});

test.each<readonly [string, (name: string) => string]>([
  ['commands', (name) => step(`command: make ${name === 'T0001' ? 'one' : 'two'}`)(name)],
  ['numbers', (name) => step(`command: exit ${name.at(-1)}`)(name)],
  ['names of other DAGs', (name) => step(`command: run T000${Number(name.at(-1)) + 2}`)(name)],
  ['values', (name) => step('command: make')(name).replace('steps', `env: [A=${name.at(-1)}]\nsteps`)],
  ['parameters', (name) => step('command: make')(name).replace('steps', `params: A=${name.at(-1)}\nsteps`)],
  [
    'descriptions into which the engine may put values',
    (name) => step('command: make')(name).replace('steps', `description: "$${name.at(-1)}"\nsteps`),
  ],
  ['what they print into', (name) => step(`command: make\n    output: X${name.at(-1)}`)(name)],
])('DAGs that differ in %s are not the same', (_, of) => {
  const [one, other] = pairOf(of);
  expect(one).not.toEqual(other);
});

test.each<readonly [string, string, (name: string) => string]>([
  ['a call that hands values over', '1.30', step('call: leaf\n    params: X=@')],
  ['a call of 2.x, which hands all values over', '2.14', step('call: leaf')],
  ['an id', '1.30', step('id: two\n    command: make')],
  ['a key that few have', '1.30', step('command: make\n    executor: docker')],
])('%s is not known from others', (_, version, of) => {
  expect(pairOf(of, ['T0001', 'T0002'], version)).toEqual([undefined, undefined]);
});

test('a mere call runs nothing, whatever it calls', () => {
  const calling = (name: string) =>
    `name: ${name}\nsteps:\n  - name: one\n    command: make\n  - name: c-${name}\n    call: leaf\n    depends: one\n`;
  const [one, other] = pairOf(calling);
  expect(one!.nodes).toEqual(['- name: one\n    command: make', '- name: c-T\0\0\0\0\n    call: leaf\n    depends: ']);
  expect(other).toEqual(one);
});
