import { describe, expect, test } from 'vitest';
import { type CompileInput, type CompileResult, compile } from '../src/compile.js';

/** What a developer may write below a policy, and the author of a workflow may write, to get past its gates. */

const gate = { id: 'scan', type: 'shell', command: './scan' };
const ofCommands = { ...gate, match: { runs: 'kubectl apply*' } };

function run(
  workflow: string | object,
  policy: object,
  project?: object,
  options: CompileInput['options'] = { targetVersion: '1.30' },
  base = '',
): CompileResult {
  return compile({
    workflow: [{ path: 'flow.yaml', text: typeof workflow === 'string' ? workflow : JSON.stringify(workflow) }],
    configuration: [
      ...(project
        ? [{ path: 'project.json', text: JSON.stringify({ hooks: project }), layer: 'project' as const }]
        : []),
      { path: 'policy.json', text: JSON.stringify({ hooks: policy }), layer: 'policy' },
    ],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    defaults: { read: () => ({ text: base }) },
    options,
  });
}

const errorsOf = ({ diagnostics }: CompileResult) =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code, related }) => [code, related?.span.file]);

const steps = [
  { name: 'build', command: 'make' },
  { name: 'deploy', command: 'kubectl apply -f k8s', depends: ['build'] },
];
const flow = { type: 'graph', steps };

/** Steps that come before `deploy`, in the text that was written. */
function beforeDeploy({ workflows }: CompileResult): ReadonlySet<string> {
  const { nodes } = workflows[0]!.after!.dags[0]!;
  const found = new Set<string>();
  const reach = (name: string) => {
    for (const need of nodes.find((node) => node.name === name)!.needs ?? []) {
      found.add(need.name);
      reach(need.name);
    }
  };
  reach('deploy');
  return found;
}

describe('a command that a policy guards or forbids', () => {
  const policy = {
    injections: { pre_task: [ofCommands] },
    deny: [
      { match: { runs: 'terraform destroy*' }, message: 'no' },
      { match: { runs: 'curl*' }, message: 'perhaps', severity: 'warning' },
      { match: { not: { image: 'acme/*' } }, message: 'only our images', severity: 'warning' },
    ],
  };
  const hook = (more: object) => ({ enabled: true, injections: { final: [{ id: 'mine', ...more }] } });

  test.each([
    ['a script', { type: 'shell', command: 'set -e\nkubectl apply -f x' }],
    ['a denied one', { type: 'shell', command: 'terraform destroy -auto-approve' }],
    ['a shell of its own', { type: 'shell', command: 'sh -c "kubectl apply -f x"' }],
    ['what an image runs', { type: 'shell', command: 'docker run bitnami/kubectl apply -f x' }],
    ['what an image runs that is not known', { type: 'shell', command: 'docker run "$IMAGE" apply -f x' }],
    ['a program in an image that is not known', { type: 'shell', command: 'docker run $IMAGE kubectl apply -f x' }],
    ['what is not known', { type: 'shell', command: '$TOOL apply -f x' }],
    ['what a variable says', { type: 'shell', command: '{{{vars.tool}}} apply -f x' }],
    ['a check', { type: 'quality_check', command: 'kubectl apply -f x', min_score: 1 }],
    ['a handler', { type: 'shell', command: 'kubectl apply -f x', run: 'always' }],
  ])('is no command of a hook below it: %s', (_, rule) => {
    const result = run(flow, policy, { vars: { tool: 'kubectl' }, ...hook(rule) });
    expect(result.ok).toBe(false);
    const found = result.diagnostics.filter(({ code }) => code === 'DW470');
    expect(found.length).toBeGreaterThan(0);
    for (const one of found)
      expect(one).toMatchObject({
        cure: 'rules',
        span: { file: 'project.json' },
        related: { span: { file: 'policy.json' } },
      });
  });

  test('other commands of hooks are fine, and so are those of the policy itself', () => {
    expect(
      errorsOf(run(flow, policy, hook({ type: 'shell', command: 'echo kubectl apply; ./deploy.sh; curl x' }))),
    ).toEqual([]);
    const own = { ...policy.injections, final: [{ id: 'own', type: 'shell', command: 'kubectl apply -f own' }] };
    expect(errorsOf(run(flow, { ...policy, injections: own }))).toEqual([]);
    const idle = { ...policy.injections, pre_task: [{ ...ofCommands, when: '1 == 2' }] };
    const direct = hook({ type: 'shell', command: 'kubectl apply -f x' });
    expect(errorsOf(run(flow, { ...policy, injections: idle }, direct))).toEqual([]);
  });

  test.each([
    ['docker run "$IMAGE" destroy -auto-approve', true],
    ['docker run --rm -v .:/w "$REGISTRY/$NAME:$TAG" -chdir=infra destroy', false],
    ['docker run $IMAGE terraform destroy', true],
    ['docker run "$IMAGE" npm run destroy', false],
    ['docker run "$IMAGE" plan', false],
  ])('is refused in a step whose image may run it: %s', (command, isRefused) => {
    const text = { type: 'graph', steps: [...steps, { name: 'clean', command, depends: ['build'] }] };
    expect(errorsOf(run(text, policy))).toEqual(isRefused ? [['DW450', 'policy.json']] : []);
  });

  test.each(['init', 'success', 'failure', 'abort', 'exit'])('is no command of a handler: %s', (event) => {
    const text = { type: 'graph', handlerOn: { [event]: { command: 'kubectl apply -f k8s' } }, steps };
    expect(errorsOf(run(text, policy))).toEqual([['DW468', 'policy.json']]);
    const fine = { type: 'graph', handlerOn: { [event]: { command: 'echo over' } }, steps };
    expect(errorsOf(run(fine, policy))).toEqual([]);
  });

  test('is one of a handler with a warning, where the gate is no policy', () => {
    const text = { type: 'graph', handlerOn: { exit: { command: 'kubectl apply -f k8s' } }, steps };
    const project = { enabled: true, injections: { pre_task: [{ ...ofCommands, id: 'own' }] } };
    const result = run(text, { injections: { final: [{ id: 'end', type: 'shell', command: 'end' }] } }, project);
    expect(result.ok).toBe(true);
    expect(result.diagnostics).toMatchObject([{ code: 'DW469', span: { file: 'flow.yaml' } }]);
  });
});

