import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { type FieldKind, fieldsOf, type Level } from '../../src/formats/argo/field-table.js';
import { inputOf } from '../compile/one-text.js';
import { argoLint } from './argo.js';

const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate.sh' }] } };

const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Where a line of a level is written, with the other lines that the engine needs there. */
const places: Readonly<Record<Level, (line: string) => string>> = {
  root: (line) => `${line}\n${workflow('')}`,
  metadata: (line) =>
    workflow('').replace('metadata: {name: w}', `metadata: {${line}${/^name:/i.test(line) ? '' : ', name: w'}}`),
  spec: (line) => workflow('', `  ${line}\n`),
  schedule: (line) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: CronWorkflow\nmetadata: {name: w}\nspec:\n  ${line}\n  ${/^schedules/i.test(line) ? '' : 'schedules: ["* * * * *"]'}\n${/^workflowSpec/i.test(line) ? '' : '  workflowSpec:\n    entrypoint: main\n    templates:\n      - name: main\n        container: {image: alpine}\n'}`,
  template: (line) => workflow(`    - ${line}\n      ${/^name/i.test(line) ? '' : 'name: more'}\n`),
  dag: (line) =>
    workflow(
      `    - name: more\n      dag:\n        ${line}\n        ${/^tasks/i.test(line) ? '' : 'tasks: [{name: a, template: main}]'}\n`,
    ),
  task: (line) => workflow(`    - name: more\n      dag:\n        tasks:\n          - ${line}\n${rest(line, 12)}`),
  step: (line) => workflow(`    - name: more\n      steps:\n        - - ${line}\n${rest(line, 12)}`),
  container: (line) =>
    workflow(
      `    - name: more\n      container:\n        ${line}\n${/^image:/i.test(line) ? '' : '        image: alpine\n'}`,
    ),
  script: (line) =>
    workflow(
      `    - name: more\n      script:\n        ${line}\n${/^image:/i.test(line) ? '' : '        image: alpine\n'}`,
    ),
  env: (line) =>
    workflow(
      `    - name: more\n      container:\n        image: alpine\n        env:\n          - ${line}\n${/^name/i.test(line) ? '' : '            name: A\n'}`,
    ),
  retryStrategy: (line) =>
    workflow(`    - name: more\n      retryStrategy: {${line}}\n      container: {image: alpine}\n`),
  backoff: (line) =>
    workflow(`    - name: more\n      retryStrategy: {backoff: {${line}}}\n      container: {image: alpine}\n`),
  continueOn: (line) =>
    workflow(`    - name: more\n      dag:\n        tasks: [{name: a, template: main, continueOn: {${line}}}]\n`),
  withSequence: (line) =>
    workflow(`    - name: more\n      dag: {tasks: [{name: a, template: main, withSequence: {${line}}}]}\n`),
  arguments: (line) => workflow('', `  arguments: {${line}}\n`),
  outputs: (line) => workflow(`    - name: more\n      container: {image: alpine}\n      outputs: {${line}}\n`),
  parameter: (line) => workflow('', `  arguments: {parameters: [{${line}${named(line)}}]}\n`),
  valueFrom: (line) =>
    workflow(
      `    - name: more\n      container: {image: alpine}\n      outputs: {parameters: [{name: a, valueFrom: {${line}}}]}\n`,
    ),
  artifact: (line) =>
    workflow(
      `    - name: more\n      container: {image: alpine}\n      inputs: {artifacts: [{${line}${named(line)}}]}\n`,
    ),
  hook: (line) => workflow('', `  hooks: {exit: {${line}${/^template:/i.test(line) ? '' : ', template: main'}}}\n`),
  synchronization: (line) => workflow('', `  synchronization: {${line}}\n`),
  mutex: (line) => workflow('', `  synchronization: {mutexes: [{${line}${named(line)}}]}\n`),
  semaphore: (line) => workflow('', `  synchronization: {semaphores: [{${line}}]}\n`),
  templateRef: (line) => workflow(`    - name: more\n      dag: {tasks: [{name: a, templateRef: {${line}}}]}\n`),
  workflowTemplateRef: (line) => workflow('', `  workflowTemplateRef: {${line}}\n`),
  archive: ofArtifact('archive'),
  artifactGC: ofArtifact('artifactGC'),
  artifactory: ofArtifact('artifactory'),
  azure: ofArtifact('azure'),
  gcs: ofArtifact('gcs'),
  git: ofArtifact('git'),
  hdfs: ofArtifact('hdfs'),
  httpArtifact: ofArtifact('http'),
  oss: ofArtifact('oss'),
  raw: ofArtifact('raw'),
  s3: ofArtifact('s3'),
  containerSet: (line) => workflow(`    - name: more\n      containerSet: {${line}}\n`),
  containerNode: (line) => workflow(`    - name: more\n      containerSet: {containers: [{${line}${named(line)}}]}\n`),
  volumeMount: (line) =>
    workflow(`    - name: more\n      container: {image: alpine, volumeMounts: [{${line}${named(line)}}]}\n`),
  http: (line) => workflow(`    - name: more\n      http: {${line}}\n`),
  suspend: (line) => workflow(`    - name: more\n      suspend: {${line}}\n`),
  ttlStrategy: (line) => workflow('', `  ttlStrategy: {${line}}\n`),
  podGC: (line) => workflow('', `  podGC: {${line}}\n`),
  memoize: (line) => workflow(`    - name: more\n      container: {image: alpine}\n      memoize: {${line}}\n`),
  podMetadata: (line) => workflow(`    - name: more\n      container: {image: alpine}\n      metadata: {${line}}\n`),
  resources: (line) => workflow(`    - name: more\n      container: {image: alpine, resources: {${line}}}\n`),
  envSource: (line) => ofContainer(`env: [{name: A, valueFrom: {${line}}}]`),
  keyRef: (line) => ofContainer(`env: [{name: A, valueFrom: {secretKeyRef: {${line}}}}]`),
  envFrom: (line) => ofContainer(`envFrom: [{${line}}]`),
  wholeRef: (line) => ofContainer(`envFrom: [{secretRef: {${line}}}]`),
  port: (line) => ofContainer(`ports: [{${line}}]`),
  securityContext: (line) => ofContainer(`securityContext: {${line}}`),
  capabilities: (line) => ofContainer(`securityContext: {capabilities: {${line}}}`),
  podSecurityContext: (line) => workflow('', `  securityContext: {${line}}\n`),
  volume: (line) => workflow('', `  volumes: [{${line}${named(line)}}]\n`),
  secretVolume: ofVolume('secret'),
  configMapVolume: ofVolume('configMap'),
  claimVolume: ofVolume('persistentVolumeClaim'),
  emptyDir: ofVolume('emptyDir'),
  toleration: (line) => workflow('', `  tolerations: [{${line}}]\n`),
  probe: (line) => ofContainer(`livenessProbe: {${line}}`),
  execProbe: (line) => ofContainer(`readinessProbe: {exec: {${line}}}`),
  grpcProbe: (line) => ofContainer(`startupProbe: {grpc: {${line}}}`),
  httpProbe: (line) => ofContainer(`livenessProbe: {httpGet: {${line}}}`),
  httpHeader: (line) => ofContainer(`livenessProbe: {httpGet: {port: 80, httpHeaders: [{${line}}]}}`),
  socketProbe: (line) => ofContainer(`livenessProbe: {tcpSocket: {${line}}}`),
  affinity: (line) => workflow('', `  affinity: {${line}}\n`),
  nodeAffinity: ofAffinity('nodeAffinity: {', '}'),
  nodeChoice: ofAffinity(`nodeAffinity: {${required}: {`, '}}'),
  nodeTerm: ofAffinity(`nodeAffinity: {${required}: {nodeSelectorTerms: [{`, '}]}}'),
  nodePreference: ofAffinity(`nodeAffinity: {${preferred}: [{`, '}]}'),
  podAffinity: ofAffinity('podAntiAffinity: {', '}'),
  podTerm: ofAffinity(`podAffinity: {${required}: [{`, '}]}'),
  podPreference: ofAffinity(`podAffinity: {${preferred}: [{`, '}]}'),
  labelSelector: ofAffinity(`podAffinity: {${required}: [{labelSelector: {`, '}}]}'),
  requirement: ofAffinity(`podAffinity: {${required}: [{labelSelector: {matchExpressions: [{`, '}]}}]}'),
  dnsConfig: (line) => workflow('', `  dnsConfig: {${line}}\n`),
  dnsOption: (line) => workflow('', `  dnsConfig: {options: [{${line}}]}\n`),
  resource: (line) =>
    workflow(`    - name: more\n      resource: {${line}${/^action/i.test(line) ? '' : ', action: get'}}\n`),
};

function ofArtifact(key: string): (line: string) => string {
  return (line) =>
    workflow(
      `    - name: more\n      container: {image: alpine}\n      outputs: {artifacts: [{name: a, path: /a, ${key}: {${line}}}]}\n`,
    );
}

function ofContainer(fields: string): string {
  return workflow(`    - name: more\n      container: {image: alpine, ${fields}}\n`);
}

function ofVolume(key: string): (line: string) => string {
  return (line) => workflow('', `  volumes: [{name: a, ${key}: {${line}}}]\n`);
}

function ofAffinity(before: string, after: string): (line: string) => string {
  return (line) => workflow('', `  affinity: {${before}${line}${after}}\n`);
}

function named(line: string): string {
  return /^name:/i.test(line) ? '' : ', name: a';
}

function rest(line: string, indent: number): string {
  const lines = ['name: a', 'template: main'].filter((one) => !line.toLowerCase().startsWith(one.slice(0, 4)));
  return lines.map((one) => `${' '.repeat(indent)}${one}\n`).join('');
}

function workflow(templates: string, spec = ''): string {
  const entrypoint = /^ *entrypoint:/i.test(spec) ? '' : '  entrypoint: main\n';
  const list = /^ *templates:/i.test(spec)
    ? ''
    : `  templates:\n    - name: main\n      container: {image: alpine}\n${templates}`;
  return `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {name: w}\nspec:\n${spec}${entrypoint}${list}`;
}

/** Values of another kind. */
const wrong: Readonly<Record<FieldKind, readonly string[]>> = {
  text: ['5', 'true', '[a]', '{a: b}'],
  texts: ['abc', '[5]', '{a: b}'],
  list: ['abc', '5', '{a: b}'],
  map: ['abc', '5', '[a]'],
  flag: ['abc', '"true"', '5', '[a]'],
  number: ['abc', '"5"', '1.5', 'true', '[5]'],
  any: [],
  'number or text': ['true', '1.5', '[5]', '{a: b}'],
};

const fields = Object.keys(places).flatMap((level) =>
  [...fieldsOf(level as Level)].map(([key, kind]) => [level as Level, key, kind] as const),
);

describe.skipIf(argoLint.missing)(`fields of Argo that are known: ${argoLint.title}`, () => {
  test.each(fields)('in a %s, `%s` has to be a %s, under this name', (level, key, kind) => {
    for (const value of wrong[kind]) {
      const text = places[level](`${key}: ${value}`);
      expect([text, isRefused(text)]).toEqual([text, true]);
      expect([text, codesOf(text).length > 0]).toEqual([text, true]);
    }
    const text = places[level](`${key[0]!.toUpperCase()}${key.slice(1)}: ~`);
    expect([text, said(text).includes('unknown field')]).toEqual([text, true]);
    expect(codesOf(text).some((code) => code === 'DW228' || code === 'DW284')).toBe(true);
    expect(said(places[level](`${key}: ~`))).not.toContain('unknown field');
  });

  test('what is inside of a step may have any keys', () => {
    const text = places.step(
      'hooks: {exit: {template: main, foo: 1}}\n            arguments: {parameters: [{name: a, value: b, foo: 1}]}',
    );
    expect([isRefused(text), codesOf(text)]).toEqual([false, []]);
    expect(codesOf(places.task('foo: 1\n            hooks: {exit: {template: main, foo: 1}}'))).toEqual([
      'DW279',
      'DW279',
    ]);
  });

  test.each(['!!str 5', '!!str yes', '&a !!str 5', '!!str &a 5'])('the tag of %s makes it a text', (value) => {
    const text = places.container(`args: [${value}]`);
    expect([isRefused(text), codesOf(text)]).toEqual([false, []]);
    expect(codesOf(places.container(`args: [${value}, 5]`))).toEqual(['DW279']);
  });
});

function said(text: string): string {
  return argoLint.of({ path: 'it.yaml', text }).join('\n');
}

function isRefused(text: string): boolean {
  return said(text) !== '[]';
}

function codesOf(text: string): readonly string[] {
  const { diagnostics } = compile(inputOf(text, hooks, { format: 'argo' } as never));
  const about = /^DW(?:20[23]|228|279|28[45]|26[0-9]|25\d)$/;
  return diagnostics.map(({ code }) => code).filter((code) => about.test(code));
}
