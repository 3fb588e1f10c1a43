import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

/** A workflow with one task, which calls `run` in some way. */
function workflow(task: string, run: string, templates = ''): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {generateName: roll-out-}
spec:
  entrypoint: main
  arguments: {parameters: [{name: verb, value: plan}]}
  templates:
    - name: main
      dag:
        tasks:
          - {name: roll-out, ${task}}
    - name: run
      ${run}
${templates}`;
}

const hooks = {
  enabled: true,
  injections: {},
  deny: [
    { match: { runs: 'terraform destroy*' }, message: 'nobody destroys' },
    { match: { image: 'evil/*' }, message: 'not this image' },
  ],
};

const given = (name: string, value: string) =>
  `template: run, arguments: {parameters: [{name: ${name}, value: "${value}"}]}`;
const inputs = (...names: readonly string[]) =>
  `inputs: {parameters: [${names.map((name) => `{name: ${name}}`).join(', ')}]}`;
const container = (container: string, ...names: readonly string[]) =>
  `${inputs(...names)}\n      container: {${container}}`;
const shell = (text: string, ...names: readonly string[]) =>
  container(`image: alpine, command: [sh, -c], args: ["${text}"]`, ...names);

function deniedIn(text: string): readonly string[] {
  return compile(inputOf(text, hooks)).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

describe('what a task hands to a template counts as what it runs', () => {
  const cmd = '{{inputs.parameters.cmd}}';
  const destroy = 'terraform destroy -auto-approve';
  test.each([
    ['a command', given('cmd', destroy), shell(cmd, 'cmd')],
    ['behind another one', given('cmd', `ls; ${destroy}`), shell(`echo {{ inputs.parameters.cmd }}`, 'cmd')],
    ['as an expression', given('cmd', destroy), shell('{{=inputs.parameters.cmd}}', 'cmd')],
    ['a verb', given('verb', 'destroy'), shell('terraform {{inputs.parameters.verb}}', 'verb')],
    [
      'a program',
      given('program', 'terraform'),
      container('image: x, command: ["{{inputs.parameters.program}}", destroy]', 'program'),
    ],
    [
      'of a script',
      given('cmd', destroy),
      `${inputs('cmd')}\n      script: {image: x, command: [bash], source: "${cmd}"}`,
    ],
    [
      'a default',
      'template: run',
      `inputs: {parameters: [{name: cmd, value: ${destroy}}]}\n      container: {image: x, command: [sh, -c, "${cmd}"]}`,
    ],
    ['one of several items', `${given('cmd', '{{item}}')}, withItems: [ls, ${destroy}]`, shell(cmd, 'cmd')],
    [
      'a part of an item',
      `${given('cmd', 'terraform {{item.verb}}')}, withItems: [{verb: destroy}]`,
      shell(cmd, 'cmd'),
    ],
    [
      'to a hook',
      `${given('cmd', 'ls')}, hooks: {exit: {template: hook, arguments: {parameters: [{name: cmd, value: ${destroy}}]}}}`,
      shell(cmd, 'cmd'),
      `    - name: hook\n      ${shell(cmd, 'cmd')}`,
    ],
  ])('%s', (_, task, run, templates = '') => {
    const [first, ...others] = deniedIn(workflow(task, run, templates));
    expect(first).toMatch(/^DW450 .*: nobody destroys$/);
    expect(others).toEqual([]);
  });

  test('an image', () => {
    const run = container('image: "{{inputs.parameters.image}}", command: [ls]', 'image');
    expect(deniedIn(workflow(given('image', 'evil/one'), run))).toEqual(['DW450 `roll-out` in `main`: not this image']);
    expect(deniedIn(workflow(given('image', 'good/one'), run))).toEqual([]);
    const [late] = deniedIn(workflow(given('image', '{{workflow.parameters.verb}}'), run));
    expect(late).toMatch(/^DW450 .*not this image \(it counts as such/);
  });

  test.each([
    ['another command', given('cmd', 'make test'), shell(cmd, 'cmd')],
    [
      'an argument of the run',
      given('who', '{{workflow.parameters.verb}}'),
      shell('echo hello {{inputs.parameters.who}}', 'who'),
    ],
    ['a variable of a shell in single quotes', 'template: run', shell("'$TOOL' destroy")],
    [
      'a plan',
      given('name', '{{workflow.name}}'),
      shell("sh -c 'terraform plan -out {{inputs.parameters.name}}'", 'name'),
    ],
    ['a text', given('who', '{{workflow.name}}'), shell("python -c 'print(1, {{inputs.parameters.who}})'", 'who')],
    [
      'a tag of another program',
      'template: run',
      'container: {image: x, command: [docker, ps, --format, "{{.Names}}"]}',
    ],
  ])('nothing is said of %s', (_, task, run) => {
    expect(deniedIn(workflow(task, run))).toEqual([]);
  });

  test.each([
    ['a command', given('cmd', '{{workflow.parameters.verb}}'), shell(cmd, 'cmd')],
    ['a verb', given('verb', '{{workflow.parameters.verb}}'), shell('terraform {{inputs.parameters.verb}}', 'verb')],
    [
      'a word',
      given('verb', '{{workflow.parameters.verb}}'),
      container('image: x, command: [terraform, "{{inputs.parameters.verb}}"]', 'verb'),
    ],
    ['an item', `${given('cmd', '{{item}}')}, withParam: "[]"`, shell(cmd, 'cmd')],
    ['in single quotes', given('tool', '{{workflow.name}}'), shell("'{{inputs.parameters.tool}}' destroy", 'tool')],
    ['for a shell of its own', given('cmd', '{{workflow.name}}'), shell(`sudo sh -c '${cmd}'`, 'cmd')],
    [
      'in a script',
      given('verb', '{{workflow.name}}'),
      `${inputs('verb')}\n      script: {image: x, command: [bash], source: "terraform '{{inputs.parameters.verb}}'"}`,
    ],
  ])('one that only the run knows counts as forbidden: %s', (_, task, run) => {
    expect(deniedIn(workflow(task, run))[0]).toMatch(/^DW450 .*nobody destroys \(it counts as such/);
  });

  const python = (source: string) => `script: {image: x, command: [python, -u], source: ${JSON.stringify(source)}}`;
  test.each([
    ['code that starts a program', python('import os\nos.system("terraform destroy")'), 1],
    ['code that only computes', python('import random\nprint(random.randint(0, 1))'), 0],
    ['a command in the place of the script', 'script: {image: x, command: [sh, -c, terraform destroy], source: ls}', 1],
    ['a shell that starts the script', 'script: {image: x, command: [sh, -c], source: ls}', 0],
    ['a script for nobody knows what', 'script: {image: x, command: ["{{workflow.name}}"], source: ls}', 1],
  ])('of scripts, %s', (_, run, count) => {
    expect(deniedIn(workflow('template: run', run))).toHaveLength(count);
  });

  const job = (command: string) => `inputs: {parameters: [{name: image, value: evil/two}]}
      resource:
        action: create
        manifest: |
          kind: Job
          metadata: {name: "{{workflow.name}}"}
          spec: {template: {spec: {containers: [{image: one, command: ${command}}]}}}`;
  const patched = (patch: string) => `podSpecPatch: '${patch}'\n      container: {image: x, command: [ls]}`;
  const postStart = 'lifecycle: {postStart: {exec: {command: [terraform, destroy]}}}';
  const [forbidden, unknown, image] = [/: nobody destroys$/, /destroys .*only the run knows\)$/, /: not this image$/];
  test.each([
    ['a Job', job('[terraform, destroy]'), forbidden],
    ['the image of a Job', job('[ls]').replace('one', '{{inputs.parameters.image}}'), image],
    ['a patch', patched('{"containers": [{"name": "main", "command": ["terraform", "destroy"]}]}'), forbidden],
    ['a patch that nobody knows', patched('{{workflow.parameters.verb}}'), unknown],
    ['an image of a patch', patched('{"initContainers": [{"image": "evil/three"}]}'), image],
    ['at the begin of a container', `container: {image: x, command: [ls], ${postStart}}`, forbidden],
    [
      'a limit that may hold more',
      patched('{"containers": [{"resources": {"limits": {{workflow.parameters.verb}} }}]}'),
      unknown,
    ],
    ['a container that nobody knows', patched('{"containers": [{{workflow.parameters.verb}}]}'), unknown],
    ['containers that nobody knows', patched('containers: {{workflow.parameters.verb}}'), unknown],
    ['one of several', patched('"containers":\n\n        - {{workflow.parameters.verb}}'), unknown],
    ['a name that nobody knows', patched('hostname: {{workflow.parameters.verb}}'), undefined],
    ['another Job', job('[ls]'), undefined],
    [
      'a patch of limits',
      patched('{"containers": [{"resources": {"limits": {"cpu": "{{workflow.name}}"}}}]}'),
      undefined,
    ],
  ])('what Kubernetes is handed: %s', (_, run, message) => {
    const denied = deniedIn(workflow('template: run', run));
    expect(denied).toEqual(message ? [expect.stringMatching(message)] : []);
  });

  test('a template for other files says nothing of values that these give', () => {
    const text = workflow(
      'template: run',
      'container: {image: x, command: [ls]}',
      `    - name: of-others\n      ${shell(cmd, 'cmd')}`,
    );
    expect(deniedIn(text)).toEqual([]);
  });
});

describe('what all templates have counts as what each of them runs', () => {
  const destroys = 'image: x, command: [terraform, destroy]';
  const list = `[{name: up, ${destroys}}]`;
  test.each([
    ['containers before', `{initContainers: ${list}}`, 'container: {image: x, command: [ls]}', 1],
    ['containers beside', `{sidecars: ${list}}`, 'script: {image: x, command: [sh], source: ls}', 1],
    [
      'those beside its own',
      `{initContainers: ${list}}`,
      'initContainers: [{name: own, image: x, command: [ls]}]\n      container: {image: x, command: [ls]}',
      1,
    ],
    [
      'one that it has in another way',
      `{initContainers: ${list}}`,
      'initContainers: [{name: up, command: [ls]}]\n      container: {image: x, command: [ls]}',
      0,
    ],
    ['a command', `{container: {${destroys}}}`, 'container: {image: app}', 1],
    ['arguments', '{container: {args: [destroy]}}', 'container: {image: app, command: [terraform]}', 1],
    ['a command where it has its own', `{container: {${destroys}}}`, 'container: {image: app, command: [ls]}', 0],
    ['a script where it is none', '{script: {source: terraform destroy}}', 'container: {image: app, command: [ls]}', 0],
    [
      'a patch',
      `{podSpecPatch: '{"containers": [{"name": "main", "command": ["terraform", "destroy"]}]}'}`,
      'container: {image: app, command: [ls]}',
      1,
    ],
    ['an image', '{container: {image: evil/four}}', 'container: {command: [ls]}', 1],
    ['containers where tasks are', `{initContainers: ${list}}`, 'steps: []', 0],
    ['limits', '{activeDeadlineSeconds: 10}', 'container: {image: app, command: [ls]}', 0],
  ])('%s', (_, defaults, run, count) => {
    const text = workflow('template: run', run).replace(
      'entrypoint: main',
      `entrypoint: main\n  templateDefaults: ${defaults}`,
    );
    expect(deniedIn(text)).toHaveLength(count);
  });
});

test('a gate is before the task that is given the command, and before no other one', () => {
  const text = workflow(given('cmd', 'make'), shell('{{inputs.parameters.cmd}}', 'cmd')).replace(
    '    - name: run',
    `          - {name: apply, ${given('cmd', 'terraform apply')}}\n    - name: run`,
  );
  const gate = { id: 'scan', type: 'shell', command: './scan', match: { runs: 'terraform apply*' } };
  const { outputs } = compile(inputOf(text, { enabled: true, injections: { pre_task: [gate] } }));
  expect(outputs[0]!.text.match(/name: hook-scan-[\w-]+/g)).toEqual(['name: hook-scan-apply']);
});

test('what runs beside all templates is reported once, however many there are', () => {
  const nested = `    - name: more
      steps: [[{name: ls, template: run}]]
    - name: at-end
      container: {image: x, command: [terraform, destroy]}
