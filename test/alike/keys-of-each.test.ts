import { expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import { isOfShapes } from './agree.js';
import { hooksEverywhere } from './hooks-everywhere.js';

/** Of so many that all differ, no plan would be shared, and all would be planned at once. */
const tasks = 520;

test.each<readonly [string, (name: string, at: number) => string, string]>([
  ['values of parameters', (name, at) => `params: "ITEM=${at} TASK=${name}"\n`, '1.30'],
  ['values of parameters in a list', (_, at) => `params:\n  - ITEM: ${at}\n  - KIND: "x${at}"\n`, '2.14'],
  ['folders', (_, at) => `workingDir: /srv/${at}\n`, '1.30'],
  ['folders of 2.x', (name) => `working_dir: /srv/work/${name}\n`, '2.14'],
  ['addresses for mail', (_, at) => `errorMail: {from: "${at}@example.com", to: ops@example.com}\n`, '1.30'],
  ['handlers with their names', (name) => `handlerOn: {failure: {command: 'echo ${name} failed'}}\n`, '1.30'],
  ['conditions with their names', (name) => `preconditions:\n  - condition: test -e ${name}\n`, '2.14'],
])('tasks that differ in %s share their plans', (_, linesOf, targetVersion) => {
  const [result, inFull] = inBothWays(
    numbers.map((at) => `name: T${at}\n${linesOf(`T${at}`, at)}${steps(targetVersion)}`),
    targetVersion,
  );
  expect(isOfShapes(result)).toBe(true);
  expect(result.outputs).toEqual(inFull.outputs);
  expect(result.diagnostics).toEqual(inFull.diagnostics);
});

test('settings of steps that hold the names of their tasks are shared as well', () => {
  const container = (name: string) =>
    `    executor:\n      type: docker\n      config: {image: alpine, containerName: ${name}}\n`;
  const [result, inFull] = inBothWays(
    numbers.map((at) => `name: T${at}\n${steps('1.30')}${container(`T${at}`)}`),
    '1.30',
  );
  expect(isOfShapes(result)).toBe(true);
  expect(result.outputs).toEqual(inFull.outputs);
});

test('a key that few documents have may speak of a step by its name, and tasks with other names are others', () => {
  const handler = "handler_on: {failure: {run: 'echo ${make.stdout}'}}\n";
  const named = numbers.map((at) => `name: T${at}\n${handler}steps:\n  - {name: step-${at}, command: make}\n`);
  const blocks = named.map((text) => text.replace(/- \{(.*), (.*)\}/, '- $1\n    $2'));
  const [result, inFull] = inBothWays(blocks, '2.14');
  expect(isOfShapes(result)).toBe(true);
  expect(result.outputs).toEqual(inFull.outputs);
});

test('what a rule says of many documents is said once, also of those that are other than plain', () => {
  const odd = (name: string) =>
    `name: ${name}\nsteps:\n  - {name: build, command: make}\n  - name: post-cleanup\n    command: arborist task post-cleanup ${name}\n    depends: [build]\n`;
  const meanwhile = { id: 'x', type: 'shell', command: 'x', tasks: ['*'], after: 'build', await: false };
  const [result, inFull] = inBothWays([odd('T0'), odd('T1')], '1.30', { post_task: [meanwhile] });
  expect(result.diagnostics.map(({ code }) => code)).toContain('DW456');
  expect(result.diagnostics).toEqual(inFull.diagnostics);
});

test.each([
  ['a list for a name', 'description: [a]'],
  ['a mapping for a text of the DAG', 'name: {a: b}'],
  ['a folder that is a list', 'workingDir: [a]'],
  ['a shell that is a mapping', 'shell: {a: b}'],
  ['an empty command', 'command: ""'],
  ['a command of blanks', 'command: "  "'],
  ['a command that an escape makes blank', 'command: "\\n"'],
  ['a command of empty lines', 'command: |\n\n\n'],
  ['an empty list of commands', 'command: ["", " "]'],
  ['a mapping for a command', 'command: {task: make}'],
  ['an empty command of a handler', 'handlerOn: {exit: {command: ""}}'],
  ['a type that there is not', 'type: chian'],
])('%s is told of each DAG that has it', (_, line) => {
  const key = line.replace(/:.*/s, '');
  const ofStep = ['command', 'shell', 'name'].includes(key);
  const text = (at: number) => {
    const document = `name: T${at}\nsteps:\n  - name: build\n    command: make\n`;
    if (at % 40 !== 0) return document;
    if (!ofStep) return document.replace('steps', `${line}\nsteps`);
    return key === 'shell'
      ? `${document}    ${line}\n`
      : document.replace(new RegExp(`(  ${key}|- ${key}): .*`), (was) => was.replace(/\w+: .*/, line));
  };
  const [result, inFull] = inBothWays(numbers.map(text), '1.30');
  expect(result.outputs).toEqual(inFull.outputs);
  expect(result.diagnostics).toEqual(inFull.diagnostics);
  expect(result.diagnostics.filter(({ code }) => code === 'DW279' || code === 'DW202' || code === 'DW297').length).toBe(
    13,
  );
});

test.each([
  ['command: make\n    retry_policy: {limit: 1, intervalSec: 1}', 'DW205'],
  ['command: make\n    retryPolicy:\n      limit: 1\n      interval_sec: 1', 'DW205'],
  ['command: make\n    preconditions: [{eval: "true", expected: x}]', 'DW205'],
  ['command: make\n    preconditions: {"eval": "true", expected: x}', 'DW205'],
  ['command: make\n    continueOn: {exit_code: [1]}', 'DW205'],
  ['command: make\n    continueOn: {exitCode: [1]}', undefined],
  ['command: make\n    repeatPolicy: {interval_sec: 1, repeat: true}', 'DW205'],
  ['command: make\n    parallel: {items: [1], max_concurrent: 1}', undefined],
  ['command: make\n    parallel: [{max_concurrent: 1}]', undefined],
  ['command: make\n    preconditions: [{command: "true"}]', undefined],
  ['command: make\n    preconditions: {condition: "true"}', undefined],
])('keys of the other version inside of a field are told as in full: %j', (lines, code) => {
  const text = (at: number) =>
    `name: T${at}\nsteps:\n  - name: build\n    ${at % 40 === 0 ? lines : 'command: make'}\n`;
  for (const version of ['1.30', undefined]) {
    const [result, inFull] = inBothWays(numbers.map(text), version);
    expect(result.outputs).toEqual(inFull.outputs);
    expect(result.diagnostics).toEqual(inFull.diagnostics);
    if (version) expect(new Set(result.diagnostics.map((one) => one.code)).has('DW205')).toBe(code !== undefined);
  }
});

test.each([
  ['preconditions: [{command: "true", expected: x}]', '1.30', true],
  ['preconditions: [{eval: "true", expected: x}]', '1.30', false],
  ['preconditions: {condition: "true", expected: x}', '1.30', true],
  ['preconditions: {condition: "true", expected: x}', '2.14', false],
  ['handlerOn: {exit: {command: make, workingDir: /tmp}}', '1.30', true],
  ['handlerOn: {exit: {command: make, retryPolicy: {limit: 1, interval_sec: 1}}}', '1.30', false],
  ['handler_on:\n  exit:\n    run: make\n    retry_policy: {limit: 1, interval_sec: 1}', '2.14', true],
  ['handler_on:\n  exit:\n    run: make\n    retry_policy: {limit: 1, intervalSec: 1}', '2.14', false],
  ['handler_on: {exit: {run: make, "workingDir": /tmp}}', '2.14', false],
  ['handler_on: {exit: {type: hitl}}', '2.14', false],
  ['handlerOn: {exit: {command: make, stdout: {artifact: a}}}', '1.30', false],
])('settings of a DAG show its version as in full: %j for %s', (lines, version, isRead) => {
  const text = (at: number) => `name: T${at}\n${at % 40 === 0 ? `${lines}\n` : ''}${steps(version)}`;
  const [result, inFull] = inBothWays(numbers.map(text), version);
  expect(result.outputs).toEqual(inFull.outputs);
  expect(result.diagnostics).toEqual(inFull.diagnostics);
  expect(result.diagnostics.some((one) => one.code === 'DW205')).toBe(!isRead);
});

test.each([
  ['1.30', 'timeoutSec: 5m'],
  ['1.30', 'handlerOn: {exit: {command: make, timeoutSec: soon}}'],
  ['1.30', 'handlerOn: [{command: make}]'],
  ['1.30', 'handlerOn: {exit: {command: make, TIMEOUTSEC: soon}}'],
  ['1.30', 'maxActiveRuns: many'],
  ['1.30', 'schedule: "@daily"'],
  ['1.30', 'tags: {a: b}'],
  ['1.30', 'params: 5'],
  ['1.30', 'errorMail: {attachLogs: "yes"}'],
  ['1.30', 'preconditions: [{condition: "true", expected: 0}]'],
  ['2.14', 'hist_retention_days: -1'],
  ['2.14', 'labels: 5'],
  ['2.14', 'consts: {a: b}'],
  ['2.14', 'overlap_policy: latter'],
  ['1.30', 'secrets: [{name: A, provider: env, key: B}, {name: A, provider: env, key: C}]'],
  ['2.14', 'container: {image: alpine, exec: web}'],
  ['1.30', '    type: chat'],
  ['2.14', '  - name: say\n    action: log.write\n    with: {message: x, colour: red}'],
  ['2.14', '  - name: say\n    action: log.write\n    parallel: [a]\n    with: {message: x}'],
  ['2.14', '    container: {image: alpine, exec: web}'],
  ['1.30', '    parallel: [a]'],
  ['1.30', '    timeoutSec: "60"'],
  ['1.30', '    env: 5'],
  ['1.30', '    continueOn: true'],
  ['1.30', '    continueOn: {failure: ~}'],
  ['1.30', '    retryPolicy: {limit: 1}'],
  ['1.30', '    retryPolicy: {limit: 1, intervalSec: 1, exitCode: 1}'],
  ['1.30', '    retryPolicy: {limit: 1, intervalSec: 1, backoff: 2}'],
  ['1.30', '    preconditions: [{condition: "true", expected: true}]'],
  ['1.30', '    preconditions: 5'],
  ['1.30', '    type: dokcer'],
  ['1.30', '    executor: {type: dokcer}'],
  ['1.30', '    mailOnError: on'],
  ['1.30', '    logOutput: both'],
  ['1.30', '    signalOnStop: TERM'],
  ['2.14', '    retry_policy: {limit: 1}'],
  ['2.14', '    worker_selector: local'],
])('for %s, a value that the engine refuses is told as in full: %s', (version, line) => {
  const text = (at: number) => {
    const document = `name: T${at}\n${steps(version)}`;
    if (at % 40 !== 0) return document;
    return line.startsWith(' ') ? `${document}${line}\n` : document.replace('steps', `${line}\nsteps`);
  };
  const [result, inFull] = inBothWays(numbers.map(text), version);
  expect(result.outputs).toEqual(inFull.outputs);
  expect(result.diagnostics).toEqual(inFull.diagnostics);
  expect(result.diagnostics.filter(({ code }) => code === 'DW279').length).toBe(13);
});

test.each([
  'timeoutSec: 60',
  'maxActiveRuns: 1',
  'schedule: "0 5 * * 1-5"',
  'tags: [a, b]',
  '    timeoutSec: 5',
  '    mailOnError: true',
  '    retryPolicy: {limit: 2, intervalSec: 5, exitCode: [1], backoff: 2.0}',
  '    preconditions: [{condition: "true", expected: "0"}]',
  '    executor: {type: docker, config: {image: alpine}}',
])('documents whose values the engine takes share their plans: %s', (line) => {
  const text = (at: number) => {
    const document = `name: T${at}\n${steps('1.30')}`;
    return line.startsWith(' ') ? `${document}${line}\n` : document.replace('steps', `${line}\nsteps`);
  };
  expect(isOfShapes(inBothWays(numbers.map(text), '1.30')[0])).toBe(true);
});

const numbers = Array.from({ length: tasks }, (_, at) => at);

function steps(targetVersion: string): string {
  const type = targetVersion === '2.14' ? 'type: graph\n' : '';
  return `${type}steps:\n  - name: build\n    command: make\n`;
}

function inBothWays(
  documents: readonly string[],
  targetVersion: string | undefined,
  injections: object = hooksEverywhere.injections,
) {
  const calls = documents.map((text, at) => `  - name: c${at}\n    call: ${/^name: (.*)$/m.exec(text)![1]}\n`);
  const text = [`name: root\ntype: graph\nsteps:\n${calls.join('')}`, ...documents].join('---\n');
  const hooks = { hooks: { enabled: true, injections } };
  const [byShape, inFull] = [true, false].map((way): ReturnType<typeof compile> => {
    const input: CompileInput = {
      workflow: [{ path: 'flow.yaml', text }],
      configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(hooks) }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { ...(targetVersion && { targetVersion }), byShape: way },
    };
    return compile(input);
  });
  return [byShape!, inFull!] as const;
}