describe('where a gate is', () => {
  const anchored = (anchor: object) => ({
    injections: { pre_task: [gate, { ...gate, id: 'sign', tasks: ['deploy'], ...anchor }] },
  });

  test.each(['hook-scan', 'hook-scan-deploy', 'scan'])('is not changed by a step that is called %s', (name) => {
    for (const more of [{}, { id: 'scan' }, { depends: ['build'] }]) {
      const decoy = { name, command: 'true', ...more };
      const result = run({ type: 'graph', steps: [...steps, decoy] }, anchored({ after: 'hook-scan' }));
      if (!result.ok) {
        expect(errorsOf(result)).toEqual([['DW472', 'policy.json']]);
        continue;
      }
      const before = [...beforeDeploy(result)];
      expect(before.filter((one) => /^hook-s(can|ign)-deploy/.test(one)).length).toBeGreaterThanOrEqual(2);
      expect(before.some((one) => one.startsWith('hook-sign-deploy'))).toBe(true);
    }
  });

  test('is an error where its anchor is a step that the guarded one does not wait for', () => {
    const loose = { type: 'graph', steps: [steps[0], { name: 'deploy', command: 'kubectl apply -f k8s' }] };
    expect(errorsOf(run(loose, anchored({ after: 'build' })))).toEqual([['DW472', 'policy.json']]);
    expect(errorsOf(run(flow, anchored({ after: 'build' })))).toEqual([]);
    expect(beforeDeploy(run(flow, anchored({ after: 'build' }))).has('hook-sign-deploy')).toBe(true);
    expect(errorsOf(run(loose, anchored({ before: 'build' })))).toEqual([['DW472', 'policy.json']]);
    expect(errorsOf(run(flow, anchored({ before: 'build' })))).toEqual([]);
  });

  test('is an error behind a step, too, where that is not what it is behind', () => {
    const policy = (anchor: object) => ({ injections: { post_task: [{ ...gate, tasks: ['build'], ...anchor }] } });
    const loose = { type: 'graph', steps: [steps[0], { name: 'deploy', command: './deploy' }] };
    expect(errorsOf(run(loose, policy({ after: 'deploy' })))).toEqual([['DW472', 'policy.json']]);
    expect(errorsOf(run(flow, policy({ after: 'deploy' })))).toEqual([]);
    expect(errorsOf(run(flow, policy({ before: 'deploy' })))).toEqual([]);
    expect(errorsOf(run(loose, policy({ before: 'deploy' })))).toEqual([['DW472', 'policy.json']]);
  });

  test('is a warning where the rule is no policy', () => {
    const loose = { type: 'graph', steps: [steps[0], { name: 'deploy', command: './deploy' }] };
    const project = {
      enabled: true,
      injections: { pre_task: [{ ...gate, id: 'own', tasks: ['deploy'], after: 'build' }] },
    };
    const result = run(loose, { injections: { final: [{ id: 'end', type: 'shell', command: 'end' }] } }, project);
    expect(result.ok).toBe(true);
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['DW473']);
  });
});