`;
  const text = workflow('template: more', 'container: {image: x, command: [ls]}', nested);
  const denied = deniedIn(text.replace('entrypoint: main', 'entrypoint: main\n  onExit: at-end'));
  expect(denied).toEqual(['DW450 the exit handler `onExit` in `main`: nobody destroys']);
});

test('a long template that very many tasks call is read at once, and counts as unknown in the end', () => {
  const tasks = Array.from({ length: 3_000 }, (_, at) => `          - {name: t${at}, ${given('cmd', `echo ${at}`)}}\n`);
  const text = workflow(given('cmd', 'ls'), shell(`: ${'a'.repeat(100_000)}; {{inputs.parameters.cmd}}`, 'cmd'));
  const start = performance.now();
  const denied = deniedIn(text.replace('    - name: run', `${tasks.join('')}    - name: run`));
  expect(performance.now() - start).toBeLessThan(15_000);
  expect(denied.at(-1)).toMatch(/^DW450 `t2999` .*counts as such/);
});

const inHook = 'hooks: {exit: {template: tf, arguments: {parameters: [{name: verb, value: apply}]}}}';
const tf = `    - name: tf\n      ${shell('terraform {{inputs.parameters.verb}}', 'verb')}\n`;
const plan = '          - {name: plan, template: tf, arguments: {parameters: [{name: verb, value: plan}]}}\n';
test.each([
  ['a hook of a task', workflow(`template: run, ${inHook}`, 'container: {image: x, command: [ls]}', tf), 1],
  [
    'one whose template a task calls, too',
    workflow(`template: run, ${inHook}`, 'container: {image: x, command: [ls]}', tf).replace(
      '    - name: run',
      `${plan}    - name: run`,
    ),
    1,
  ],
  [
    'the end of a task',
    workflow(
      'template: run, onExit: tf',
      'container: {image: x, command: [ls]}',
      tf.replace('{{inputs.parameters.verb}}', 'apply').replace(/inputs.*/, ''),
    ),
    1,
  ],
  ['a template that nothing calls', workflow('template: run', 'container: {image: x, command: [ls]}', tf), 0],
])('a command that no gate can be put around is reported: in %s', (_, text, count) => {
  const gate = { id: 'scan', type: 'shell', command: './scan', match: { runs: 'terraform apply*' }, optional: true };
  const { diagnostics } = compile(inputOf(text, { enabled: true, injections: { pre_task: [gate] } }));
  expect(diagnostics.filter(({ code }) => code === 'DW469')).toHaveLength(count);
});
