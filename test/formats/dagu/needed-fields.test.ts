import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { applyEdits } from '../../../src/text/edits.js';
import { inputOf } from '../../compile/one-text.js';

const step = 'steps:\n  - name: build\n    command: make\n';
const kid = '---\nname: kid\nsteps:\n  - name: k\n    command: make\n';
const calling = 'steps:\n  - name: build\n    call: kid\n';

test.each([
  ['1.30', 'repeatPolicy: {repeat: while}', '`repeatPolicy.repeat` without `condition` or `exitCode`'],
  [
    '2.14',
    'repeat_policy: {repeat: until, condition: " "}',
    '`repeat_policy.repeat` without `condition` or `exit_code`',
  ],
  ['1.30', 'preconditions: [{expected: x}]', '`preconditions` without `condition` or `command`'],
  ['2.14', 'preconditions: [{expected: x}]', '`preconditions` without `condition` or `eval`'],
  ['2.14', 'preconditions: [{eval: x}]', '`preconditions.eval` without `expected`'],
  ['2.14', 'container: {volumes: ["/a:/b"]}', '`container` without `image` or `exec`'],
  ['1.30', 'parallel: [a, b]', '`parallel` without `call`'],
  ['2.14', 'parallel: [a, b]', '`parallel` without `call`'],
  ['2.14', 'outputs: [{name: X}]', '`outputs` without `id`'],
  ['1.30', 'output: {key: x}', '`output` without `name`'],
])('what a mapping lacks is named: in %s, %s', (version, line, lack) => {
  expect(told(`${step}    ${line}\n`, version)).toEqual([
    `the step \`build\` has ${lack}; the engine refuses the file`,
  ]);
});

test.each([
  ['secrets: [{provider: env, key: A}]', 'has `secrets` without `name`'],
  ['secrets: [{name: A, value: x}]', 'has `secrets.value`, which is no key there'],
  ['smtp: {host: a, tls: true}', 'has `smtp.tls`, which is no key there'],
  ['llm: {provider: azure, model: x}', 'has `llm.provider: azure`, which is no provider'],
  ['llm: {provider: openai, temperature: 3}', 'has `llm.temperature: 3`, which is no number from 0 to 2'],
  [
    'schedule: TZ=PST 0 5 * * *',
    'has `schedule: TZ=PST 0 5 * * *`, which names the time zone `PST`, which is not in the database of time zones',
  ],
  ['container: ""', 'has an empty text under `container`'],
  ['container: {image: alpine, exec: web}', 'has `container.image` beside `container.exec`'],
  ['secrets: [{name: A, provider: env, key: B}, {name: A, provider: env, key: C}]', 'has `secrets.name: A` twice'],
])('so is what a mapping of the DAG has too little or too much of: %s', (line, fault) => {
  for (const version of ['1.30', '2.14', undefined])
    expect(told(`${line}\n${step}`, version)).toEqual([`a DAG ${fault}; the engine refuses the file`]);
});

test.each(['type: chat', 'type: chat, messages: []'])('a chat needs a message: %s', (fields) => {
  for (const version of ['1.30', '2.14', undefined])
    expect(told(`steps: [{name: build, ${fields}, llm: {provider: openai, model: x}}]\n`, version)).toEqual([
      'the step `build` has `type: chat` without `messages`; the engine refuses the file',
    ]);
  expect(told(`steps: [{name: build, foreach: {items: [a], steps: [{id: build, ${fields}}]}}]\n`, '2.14')).toEqual([
    'the step `build` has `type: chat` without `messages`; the engine refuses the file',
  ]);
});

test.each(['1.30', '2.14'])('a container of a step or a handler is one that is there or a new one: %s', (version) => {
  const both = 'container: {image: alpine, exec: web}';
  expect(told(`${step}    ${both}\n`, version)).toEqual([
    'the step `build` has `container.image` beside `container.exec`; the engine refuses the file',
  ]);
  const handlers = version === '1.30' ? 'handlerOn' : 'handler_on';
  expect(told(`${handlers}: {exit: {command: make, ${both}}}\n${step}`, version)).toEqual([
    'the handler `exit` has `container.image` beside `container.exec`; the engine refuses the file',
  ]);
});