describe('what a gate runs', () => {
  const policy = { injections: { pre_task: [{ ...gate, tasks: ['deploy'] }] } };

  test.each([
    '/bin/true',
    'python3',
    'bash -n',
    'sh -c true',
    '/tmp/bash',
    '${X}',
    ['bash', '-n'],
    ['bash', '-c', 'true', '--'],
    'bash\n',
  ])('is not left to a shell that may not run it: %j', (shell) => {
    const expected = shell === 'bash\n' ? [] : [['DW617', undefined]];
    expect(errorsOf(run({ ...flow, shell }, policy))).toEqual(expected);
    const handler = { injections: { final: [{ ...gate, run: 'failure' }] } };
    expect(errorsOf(run({ ...flow, shell }, handler))).toEqual(expected);
  });

  test.each([
    'sh',
    'bash',
    '/bin/sh',
    '/usr/bin/env bash',
    'bash -e',
    'bash -euo pipefail',
    ['bash', '-e'],
    'bash -e -o pipefail',
  ])('may be left to a plain one: %j', (shell) => expect(errorsOf(run({ ...flow, shell }, policy))).toEqual([]));

  test.each([
    [{ shell: 'bash', shell_args: ['-n'] }, 'bash -n'],
    [{ shell_args: ['-n'] }, 'shell_args: -n'],
    [{ Shell_Args: ['-e', '-n'] }, 'shell_args: -e -n'],
    [{ shell: ['bash', '-e'], shell_args: ['-c', 'true'] }, 'bash -e -c true'],
    [{ shell: 'bash', shell_args: ['${OPTIONS}'] }, 'bash ${OPTIONS}'],
    [{ shell: '/bin/true', shell_args: ['-e'] }, '/bin/true -e'],
  ])('is not left to options of a shell that may not run it: %j', (fields, shell) => {
    const handler = { injections: { final: [{ ...gate, run: 'failure' }] } };
    for (const rules of [policy, handler]) {
      const result = run({ ...flow, ...fields }, rules, undefined, { targetVersion: '2.15' });
      expect(errorsOf(result)).toEqual([['DW617', undefined]]);
      expect(result.diagnostics[0]!.message).toContain(`\`${shell}\``);
    }
  });

  test('is not left to options that a merge key brings in', () => {
    const merging = 'type: graph\n<<: {shell: bash, shell_args: ["-n"]}\nsteps:\n  - {name: deploy, command: make}\n';
    expect(errorsOf(run(merging, policy, undefined, { targetVersion: '2.15' }))).toEqual([['DW617', undefined]]);
  });

  test('may be left to plain options', () => {
    const plain = { ...flow, shell: 'bash', shell_args: ['-e', '-u'] };
    expect(errorsOf(run(plain, policy, undefined, { targetVersion: '2.15' }))).toEqual([]);
  });

  test.each([
    ['shell: bash -n', {}, true],
    ['shell_args: ["-n"]', { shell: 'bash' }, true],
    ['shell: nu', { shell: 'bash' }, false],
    ['shell: bash -e', { shell_args: ['-u'] }, false],
    ['shell: bash -e', { shell_args: ['-n'] }, true],
  ])('is not left to a base configuration that says otherwise: %s and %j', (base, fields, isReported) => {
    const result = run(
      { ...flow, ...fields },
      policy,
      undefined,
      { targetVersion: '2.15', baseConfig: 'base.yaml' },
      base,
    );
    expect(errorsOf(result)).toEqual(isReported ? [['DW617', undefined]] : []);
  });

  test.each([
    'PATH',
    'BASH_ENV',
    'LD_PRELOAD',
    'NODE_OPTIONS',
    'ANTHROPIC_BASE_URL',
    'https_proxy',
  ])('is decided by %s besides, so a workflow that sets it for all steps gets a warning', (name) => {
    const coded = (text: object) => run(text, policy).diagnostics.map(({ code }) => code);
    expect(coded({ ...flow, env: [{ [name]: '/tmp/x' }] })).toEqual(['DW471']);
    expect(coded({ ...flow, env: [{ [`MY_${name}_X`]: '/tmp/x' }] })).toEqual([]);
  });
});

