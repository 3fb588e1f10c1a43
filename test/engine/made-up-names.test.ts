import { beforeAll, describe, expect, test } from 'vitest';
import { dagu as format } from '../../src/formats/dagu/index.js';
import { readDocuments } from '../oracle/documents.js';
import { runDagu } from './dagu.js';
import { dagus, type Engine } from './engines.js';

/** A step without a name, and what each version puts in front of the number in the name that it makes up. */
interface Kind {
  readonly step: string;
  /** `undefined` where the version refuses the step. */
  readonly v1: string | undefined;
  readonly v2: string | undefined;
}

const both = (step: string, kind: string): Kind => ({ step, v1: kind, v2: kind });
const only1 = (step: string, kind: string): Kind => ({ step, v1: kind, v2: undefined });
const only2 = (step: string, kind: string): Kind => ({ step, v1: undefined, v2: kind });
const action = (name: string, kind: string, given = 'x: y') => only2(`action: ${name}\nwith: {${given}}`, kind);

const kinds: readonly Kind[] = [
  both('echo a', 'cmd'),
  both('"echo a"', 'cmd'),
  both('echo a\n  b', 'cmd'),
  both('|\n  echo a\n  echo b', 'script'),
  { step: '|\n  echo a', v1: 'cmd', v2: 'script' },
  { step: '>\n  echo a\n  b', v1: 'cmd', v2: 'script' },
  both('>-\n  echo a\n  b', 'cmd'),
  { step: '"echo a\\n"', v1: 'cmd', v2: 'script' },
  { step: '"\\necho a"', v1: 'cmd', v2: 'script' },
  both('command: echo a', 'cmd'),
  both('command: [echo a]', 'cmd'),
  both('command: [echo a, echo b]', 'cmd'),
  both('command:\n  - |\n    echo a\n    echo b', 'cmd'),
  both('command: |\n  echo a\n  echo b', 'script'),
  { step: 'command: |\n  echo a', v1: 'cmd', v2: 'script' },
  both('command: |-\n  echo a', 'cmd'),
  both('script: echo a', 'script'),
  both('command: sh\nscript: echo a', 'script'),
  both('name:\ncommand: echo a', 'cmd'),
  both('name: " "\ncommand: echo a', 'cmd'),
  { step: 'id: named_by_id\ncommand: echo a', v1: 'cmd', v2: 'named_by_id' },
  both('type: command\ncommand: echo a', 'command'),
  both('type: " shell "\ncommand: echo a', 'shell'),
  both('type: docker\nconfig: {image: alpine}\ncommand: echo a', 'docker'),
  both('container: {image: alpine}\ncommand: echo a', 'docker'),
  both('container: running\ncommand: echo a', 'docker'),
  both('type: http\ncommand: GET http://localhost:1', 'http'),
  both('type: ssh\nconfig: {host: h, user: u}\ncommand: ls', 'ssh'),
  both('type: mail\nconfig: {to: a@b.c, from: a@b.c, subject: x, message: y}', 'mail'),
  both('type: jq\ncommand: .\nscript: "{}"', 'jq'),
  both('type: chat\nllm: {provider: openai, model: x}\nmessages: [{role: user, content: x}]', 'chat'),
  both('type: archive\nconfig: {source: x, destination: y.tar.gz}\ncommand: create', 'archive'),
  both('type: redis\nconfig: {url: "redis://x", command: GET, key: x}', 'redis'),
  only1('type: gha\ncommand: actions/checkout@v4', 'gha'),
  only1('type: hitl\nconfig: {prompt: x}', 'hitl'),
  only1('executor: docker\ncommand: echo a', 'docker'),
  only1('executor: {type: http}\ncommand: GET http://localhost:1', 'http'),
  only2('type: sqlite\nconfig: {dsn: ":memory:"}\ncommand: select 1', 'sqlite'),
  both('call: kid', 'dag'),
  both('call: kid\nparams: "A=1"', 'dag'),
  both('call: kid\nparallel: [a, b]', 'parallel'),
  only1('run: kid\nparams: "A=1"', 'dag'),
  only1('run: kid\nparallel: [a, b]', 'parallel'),
  { step: 'run: kid', v1: 'dag', v2: 'cmd' },
  only2('run: [echo a, echo b]', 'cmd'),
  { step: 'run: |\n  echo a', v1: 'dag', v2: 'script' },
  { step: 'run: >\n  echo a', v1: 'dag', v2: 'script' },
  { step: 'run: >-\n  echo a', v1: 'dag', v2: 'cmd' },
  only2('run: |\n  echo a\n  echo b\nwith: {shell: bash}', 'script'),
  only2('run: echo a\ncontainer: {image: alpine}', 'docker'),
  only2('exec: {command: echo, args: [a]}', 'cmd'),
  only2('output: {a: 1}', 'noop'),
  only2('foreach:\n  items: [a, b]\n  steps: [{id: each, run: echo}]', 'foreach'),
  only2('type: router\nvalue: a\nroutes: {a: [target]}', 'router'),
  action('dag.run', 'dag', 'dag: kid'),
  action('dag.enqueue', 'dag_enqueue', 'dag: kid'),
  only2('action: dag.run\nwith: {dag: kid}\nparallel: [a, b]', 'parallel'),
  only2('action: dag.enqueue\nwith: {dag: kid}\nparallel: [a, b]', 'dag_enqueue'),
  action('exec', 'cmd', 'command: echo, args: [a]'),
  only2('action: noop', 'noop'),
  action('http.request', 'http', 'method: GET, url: "http://localhost:1"'),
  action('chat.completion', 'chat', 'provider: openai, model: x, prompt: x'),
  action('mail.send', 'mail', 'to: a@b.c, from: a@b.c, subject: x, message: y'),
  action('jq.filter', 'jq', 'filter: ., data: {a: 1}'),
  action('template.render', 'template', 'template: x'),
  action('log.write', 'log', 'message: x'),
  action('wait.duration', 'wait', 'duration: 1s'),
  action('wait.file', 'wait', 'path: /x'),
  action('file.stat', 'file', 'path: /'),
  action('git.checkout', 'git', 'repository: x, ref: main, path: x'),
  action('git.worktree.add', 'git', 'path: x'),
  action('state.get', 'state', 'key: x'),
  action('data.pick', 'data', 'data: {a: 1}, select: .a, from: json'),
  action('outputs.write', 'outputs', 'values: {a: b}'),
  only2('action: artifact.list', 'artifact'),
  action('archive.create', 'archive', 'source: x, destination: y.tar'),
  action('docker.run', 'docker', 'image: x, command: echo'),
  action('container.run', 'container', 'image: x, command: echo'),
  action('k8s.run', 'k8s', 'image: x, command: echo'),
  action('kubernetes.run', 'kubernetes', 'image: x, command: echo'),
  action('ssh.run', 'ssh', 'host: h, user: u, command: ls'),
  action('sftp.upload', 'sftp', 'host: h, user: u, source: a, destination: b'),
  action('s3.list', 's3', 'bucket: x'),
  action('redis.get', 'redis', 'url: "redis://x", key: x'),
  action('postgres.query', 'postgres', 'dsn: "postgres://x", query: select 1'),
  action('sqlite.query', 'sqlite', 'dsn: ":memory:", query: select 1'),
  action('harness.run', 'harness', 'provider: claude, prompt: x'),
  action('router.route', 'router', 'value: a, routes: {a: [other]}'),
  action('acme/tool@v1', 'action', 'x: y'),
  action('acme.greet', 'acme.greet', 'message: a'),
];

