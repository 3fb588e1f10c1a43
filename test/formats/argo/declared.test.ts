import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';
import { argoLint } from '../../engine/argo.js';

const workflow = (template: string, spec = '') => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: w}
spec:
  entrypoint: main
${spec}  templates:
    - {name: main, container: {image: alpine}}
    - ${template}
`;

const types: Readonly<Record<string, string>> = {
  container: 'container: {image: alpine}',
  script: 'script: {image: alpine, source: ls}',
  containerSet: 'containerSet: {containers: [{name: main, image: alpine}]}',
  resource: 'resource: {action: get, manifest: "apiVersion: v1\\nkind: Pod\\nmetadata: {name: x}"}',
  http: 'http: {url: "http://x"}',
  suspend: 'suspend: {}',
  data: 'data: {source: {artifactPaths: {name: x, s3: {bucket: b}}}, transformation: [{expression: x}]}',
  dag: 'dag: {tasks: [{name: x, template: main}]}',
  steps: 'steps: [[{name: x, template: main}]]',
};

const output = (valueFrom: string) => `outputs: {parameters: [{name: a, valueFrom: ${valueFrom}}]}`;
const declared: readonly string[] = [
  'inputs: {artifacts: [{name: a, raw: {data: x}}]}',
  'inputs: {artifacts: [{name: a, path: /a, raw: {data: x}}]}',
  'inputs: {artifacts: [{name: a, path: "", optional: true}]}',
  'inputs: {artifacts: [{path: /a}]}',
  'inputs: {parameters: [{name: a, value: x}, {name: b, value: x}]}',
  'inputs: {parameters: [{name: a, value: x}, {name: a, value: x}]}',
  'inputs: {parameters: [{name: a.b, value: x}]}',
  'inputs: {parameters: [{value: x}]}',
  'outputs: {artifacts: [{name: a}]}',
  'outputs: {artifacts: [{name: a, path: /a}]}',
  'outputs: {artifacts: [{name: a, path: /a}, {path: /b}]}',
  'outputs: {parameters: [{name: a}]}',
  'outputs: {parameters: [{name: a, value: x}]}',
  output('{}'),
  output('{default: x}'),
  output('{path: /a}'),
  output('{path: /a, default: x}'),
  output('{expression: "1"}'),
  output('{parameter: x}'),
  output('{jsonPath: x}'),
  output('{jqFilter: x}'),
  output('{supplied: {}}'),
];

/** Whole templates, and what is said of them. */
const whole: Readonly<Record<string, readonly RegExp[]>> = {
  '{name: t, dag: {tasks: []}}': [/^the template `t` has a `dag` without tasks/],
  '{name: t, dag: {failFast: true}}': [/has a `dag` without tasks/],
  '{name: t, dag: {tasks: }}': [/has a `dag` without tasks/],
  '{name: t, steps: []}': [],
  '{name: t, steps: [null, [{name: a, template: main}]]}': [],
  '{name: t, container: {image: a}, retries: 3}': [
    /^the template `t` has `retries`, which is not a key that the engine knows there/,
  ],
  '{name: t, container: {image: a, environment: {A: b}}}': [/`container.environment`/],
  '{name: t, container: {image: a, resources: {limit: {cpu: 1}}}}': [/`resources.limit`/],
  '{name: t, container: {image: a}, memoize: {key: a, ttl: 1h}}': [/`memoize.ttl`/],
  '{name: t, container: {image: a}, annotations: {a: b}}': [],
  '{name: t, dag: {tasks: [{name: x, template: main, description: it}]}}': [/^the task `x` has `description`/],
  '{name: t, steps: [[{name: x, template: main, description: it}]]}': [/^the step `x` has `description`/],
  '{name: t, steps: [[{name: x, template: main, continueOn: {FAILED: true}}]]}': [],
  '{name: t, inputs: {parameters: [{name: a, value: b, type: string}]}, container: {image: a}}': [/`parameters.type`/],
  '{name: t, dag: {tasks: [{name: x, template: main, arguments: {parameters: [{value: x}]}}]}}': [
    /^the task `x` has `arguments.parameters` without a `name`/,
  ],
  '{name: t, steps: [[{name: x, template: u}]]}\n    - {name: u, container: {image: a}, inputs: {artifacts: [{name: a, path: /a}, {name: b, path: /b, optional: true}, {name: c, path: /c, raw: {data: x}}]}}':
    [/^the step `x` calls `u` without `a`, an artifact that it needs/],
  '{name: t, steps: [[{name: x, template: u, arguments: {artifacts: [{name: a}]}}]]}\n    - {name: u, container: {image: a}, inputs: {artifacts: [{name: a, path: /a}]}}':
    [/^the step `x` hands over the artifact `a` without saying where it comes from/],
  '{name: t, steps: [[{name: x, template: u, arguments: {artifacts: [{name: a, raw: {data: x}}]}}]]}\n    - {name: u, container: {image: a}, inputs: {artifacts: [{name: a, path: /a}]}}':
    [],
};

describe.skipIf(argoLint.missing)(`what ${argoLint.title} refuses is reported, and nothing else`, () => {
  test.each(Object.entries(types))('of a template with `%s`', (_, type) => {
    for (const one of declared) {
      const text = workflow(`{name: t, ${type}, ${one}}`);
      expect([one, said(text).length > 0]).toEqual([one, isRefused(text)]);
    }
  });

  test.each(Object.entries(whole))('%s', (template, messages) => {
    const text = workflow(template);
    expect(isRefused(text)).toBe(messages.length > 0);
    expect(said(text)).toEqual(messages.map((one) => expect.stringMatching(one)));
  });

  test.each([
    ['  description: it\n', /^the workflow `w` has `description`/],
    ['  ttlStrategy: {secondsAfterFinished: 1}\n', /`ttlStrategy.secondsAfterFinished`/],
    [
      '  arguments: {parameters: [{name: a, value: x}, {name: a, value: y}]}\n',
      /`arguments.parameters` with two of the name `a`/,
    ],
  ])('%s', (spec, message) => {
    const text = workflow('{name: t, container: {image: a}}', spec);
    expect(isRefused(text)).toBe(true);
    expect(said(text)).toEqual([expect.stringMatching(message)]);
  });
});

test('what other versions of Argo know passes', () => {
  const text = workflow('{name: t, container: {image: a}, pendingTimeout: 1m}', '  executorPlugins: []\n');
  expect(said(text)).toEqual([]);
  const schedule = workflow('{name: t, container: {image: a}}')
    .replace('kind: Workflow', 'kind: CronWorkflow')
    .replace(
      /spec:\n([\s\S]*)/,
      (_, spec: string) => `spec:\n  schedule: "* * * * *"\n  workflowSpec:\n${spec.replaceAll(/^/gm, '  ')}`,
    );
  expect(said(schedule)).toEqual([]);
});

function said(text: string): readonly string[] {
  const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate.sh' }] } };
  const { diagnostics } = compile(inputOf(text, hooks));
  return diagnostics.filter(({ code }) => code !== 'DW477').map(({ message }) => message);
}

function isRefused(text: string): boolean {
  return argoLint.of({ path: 'it.yaml', text }).join() !== '[]';
}