describe('what decides which programs a gate runs', () => {
  const policy = { injections: { pre_task: [{ ...gate, tasks: ['deploy'] }] } };
  const warnings = (text: object | string, targetVersion: string, project?: object, rules: object = policy) =>
    run(text, rules, project, { targetVersion })
      .diagnostics.filter(({ code }) => code === 'DW471')
      .map(({ message }) => message.slice(0, message.indexOf(' decide')));
  const printing = { name: 'build', command: 'echo /tmp/x', output: 'PATH' };
  const asking = { name: 'ask', type: 'hitl', config: { prompt: 'Which?', input: ['NODE_OPTIONS'] } };

  test.each([
    [{ params: [{ PATH: '/tmp/x' }] }, 'PATH in the `params` of `flow`'],
    [{ params: 'A=1 PATH=/tmp/x' }, 'PATH in the `params` of `flow`'],
    [{ steps: [printing, steps[1]] }, 'PATH in the `output` of a step of `flow`'],
    [{ secrets: [{ name: 'LD_PRELOAD', provider: 'file', key: 'x' }] }, 'LD_PRELOAD in the `secrets` of `flow`'],
    [{ dotenv: '/tmp/x.env' }, 'the files in `dotenv` of `flow` may set PATH and other names that'],
    [{ dotenv: ['.env', 'more.env'] }, 'the files in `dotenv` of `flow` may set PATH and other names that'],
    [{ dotenv: '.env' }, undefined],
    [{ dotenv: [] }, undefined],
    [{ params: 'A=1', secrets: [{ name: 'TOKEN', provider: 'env', key: 'T' }] }, undefined],
  ])('is reported in both versions wherever it is set: %j', (fields, expected) => {
    for (const version of ['1.30', '2.15'])
      expect(warnings({ ...flow, ...fields }, version)).toEqual(expected === undefined ? [] : [expected]);
  });

  test('is reported where a merge key brings it in', () => {
    const merging = 'type: graph\n<<: {params: {PATH: /tmp/x}}\nsteps:\n  - {name: deploy, command: make}\n';
    expect(warnings(merging, '1.30')).toEqual(['PATH in the `params` of `flow`']);
  });

  test('is reported in what only one version has', () => {
    const defaults = { env: [{ PATH: '/tmp/x' }] };
    expect(warnings({ ...flow, defaults }, '2.15')).toEqual(['PATH in the `defaults.env` of `flow`']);
    expect(warnings({ ...flow, steps: [...steps, asking] }, '1.30')).toEqual([
      'NODE_OPTIONS in the `config.input` of `flow`',
    ]);
  });

  test('is reported where another DAG hands it on, if the engine does that', () => {
    const child = 'name: kid\ntype: graph\nsteps:\n  - {name: deploy, command: make}\n';
    const above = (root: string, params: string) =>
      `${root}type: graph\nsteps:\n  - {name: c, call: kid${params}}\n---\n${child}`;
    const handed = above('', ', params: "PATH=/tmp/x"');
    const everywhere = { injections: { pre_task: [{ ...gate, match: { runs: 'make' } }] } };
    for (const version of ['1.30', '2.15'])
      expect(warnings(handed, version, undefined, everywhere)).toEqual(['PATH in the `params` of a step of `flow`']);
    const inherited = above('env: [{PATH: /tmp/x}]\n', '');
    expect(warnings(inherited, '1.30', undefined, everywhere)).toEqual([]);
    expect(warnings(inherited, '2.15', undefined, everywhere)).toEqual(['PATH in the `env` of `flow`']);
  });

  test('is reported in the outputs of hooks of a project', () => {
    const own = { ...gate, id: 'own', tasks: ['build'], output: 'PATH' };
    const project = { enabled: true, injections: { post_task: [own] } };
    expect(warnings(flow, '1.30', project)).toEqual(['PATH in the `output` of a step of `flow`']);
  });
});

