import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { argoLint } from '../../engine/argo.js';
import { corpusFiles, everyPoint, inputFor, missing } from '../github-actions/corpus.js';

interface Parts {
  readonly spec?: string;
  readonly run: string;
  readonly inputs?: string;
  readonly says?: string;
}

/** A workflow that runs `greet` in some way. */
function workflow({ spec = '', run, inputs = '', says = 'hello' }: Parts): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {generateName: greet-}
spec:
  entrypoint: main${spec}
  templates:
    - name: main
      ${run}
    - name: greet${inputs}
      container: {image: alpine, command: [echo], args: ["${says}"]}
`;
}

const inputs = '\n      inputs: {parameters: [{name: who}]}';
const says = '{{inputs.parameters.who}}';
const tasks = (...list: readonly string[]) => `dag: {tasks: [${list.join(', ')}]}`;
const steps = (...groups: readonly string[]) => `steps: [${groups.map((group) => `[${group}]`).join(', ')}]`;
const greet = (name: string, value?: string) =>
  `{name: ${name}, template: greet${value === undefined ? '' : `, arguments: {parameters: [{name: who, value: "${value}"}]}`}}`;

const artifactOf = (name: string, value: string) =>
  `{name: ${name}, template: greet, arguments: {artifacts: [{name: page, ${value}}]}}`;

const greetWith = (name: string, fields: string) => `{name: ${name}, template: greet, ${fields}}`;

const refused: Readonly<Record<string, readonly [Parts, code: string, message: RegExp]>> = {
  'a container without an image': [
    {
      run: tasks(greet('a', 'x')),
      inputs: `${inputs}\n      sidecars: []\n    - name: none\n      container: {args: []}\n    - name: third`,
    },
    'DW279',
    /^the template `none` has a `container` without an `image`/,
  ],
  'an argument without a value': [
    { run: tasks('{name: a, template: greet, arguments: {parameters: [{name: who}]}}'), inputs },
    'DW279',
    /^the task `a` gives no value for `who`/,
  ],
  'outputs as a mapping': [
    { run: tasks(greet('a')), inputs: '\n      outputs: {parameters: {page: {value: x}}}' },
    'DW279',
    /^the template `greet` has `outputs.parameters` that are no list of mappings/,
  ],
  'a parameter that nobody declared': [
    { run: tasks(greet('a')), says },
    'DW279',
    /`greet` uses `inputs\.parameters\.who`/,
  ],
  'an artifact that nobody declared': [
    { run: tasks(greet('a')), says: '{{ inputs.artifacts.who.path }}' },
    'DW279',
    /`inputs\.artifacts\.who`/,
  ],
  'a parameter with another name': [
    { run: tasks(greet('a', 'you')), inputs, says: '{{inputs.parameters.whom}}' },
    'DW279',
    /`inputs\.parameters\.whom`/,
  ],
  'a parameter that a task does not give': [
    { run: tasks(greet('a')), inputs, says },
    'DW279',
    /task `a` calls `greet` without `who`, which has no value of its own/,
  ],
  'a parameter that a step does not give': [
    { run: steps(greet('a', 'you'), greet('b')), inputs, says },
    'DW279',
    /step `b` calls `greet` without `who`/,
  ],
  'a parameter that the workflow does not have': [
    { run: tasks(greet('a', '{{workflow.parameters.who}}')), inputs, says },
    'DW279',
    /workflow `greet` uses `workflow\.parameters\.who`/,
  ],
  'what a step gives that is not there': [
    { run: steps(greet('a', 'you'), greet('b', '{{steps.c.outputs.result}}')), inputs, says },
    'DW260',
    /`b` uses what `c` gives, but `main` has no such step/,
  ],
  'a target that is not there': [
    { run: `dag: {target: "a b", tasks: [${greet('a')}]}` },
    'DW287',
    /the `target` of `main` names `b`, but it has no such task/,
  ],
  'the artifact of a task that does not run before': [
    { run: tasks(greet('a'), artifactOf('b', 'from: "{{tasks.a.outputs.artifacts.page}}"')) },
    'DW260',
    /`b` uses what `a` gives, but does not run behind it/,
  ],
  'the result of a task that is not there': [
    { run: tasks(artifactOf('b', 'raw: {data: "{{tasks.a.outputs.result}}"}')) },
    'DW260',
    /`b` uses what `a` gives, but `main` has no such task/,
  ],
  'the result of a later step as an artifact': [
    { run: steps(artifactOf('b', 'raw: {data: "{{steps.a.outputs.result}}"}'), greet('a')) },
    'DW260',
    /`b` uses what `a` gives, but does not run behind it/,
  ],
  'what a later step gives': [
    { run: steps(greet('b', '{{steps.a.outputs.result}}'), greet('a', 'you')), inputs, says },
    'DW260',
    /`b` uses what `a` gives, but does not run behind it/,
  ],
  '`continueOn` beside `depends`': [
    { run: tasks(greetWith('a', 'continueOn: {failed: true}'), greetWith('b', 'depends: a')) },
    'DW279',
    /`a` has `continueOn`, although tasks of `main` have `depends`/,
  ],
  'a truth value for a condition': [
    { run: tasks(greetWith('a', 'when: true')) },
    'DW279',
    /`a` has a `when` that is no text/,
  ],
  'a word that an older reader takes for a truth value': [
    { run: steps(greetWith('a', 'when: yes')) },
    'DW279',
    /`a` has a `when` that is no text/,
  ],
  'a condition that is a number to the engine': [
    { run: tasks(greetWith('a', 'when: 1_000')) },
    'DW279',
    /`when` that is no text/,
  ],
  'a map for a condition': [{ run: tasks(greetWith('a', 'when: {{x: y}: z}')) }, 'DW279', /`when` that is no text/],
  'tries of a task': [
    { run: tasks(greetWith('a', 'retryStrategy: {limit: 2}')) },
    'DW279',
    /`a` has `retryStrategy`, which no task has/,
  ],
  'dependencies of a step': [
    { run: steps(greet('a'), greetWith('b', 'dependencies: [a]')) },
    'DW279',
    /step `b` has `dependencies`, which no step has/,
  ],
  'two lists of items': [
    { run: tasks(greetWith('a', 'withItems: [1], withParam: "[2]"')) },
    'DW279',
    /`a` has both `withItems` and `withParam`/,
  ],
  'items and a sequence': [
    { run: steps(greetWith('a', 'withItems: [1], withSequence: {count: 2}')) },
    'DW279',
    /`a` has both `withItems` and `withSequence`/,
  ],
  'a map of arguments': [
    { run: tasks(greetWith('a', 'arguments: {parameters: {who: you}}')) },
    'DW279',
    /task `a` has `arguments\.parameters` that are no list/,
  ],
  'arguments without what they are': [
    { run: tasks(greetWith('a', 'arguments: [{name: who, value: you}]')) },
    'DW279',
    /task `a` has `arguments` that are no mapping/,
  ],
  'a map of arguments of the workflow': [
    { spec: '\n  arguments: {parameters: {who: you}}', run: tasks(greet('a')) },
    'DW279',
    /Workflow `greet` has `arguments\.parameters` that are no list/,
  ],
  'a map of inputs': [
    { run: tasks(greet('a')), inputs: '\n      inputs: {parameters: {who: you}}' },
    'DW279',
    /template `greet` has `inputs\.parameters` that are no list/,
  ],
  'a key of a hook that there is not': [
    { spec: '\n  hooks: {running: {when: "true", template: greet}}', run: tasks(greet('a')) },
    'DW279',
    /workflow `greet` has `hooks\.running\.when`/,
  ],
  'a key of a hook of a task that there is not': [
    { run: tasks(greetWith('a', 'hooks: {exit: {template: greet, retries: 2}}')) },
    'DW279',
    /task `a` has `hooks\.exit\.retries`/,
  ],
  'arguments of a hook that are no mapping': [
    { spec: '\n  hooks: {exit: {template: greet, arguments: [a]}}', run: tasks(greet('a')) },
    'DW279',
    /workflow `greet` has `hooks\.exit\.arguments` that is not a mapping/,
  ],
  'a lock that there is not': [
    { spec: '\n  synchronization: {mutexs: [{name: a}]}', run: tasks(greet('a')) },
    'DW279',
    /workflow `greet` has `synchronization\.mutexs`/,
  ],
  'a key of a store that there is not': [
    {
      run: tasks(greet('a')),
      inputs: '\n      outputs: {artifacts: [{name: page, path: /page, s3: {key: a, buckett: b}}]}',
    },
    'DW279',
    /template `greet` has `s3\.buckett`/,
  ],
  'an artifact whose `path` is spelled wrong': [
    { run: tasks(greet('a')), inputs: '\n      outputs: {artifacts: [{name: page, pth: /page}]}' },
    'DW279',
    /template `greet` has `artifacts\.pth`/,
  ],
  'a parameter whose `name` is spelled wrong': [
    { run: tasks(greet('a')), inputs: '\n      inputs: {parameters: [{nam: who, value: you}]}' },
    'DW279',
    /template `greet` has `parameters\.nam`/,
  ],
  'two artifacts in one place': [
    {
      run: tasks(greet('a')),
      inputs:
        '\n      inputs: {artifacts: [{name: page, path: /page, raw: {data: a}}, {name: other, path: /page, raw: {data: b}}]}',
    },
    'DW279',
    /template `greet` has the artifact `other` at `\/page`, where the artifact `page` is/,
  ],
  'a parameter that a person is asked for elsewhere': [
    { run: tasks(greet('a')), inputs: '\n      inputs: {parameters: [{name: who, valueFrom: {supplied: {}}}]}' },
    'DW279',
    /task `a` calls `greet` without `who`/,
  ],
  'a secret in a volume by `name`': [
    { spec: '\n  volumes: [{name: a, secret: {name: b}}]', run: tasks(greet('a')) },
    'DW279',
    /workflow `greet` has `secret\.name`/,
  ],
  'a variable from a secret that is called otherwise': [
    {
      run: tasks(greet('a')),
      inputs:
        '\n    - name: c\n      script: {image: a, source: b, env: [{name: A, valueFrom: {secretRef: {name: a}}}]}\n    - name: third',
    },
    'DW279',
    /template `c` has `valueFrom\.secretRef`/,
  ],
  'a right of a container that is spelled wrong': [
    {
      run: tasks(greet('a')),
      inputs: '\n    - name: c\n      container: {image: a, securityContext: {runAsUsr: 1}}\n    - name: third',
    },
    'DW279',
    /template `c` has `securityContext\.runAsUsr`/,
  ],
  'a command of a probe that is not under `exec`': [
    {
      run: tasks(greet('a')),
      inputs: '\n    - name: c\n      container: {image: a, readinessProbe: {command: [./up]}}\n    - name: third',
    },
    'DW279',
    /template `c` has `readinessProbe\.command`/,
  ],
  'a label that pods are to be near to, without a selector': [
    {
      spec: '\n  affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{matchLabels: {a: b}, topologyKey: c}]}}',
      run: tasks(greet('a')),
    },
    'DW279',
    /workflow `greet` has `requiredDuringSchedulingIgnoredDuringExecution\.matchLabels`/,
  ],
  'a server of names that is spelled wrong': [
    { spec: '\n  dnsConfig: {nameserver: [10.0.0.1]}', run: tasks(greet('a')) },
    'DW279',
    /workflow `greet` has `dnsConfig\.nameserver`/,
  ],
  'a start that is not given what it needs': [
    { run: `inputs: {parameters: [{name: who}, {name: what, default: x}]}\n      ${tasks(greet('a'))}` },
    'DW279',
    /^the workflow `greet` has no value for `who`, which `main` needs \(`entrypoint`\)/,
  ],
  'a start whose need has a default among the arguments': [
    {
      spec: '\n  arguments: {parameters: [{name: who, default: you}]}',
      run: `inputs: {parameters: [{name: who}]}\n      ${tasks(greet('a'))}`,
    },
    'DW279',
    /^the workflow `greet` has no value for `who`/,
  ],
  'a start that is not given an artifact': [
    { run: `inputs: {artifacts: [{name: page}]}\n      ${tasks(greet('a'))}` },
    'DW279',
    /^the workflow `greet` has no value for `page`/,
  ],
  'an end that is not given what it needs': [
    { spec: '\n  onExit: greet', run: tasks(greet('a', 'you')), inputs, says },
    'DW279',
    /^the workflow `greet` has no value for `who`, which `greet` needs \(`onExit`\)/,
  ],
};

const accepted: Readonly<Record<string, Parts>> = {
  'a start that has all it needs': {
    spec: `
  arguments:
    parameters: [{name: a, value: ""}, {name: b, valueFrom: {configMapKeyRef: {name: c, key: d}}}]
    artifacts: [{name: page, raw: {data: x}}]`,
    run: `inputs: {parameters: [{name: a}, {name: b}, {name: c, default: x}], artifacts: [{name: page}]}
      ${tasks(greet('a'))}`,
  },
  'keys of hooks and of locks': {
    spec: '\n  hooks: {exit: {template: greet}}\n  synchronization: {mutexes: [{name: a}], semaphores: [{configMapKeyRef: {name: a, key: b}}]}',
    run: tasks(greetWith('a', 'hooks: {exit: {template: greet, expression: "true"}}')),
  },
  'any key inside of a step': {
    run: steps(
      greetWith(
        'a',
        'hooks: {exit: {template: greet, retries: 2}}, arguments: {parameters: [{name: b, value: c, type: d}]}',
      ),
    ),
  },
  'outputs in one place, and a parameter from a config map': {
    run: tasks(greet('a')),
    inputs:
      '\n      inputs: {parameters: [{name: who, valueFrom: {configMapKeyRef: {name: a, key: b}}}]}\n      outputs: {artifacts: [{name: page, path: /page}, {name: other, path: /page}]}',
  },
  '`continueOn` beside an empty `depends`': { run: tasks(greetWith('a', 'continueOn: {failed: true}, depends: ""')) },
  '`continueOn` without a value': { run: tasks(greet('a'), greetWith('b', 'continueOn: null, depends: a')) },
  'conditions that are texts, or none': { run: tasks(greetWith('a', 'when: "true"'), greetWith('b', 'when: null')) },
  'a list of items that is empty beside another': {
    run: tasks(greetWith('a', 'withItems: [], withParam: "[2]"'), greetWith('b', 'withItems: [1], withParam: null')),
  },
  'no arguments': { run: tasks(greetWith('a', 'arguments: {parameters: null}'), greetWith('b', 'arguments: null')) },
  'several targets': { run: `dag: {target: "a b", tasks: [${greet('a')}, ${greet('b')}]}` },
  'a parameter that a task gives': { run: tasks(greet('a', 'you')), inputs, says },
  'a parameter with a default': {
    run: tasks(greet('a')),
    inputs: '\n      inputs: {parameters: [{name: who, default: you}]}',
    says,
  },
  'a parameter of the workflow': {
    spec: '\n  arguments: {parameters: [{name: who, value: you}]}',
    run: tasks(greet('a', '{{workflow.parameters.who}}')),
    inputs,
    says,
  },
  'all parameters of the workflow': {
    spec: '\n  arguments: {parameters: [{name: who, value: you}]}',
    run: tasks(greet('a', '{{workflow.parameters.json}}')),
    inputs,
    says,
  },
  'what a step of the same group gives': {
    run: steps(`${greet('a', 'you')}, ${greet('b', '{{steps.a.outputs.result}}')}`),
    inputs,
    says,
  },
  'what an earlier step gives': {
    run: steps(greet('a', 'you'), greet('b', '{{steps.a.status}}')),
    inputs,
    says,
  },
};

/** The validator lets an artifact speak of the result of any task of a DAG. */
const doubted: Readonly<Record<string, readonly [tasks: readonly string[], message: RegExp]>> = {
  'an artifact that speaks of a task beside it': [
    [greet('a'), artifactOf('b', 'raw: {data: "{{tasks.a.outputs.result}}"}')],
    /an artifact of `b` uses what `a` gives/,
  ],
  'an artifact that speaks of its own task': [
    [artifactOf('b', 'http: {url: "http://{{ tasks.b.outputs.result }}"}')],
    /an artifact of `b` uses what the task gives itself/,
  ],
};

describe.skipIf(argoLint.missing)(`with ${argoLint.title}`, () => {
  test.each(Object.entries(refused))('what it refuses is reported: %s', (_, [parts, code, message]) => {
    const file = { path: 'w.yaml', text: workflow(parts) };
    expect(argoLint.of(file)).not.toEqual(['[]']);
    const found = reported(file).filter((one) => one.code === code);
    expect(found.map((one) => one.message)).toEqual([expect.stringMatching(message)]);
  });

  test('what it refuses is reported: keys beside `spec` and of `metadata`', () => {
    const text = workflow({ run: tasks(greet('a')) }).replace(
      'metadata: {',
      'description: greets\nmetadata: {label: {a: b}, ',
    );
    const file = { path: 'w.yaml', text };
    expect(argoLint.of(file)).not.toEqual(['[]']);
    expect(reported(file).map(({ message }) => message)).toEqual([
      expect.stringContaining('`description`'),
      expect.stringContaining('`metadata.label`'),
    ]);
  });

  test.each([
    ['{name: a, template: }', true],
    ['{name: a, template: greet, inline: }', false],
  ])('%s calls nothing: %s', (task, isRefused) => {
    const file = { path: 'w.yaml', text: workflow({ run: tasks(task) }) };
    const { ok, diagnostics } = compile(inputFor(file, everyPoint));
    expect(argoLint.of(file).join() !== '[]').toBe(isRefused);
    expect([ok, diagnostics.some(({ code }) => code === 'DW262')]).toEqual([!isRefused, isRefused]);
  });

  test.each(Object.entries(doubted))('what it takes and cannot run is a warning: %s', (_, [list, message]) => {
    const file = {
      path: 'w.yaml',
      text: workflow({ run: tasks(...list) }).replace('container:', 'script: {image: a, command: [sh], source: ls} #'),
    };
    expect(argoLint.of(file)).toEqual(['[]']);
    const { ok, diagnostics } = compile(inputFor(file, everyPoint));
    expect([ok, reported(file)]).toEqual([true, []]);
    const found = diagnostics.filter(({ code }) => code === 'DW299');
    expect(found.map((one) => one.message)).toEqual([expect.stringMatching(message)]);
  });

  test.each(Object.entries(accepted))('what it takes is not: %s', (_, parts) => {
    const file = { path: 'w.yaml', text: workflow(parts) };
    expect(argoLint.of(file)).toEqual(['[]']);
    expect(reported(file)).toEqual([]);
  });
});

describe.skipIf(missing ?? argoLint.missing)(missing ?? argoLint.title, () => {
  test('takes no real file that is said to be refused', () => {
    for (const file of corpusFiles('argo'))
      if (reported(file).length > 0) expect(argoLint.of(file), file.path).not.toEqual(['[]']);
  });
});

function reported(file: { readonly path: string; readonly text: string }) {
  const codes = ['DW260', 'DW279', 'DW287'];
  return compile(inputFor(file, everyPoint)).diagnostics.filter(({ code }) => codes.includes(code));
}