/** Steps and what counts as taken when names are made up. */
const lists: Readonly<Record<string, { readonly text: string; readonly engines: readonly ('v1' | 'v2')[] }>> = {
  'nested lists count on': { text: 'steps: [a, [b, c, {script: d}, e], f, g]', engines: ['v1', 'v2'] },
  'a name before it is taken in 2.x alone': { text: 'steps: [{name: cmd_2, command: a}, b, c]', engines: ['v2'] },
  'an id before it is taken in 2.x alone': { text: 'steps: [{id: cmd_2, command: a}, b, c]', engines: ['v2'] },
  'another kind takes nothing': { text: 'steps: [{name: script_2, command: a}, b, c]', engines: ['v1', 'v2'] },
  'a DAG in a container': {
    text: 'container: {image: alpine}\nsteps: [a, {call: kid}, b]',
    engines: ['v1', 'v2'],
  },
  'a DAG over ssh': { text: 'ssh: {host: h, user: u}\nsteps: [a, {call: kid}]', engines: ['v1', 'v2'] },
  'a DAG of redis': { text: 'redis: {url: "redis://x"}\nsteps: [a, {command: b}]', engines: ['v2'] },
};

/** The condition keeps everything from running; names are reported all the same. */
const document = (text: string) =>
  `type: graph\npreconditions: "false"\n${text.trimEnd()}\n---\nname: kid\nsteps:\n  - command: echo kid\n`;