describe('what a job of GitLab runs in the shell of a gate', () => {
  const policy = { injections: { pre_task: [{ ...ofCommands, command: 'trivy fs .', optional: true }] } };
  const compiled = (before: readonly string[], script: readonly string[], rules: object = policy) =>
    compile({
      workflow: [
        {
          path: '.gitlab-ci.yml',
          text: `ship:\n  before_script: ${JSON.stringify(before)}\n  script:\n${script.map((line) => `    - ${JSON.stringify(line)}\n`).join('')}`,
        },
      ],
      configuration: [{ path: 'policy.json', text: JSON.stringify({ hooks: rules }), layer: 'policy' }],
      prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    });
  const apply = 'kubectl apply -f x';

  test.each([
    ['a file that it reads', ['. ./x.sh', 'deploy']],
    ['the same by its other name', ['source ./x.sh', 'deploy']],
    ['a function that hands its arguments on', ['k() { kubectl "$@"; }', 'k apply -f x']],
    ['one that runs what it is given', ['function k { "$@"; }', 'k kubectl apply -f x']],
    ['an alias', ['alias k=kubectl', 'k apply -f x']],
    ['an alias of what is not known', ['alias k="$TOOL"', 'k apply -f x']],
  ])('counts as what a gate is for, and is forbidden like that: %s', (_, script) => {
    const { ok, outputs, diagnostics } = compiled(['true'], script);
    expect([ok, diagnostics.map(({ code }) => code)]).toEqual([true, expect.arrayContaining(['DW452'])]);
    const [front] = outputs[0]!.text.split(script[0]!.replaceAll('"', '\\"'));
    expect(front).toContain('( trivy fs . )');
    expect(errorsOf(compiled(script.slice(0, 1), ['deploy']))).toEqual([['DW468', 'policy.json']]);
    const deny = [{ match: ofCommands.match, message: 'no' }];
    expect(errorsOf(compiled(['true'], script, { deny }))).toContainEqual(['DW450', 'policy.json']);
  });

  test.each([
    ['export PATH=./bin:$PATH', 'PATH in the `script` of `ship` decides'],
    ['PATH="$PWD/my bin:$PATH"', 'PATH in the `script` of `ship` decides'],
    ['cd x && PATH=$(pwd)/bin:$PATH', 'PATH in the `script` of `ship` decides'],
    ['{ PATH=./bin; }', 'PATH in the `script` of `ship` decides'],
    ['trivy() { true; }', 'trivy in the `script` of `ship` decides'],
    ['function trivy { true; }', 'trivy in the `script` of `ship` decides'],
    ['alias trivy=true', 'trivy in the `script` of `ship` decides'],
    ['. ./x.sh', 'the files in `./x.sh` of `ship` may set PATH and other names that decide'],
  ])('gets a warning where it decides which programs a gate behind it runs: %s', (line, expected) => {
    const said = ({ diagnostics }: CompileResult) =>
      diagnostics.flatMap(({ code, message }) => (code === 'DW471' ? [message.replace(/ decides? which.*/, '')] : []));
    const words = expected.replace(/ decides?$/, '');
    expect(said(compiled(['true'], [line, apply]))).toEqual([words]);
    const before = words.replace('`script`', '`before_script`');
    // A file that is read there may hold what the gate is for, which is an error of its own.
    if (!line.startsWith('.')) expect(said(compiled([line, 'true'], [apply]))).toEqual([before]);
    expect(said(compiled(['true'], [apply, line]))).toEqual([]);
  });

  test.each([
    'PATH=./bin make',
    'echo PATH=./bin',
    'export HOME=/tmp',
    'other() { true; }',
    'alias ll=ls',
    './x.sh',
  ])('gets none where it does not: %s', (line) => {
    expect(compiled([line], [line, apply]).diagnostics).toEqual([]);
  });
});