test.each([
  ['container: {exec: web, image: ""}', undefined],
  ['container: {exec: "", image: alpine}', undefined],
  ['container: {image: " "}', undefined],
  ['container: {exec: web, image: " "}', 'has `container.image` beside `container.exec`'],
  ['container: {exec: "", image: ""}', 'has `container` without `image` or `exec`'],
  ['container: {image: ""}', 'has `container` without `image` or `exec`'],
])('an empty text in a container is as if it was not there, and blanks are something: %s', (line, fault) => {
  for (const version of ['1.30', '2.14', undefined])
    expect(told(`${line}\n${step}`, version)).toEqual(fault ? [`a DAG ${fault}; the engine refuses the file`] : []);
});

test.each([
  ['parallel: ""', 'has an empty text under `parallel`'],
  ['parallel: []', 'has an empty list under `parallel`'],
  ['parallel: {items: []}', 'has an empty list under `parallel.items`'],
  ['parallel: {}', 'has `parallel` without `items`'],
  ['parallel: [[a]]', 'has a list in the list `parallel`, which is neither a text nor a number nor a mapping of texts'],
])('an empty or nested list of what runs side by side is one: %s', (line, fault) => {
  expect(told(`${calling}    ${line}\n${kid}`, undefined)).toEqual([
    `the step \`build\` ${fault}; the engine refuses the file`,
  ]);
});

test.each([
  ['1.30', 'preconditions: ""'],
  ['1.30', 'preconditions: [{command: make}]'],
  ['1.30', 'container: {image: alpine, colour: red}'],
  ['2.14', 'container: {image: ~, exec: web}'],
  ['2.14', 'preconditions: []'],
  ['2.14', 'repeat_policy: {repeat: true}'],
  ['2.14', 'repeat_policy: {repeat: while, exit_code: [1]}'],
  ['2.14', 'container: {image: alpine, pull_policy: always}'],
  ['2.14', 'output: {key: x}'],
  ['2.14', 'parallel: ~'],
])('what the engine takes is not named: in %s, %s', (version, line) => {
  expect(told(`${step}    ${line}\n`, version)).toEqual([]);
});

test.each(['1.30', '2.14'])('items of a call are parameters with any names: %s', (version) => {
  const text = `${calling}    parallel: [{FILE: a, item: b}]\n  - name: next\n    call: kid\n    parallel:\n      items:\n        - {item: a}\n${kid}`;
  expect(compile(inputOf(text, hooks, { targetVersion: version })).diagnostics.map(({ code }) => code)).not.toContain(
    'DW228',
  );
  expect(told(text, version)).toEqual([]);
});

test('names of secrets differ in case', () => {
  const secrets = 'secrets: [{name: A, provider: env, key: B}, {name: a, provider: env, key: B}]';
  for (const version of ['1.30', '2.14']) expect(told(`${secrets}\n${step}`, version)).toEqual([]);
});

test('a handler may have items without a call, which no version refuses there', () => {
  expect(told(`handlerOn:\n  exit: {command: make, parallel: [a]}\n${step}`, '1.30')).toEqual([]);
});

test('a key near to one that is read is mended', () => {
  const text = `${step}    container: {image: alpine, pullPolicy: always}\n`;
  const [one] = diagnosticsOf(text, '2.14');
  expect(applyEdits([{ path: 'it.yaml', text }], one!.fix!)[0]!.text).toBe(
    `${step}    container: {image: alpine, pull_policy: always}\n`,
  );
});

test('a mapping for a stream is of 2.x, which is said once', () => {
  const { diagnostics } = compile(inputOf(`${step}    stderr: {artifact: x}\n`, hooks, { targetVersion: '1.30' }));
  expect(diagnostics.map(({ code }) => code)).toEqual(['DW205']);
});

const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate.sh' }] } };

function diagnosticsOf(text: string, targetVersion: string | undefined) {
  return compile(inputOf(text, hooks, { targetVersion })).diagnostics.filter(({ code }) => code === 'DW279');
}

function told(text: string, targetVersion: string | undefined): readonly string[] {
  return diagnosticsOf(text, targetVersion).map(({ message }) => message);
}