const ownAction =
  'actions:\n  acme.greet:\n    input_schema: {type: object, properties: {message: {type: string}}}\n    template: {run: echo a}\n';

describe.each(dagus)('$title names steps without a name', (engine) => {
  const { dialect, missing } = engine;
  const rows = kinds.flatMap(({ step, [dialect]: kind }) => (kind === undefined ? [] : [{ step, kind }]));
  const items = rows.map(({ step }) => `  - ${step.replaceAll('\n', '\n    ')}\n`).join('');
  const targets = dialect === 'v2' ? '  - {name: target, run: "true"}\n  - {name: other, run: "true"}\n' : '';
  // Behind each step another one: what a block ends with depends on that.
  const text = document(
    `${dialect === 'v2' ? ownAction : ''}steps:\n${items}${targets}  - {name: end, command: "true"}`,
  );
  let names: readonly string[] = [];
  beforeAll(async () => {
    if (!missing) names = await namesInRun(text, engine);
  });

  test.skipIf(missing).each(rows.map(({ step, kind }, index) => [step.replaceAll('\n', '⏎'), kind, index] as const))(
    '%s',
    (_, kind, index) => {
      const expected = kind === 'named_by_id' ? kind : `${kind}_${index + 1}`;
      expect(names[index]).toBe(expected);
      expect(namesRead(text, engine)[index]).toBe(expected);
      expect(namesByOracle(text, engine)[index]).toBe(expected);
    },
  );

  const ofEngine = Object.entries(lists).filter(([, { engines }]) => engines.includes(dialect));
  test.skipIf(missing).each(ofEngine)('%s', async (_, list) => {
    const whole = document(list.text);
    const real = await namesInRun(whole, engine);
    expect(namesRead(whole, engine)).toEqual(real);
    expect(namesByOracle(whole, engine)).toEqual(real);
  });

  test.skipIf(missing)('two steps of one name are refused, though one is made up', async () => {
    const later = document('steps: [a, {name: cmd_1, command: b}]');
    await expect(namesInRun(later, engine)).rejects.toThrow();
    expect(namesRead(later, engine)).toEqual(['cmd_1', 'cmd_1']);
  });
});

async function namesInRun(text: string, engine: Engine): Promise<readonly string[]> {
  return [...(await runDagu({ 'it.yaml': text }, { engine })).nodes.keys()];
}

function namesRead(text: string, { version }: Engine): readonly string[] {
  const [read] = format.open([{ path: 'it.yaml', text }], { targetVersion: version, defaults: 'none' }, () => {});
  return read!.workflow.dags[0]!.nodes.map(({ name }) => name);
}

function namesByOracle(text: string, { dialect }: Engine): readonly string[] {
  return readDocuments(text, dialect === 'v1' ? '1.30' : '2.15')[0]!.steps.map(({ name }) => name);
}