describe('variables that a gate sets itself', () => {
  const check = 'SCORE=$(cat score); test "$SCORE" -ge 80';
  const of = (command: string, more: object = {}) => ({
    injections: { pre_task: [{ ...gate, command, match: { runs: 'kubectl *' }, optional: true, ...more }] },
  });
  const replaced = (
    text: object | string,
    command = check,
    options: CompileInput['options'] = { targetVersion: '1.30' },
  ) =>
    run(text, of(command), undefined, options)
      .diagnostics.filter(({ code }) => code === 'DW632')
      .map(({ message }) => /(`\$.*`) in the hook.* by what (.*) says$/.exec(message)!.slice(1).join(' of '));
  const printing = { name: 'build', command: 'echo 100', output: 'SCORE' };
  const asking = { name: 'ask', type: 'hitl', config: { prompt: 'Which?', input: ['SCORE'] } };

  test.each([
    [{ params: [{ SCORE: '100' }] }, '`$SCORE` of `params` of `flow`'],
    [{ params: 'A=1 SCORE=100' }, '`$SCORE` of `params` of `flow`'],
    [{ steps: [printing, steps[1]] }, '`$SCORE` of `output` of a step of `flow`'],
  ])('are not left to the workflow, which Dagu 1.30 puts in their place: %j', (fields, expected) => {
    expect(replaced({ ...flow, ...fields })).toEqual([expected]);
    expect(replaced({ ...flow, ...fields }, check, { assumeVersion: '2.15' })).toEqual([]);
  });

  test('are not left to what a person is asked for', () => {
    expect(replaced({ ...flow, steps: [asking, ...steps] })).toEqual([
      '`$SCORE` of `config.input` of a step of `flow`',
    ]);
  });

  test('are reported where no version is known', () => {
    const text = { ...flow, params: 'SCORE=1' };
    expect(replaced(text, check, {})).toEqual(['`$SCORE` of `params` of `flow`']);
  });

  test.each([
    'test "$SCORE" -ge 80',
    'SCORE=$(cat score); test "${SCORE:-0}" -ge 80',
    'SCORE=$(cat score); check',
    'OTHER=$(cat score); test "$OTHER" -ge 80',
  ])('are those that the text sets and reads: %s', (command) => {
    expect(replaced({ ...flow, params: 'SCORE=100' }, command)).toEqual([]);
  });

  test.each([
    'read SCORE <score; test ${SCORE} -ge 80',
    'for SCORE in $(cat score); do test $SCORE -ge 80; done',
    'set -e\nexport SCORE=$(cat score)\ntest "$SCORE" -ge 80',
  ])('may be set in every way: %s', (command) => {
    expect(replaced({ ...flow, params: 'SCORE=100' }, command)).toEqual(['`$SCORE` of `params` of `flow`']);
  });

  test('are numbers, too, which parameters without a name are called by', () => {
    const awk = `test "$(awk '{print $1}' score)" -ge 80`;
    expect(replaced({ ...flow, params: '100' }, awk)).toEqual(['`$1` of `params` of `flow`']);
    expect(replaced({ ...flow, params: ['A=1', '100'] }, awk)).toEqual([]);
    expect(replaced({ ...flow, params: ['"100 200" 300'] }, awk.replace('$1', '$2'))).toEqual([
      '`$2` of `params` of `flow`',
    ]);
  });

  test('may be in what secrets and `env` are called: Dagu leaves those alone', () => {
    const secrets = [{ name: 'SCORE', provider: 'env', key: 'S' }];
    expect(replaced({ ...flow, secrets, env: [{ SCORE: '100' }] })).toEqual([]);
  });

  test('are not left to what another DAG hands over', () => {
    const child = 'name: kid\ntype: graph\nsteps:\n  - {name: deploy, command: kubectl apply -f x}\n';
    const handing = (how: string) => `type: graph\nsteps:\n  - {name: c, call: kid, ${how}}\n---\n${child}`;
    for (const how of ['params: "SCORE=100"', 'parallel: [{SCORE: 100}]', 'parallel: {items: ["SCORE=100"]}'])
      expect(replaced(handing(how))).toEqual(['`$SCORE` of `params` of a step of `flow`']);
  });

  test('are not left to the outputs of a project', () => {
    const own = { ...gate, id: 'own', tasks: ['build'], output: 'SCORE' };
    const project = { enabled: true, injections: { post_task: [own] } };
    expect(errorsOf(run(flow, of(check), project))).toEqual([['DW632', 'policy.json']]);
  });

  test('are reported in handlers, and left alone in a shell of their own and in rules of a project', () => {
    const text = { ...flow, params: 'SCORE=1' };
    const atEnd = { injections: { final: [{ ...gate, command: check, run: 'failure' }] } };
    expect(errorsOf(run(text, atEnd))).toEqual([['DW632', 'policy.json']]);
    expect(errorsOf(run(text, of(check, { timeout: 5 })))).toEqual([]);
    const project = {
      enabled: true,
      injections: { pre_task: [{ ...gate, id: 'own', command: check, tasks: ['deploy'] }] },
    };
    expect(errorsOf(run(text, of('./scan'), project))).toEqual([]);
  });
});

describe('two policies', () => {
  const rule = (id: string, more: object = {}) => ({
    id,
    type: 'shell',
    command: `./${id}`,
    tasks: ['deploy'],
    ...more,
  });
  const both = (weak: object, strong: object) =>
    compile({
      workflow: [{ path: 'flow.yaml', text: JSON.stringify(flow) }],
      configuration: [
        { path: 'weak.json', text: JSON.stringify({ hooks: { injections: { pre_task: [weak] } } }), layer: 'policy' },
        {
          path: 'strong.json',
          text: JSON.stringify({ hooks: { injections: { pre_task: [strong] } } }),
          layer: 'policy',
        },
      ],
      prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
      options: { targetVersion: '1.30' },
    });

  test.each([
    [{ before: 'hook-strong' }, {}],
    [{ after: 'hook-strong' }, {}],
    [{ after: 'hook-strong', await: false }, {}],
    [{}, { after: 'hook-weak' }],
    [{ await: false }, { after: 'hook-weak' }],
    [{ after: 'build' }, { before: 'hook-weak' }],
    [{ after: 'hook-strong' }, { after: 'hook-weak' }],
    [{ before: 'hook-strong' }, { before: 'hook-weak' }],
    [{ parallel: 'group' }, { parallel: 'group' }],
    [{ order: -100 }, { order: 100 }],
  ])('may order their hooks, and each stays a gate: %j and %j', (weak, strong) => {
    const result = both(rule('weak', weak), rule('strong', strong));
    expect(errorsOf(result)).toEqual([]);
    const before = beforeDeploy(result);
    expect(before.has('hook-strong-deploy')).toBe(true);
    expect(before.has('hook-weak-deploy')).toBe(!('await' in weak));
  });

  test('no hook of a policy follows another one to where it guards nothing', () => {
    const loose = { type: 'graph', steps: [steps[0], { name: 'deploy', command: './deploy' }] };
    const policy = {
      injections: { pre_task: [rule('weak', { after: 'build' }), rule('strong', { after: 'hook-weak' })] },
    };
    expect(errorsOf(run(loose, policy))).toEqual([
      ['DW472', 'policy.json'],
      ['DW472', 'policy.json'],
    ]);
    const unawaited = {
      injections: {
        pre_task: [rule('weak', { after: 'build', await: false }), rule('strong', { after: 'hook-weak' })],
      },
    };
    expect(errorsOf(run(loose, unawaited))).toEqual([['DW472', 'policy.json']]);
  });
});
