import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { commandLine } from '../cli/command-line.js';
import { runDagweave } from '../cli/run-dagweave.js';
import { type DaguRun, runDagu } from './dagu.js';
import type { Engine } from './engines.js';
import { inEachDagu } from './in-each-dagu.js';
import { spelled } from './spelling.js';

const flat = `type: graph
env:
  - HERE: yes
steps:
  - name: plan
    command: probe plan
    output: PLAN
  - name: work
    command: probe work
    depends: [plan]
  - name: deploy
    command: probe deploy
    depends: [work]
`;

interface Beside {
  readonly workflow?: string;
  readonly global?: string;
  readonly forget?: () => void;
}

function runIn(engine: Engine, hooks: string, { workflow = flat, global = '', forget }: Beside = {}): Promise<DaguRun> {
  const result = compile({
    workflow: [{ path: 'work.yaml', text: spelled(workflow, engine) }],
    configuration: [
      ...(global ? [{ layer: 'global' as const, path: 'global.yaml', text: global }] : []),
      { layer: 'project' as const, path: 'hooks.yaml', text: hooks },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion: engine.version, siblings: ['child.yaml'] },
  });
  expect(result.diagnostics.filter((one) => one.severity === 'error').map((one) => one.message)).toEqual([]);
  return runDagu({ 'work.yaml': result.outputs[0]!.text }, { engine, ...(forget && { forget }) });
}

const emptying = (folder: string) => () => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
};

const names = (made: DaguRun) => made.trace.map((one) => [one.name, one.task].filter(Boolean).join(' '));
const calls = (made: DaguRun, name: string) => made.trace.filter((one) => one.name === name);
const outcome = (made: DaguRun) => [made.status, made.code];

inEachDagu('lifecycle hooks', { concurrent: true }, (engine) => {
  const run = (hooks: string, beside?: Beside) => runIn(engine, hooks, beside);

  test('await mode blocks, and fire-and-forget does not', async () => {
    const made = await run(`hooks:
  on_iteration_complete:
    - {type: shell, command: "probe slow sleep=1", await: true, when: "\${STAGE} == 'plan'"}
    - {type: shell, command: "probe aside sleep=2", when: "\${STAGE} == 'work'"}
`);
    expect(outcome(made)).toEqual(['succeeded', 0]);
    expect(calls(made, 'work')[0]!.begin).toBeGreaterThanOrEqual(calls(made, 'slow')[0]!.end!);
    expect(calls(made, 'deploy')[0]!.begin).toBeLessThan(calls(made, 'aside')[0]!.end!);
  });

  test('actions of a list run from top to bottom, and an iteration is complete before its stage is', async () => {
    const made = await run(`hooks:
  on_stage_complete:
    - {type: shell, command: "probe stage one", await: true, when: "\${STAGE} == 'plan'"}
    - {type: shell, command: "probe stage two", await: true, when: "\${STAGE} == 'plan'"}
  on_iteration_complete:
    - {type: shell, command: "probe iteration", await: true, when: "\${ITERATION} == 1"}
`);
    expect(names(made)).toEqual(['plan', 'iteration', 'stage one', 'stage two', 'work', 'deploy']);
  });

  test('conditions evaluate: every second iteration, one stage, both, and what only the run knows', async () => {
    const made = await run(`hooks:
  on_iteration_complete:
    - {type: shell, command: "probe even \${ITERATION}", await: true, when: "\${ITERATION} % 2 == 0"}
    - {type: shell, command: "probe late \${STAGE}", await: true, when: "\${ITERATION} > 1 && \${STAGE} == 'deploy'"}
    - {type: shell, command: "probe here \${STAGE}", await: true, when: "\${HERE} == 'yes' && \${STAGE} == 'plan'"}
    - {type: shell, command: "probe there", await: true, when: "\${HERE} == 'no'"}
`);
    expect(outcome(made)).toEqual(['succeeded', 0]);
    expect(names(made)).toEqual(['plan', 'here plan', 'work', 'even 2', 'deploy', 'late deploy']);
  });

  test('what a step prints is above what `env` says before the run, in conditions and in texts', async () => {
    const workflow = `type: graph
env: [LAST_DECISION: none, PROGRESS: early]
steps:
  - {name: ask, command: probe ask}
  - {name: decide, command: echo stop, output: LAST_DECISION, depends: [ask]}
  - {name: tell, command: echo late, output: PROGRESS, depends: [decide]}
  - {name: deploy, command: probe deploy, depends: [tell]}
`;
    const hooks = `hooks:
  on_iteration_start:
    - {type: shell, command: "probe at-\${ITERATION}-\${LAST_DECISION}-\${PROGRESS}", await: true}
    - {type: shell, command: "probe stopped-\${ITERATION}", await: true, when: "\${LAST_DECISION} == 'stop'"}
`;
    const made = await run(hooks, { workflow });
    expect(outcome(made)).toEqual(['succeeded', 0]);
    expect(names(made)).toEqual([
      'at-1-none-early',
      'ask',
      'at-2-none-early',
      'at-3-stop-early',
      'stopped-3',
      'at-4-stop-late',
      'stopped-4',
      'deploy',
    ]);
  });

  test('in a DAG that is called, its environment is above that of the root, and so do its parameters in 1.x', async () => {
    const workflow = `type: graph
env: [PROGRESS: /root/p, STATUS: /root/s, CTX: /root/c]
steps:
  - {name: one, call: kid, params: "PROGRESS=/given/p"}
  - {name: two, call: kid, depends: [one]}
---
name: kid
type: graph
params: "PROGRESS=/kid/p"
env: [STATUS: /kid/s]
steps:
  - {name: make, command: probe make}
`;
    const hooks = `hooks:
  on_iteration_start:
    - {type: shell, command: "probe \${PROGRESS}-\${STATUS} $(printenv PROGRESS)-$(printenv CTX)", await: true}
`;
    const made = await run(hooks, { workflow });
    expect(outcome(made)).toEqual(['succeeded', 0]);
    // In 2.x the environment of the first DAG is above the parameters of another, for every step in it.
    const given = engine.dialect === 'v1' ? ['/given/p', '/kid/p'] : ['/root/p', '/root/p'];
    expect(names(made)).toEqual(given.flatMap((progress) => [`${progress}-/kid/s ${progress}-/root/c`, 'make']));
  });

  test('hook failures respect on_failure: one continues, aborts, or is retried', async () => {
    const at = (policy: string) => `hooks:
  on_iteration_start:
    - {type: shell, command: "probe hook fails=1", await: true, when: "\${STAGE} == 'work'"${policy}}
`;
    const goesOn = await run(at(''));
    expect([outcome(goesOn), names(goesOn)]).toEqual([
      ['succeeded', 0],
      ['plan', 'hook', 'work', 'deploy'],
    ]);
    const aborts = await run(at(', on_failure: abort'));
    expect([outcome(aborts), names(aborts)]).toEqual([
      ['failed', 1],
      ['plan', 'hook'],
    ]);
    const retries = await run(at(', on_failure: retry, retry_delay: 0'));
    expect([outcome(retries), names(retries)]).toEqual([
      ['succeeded', 0],
      ['plan', 'hook', 'hook', 'work', 'deploy'],
    ]);
  });

  test('timeouts trigger: one ends an action, and counts as its failure', async () => {
    const made = await run(`hooks:
  on_iteration_complete:
    - {type: shell, command: "probe slow sleep=20", await: true, timeout: 1, when: "\${STAGE} == 'plan'"}
    - {type: shell, command: "probe told \${LAST_HOOK_STATUS}", when: "\${STAGE} == 'plan'"}
`);
    expect(outcome(made)).toEqual(['succeeded', 0]);
    expect(calls(made, 'slow')[0]!.end).toBeUndefined();
    expect(names(made)).toContain('told failed');
  });

  test('variables resolve in all contexts, in texts and in the environment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dagweave-lifecycle-'));
    const script = join(folder, 'show.sh');
    const shown = [
      'SESSION',
      'STAGE',
      'NEXT_STAGE',
      'ITERATION',
      'MAX_ITERATIONS',
      'STAGE_OUTPUTS',
      'LAST_HOOK_STATUS',
    ];
    writeFileSync(
      script,
      `#!/bin/sh\n{ echo "text $*"\n${shown.map((name) => `echo "${name}=$${name}"`).join('\n')}\ndate -d "$TIMESTAMP" +%s; } > ${folder}/$STAGE\n`,
    );
    chmodSync(script, 0o755);
    const workflow = flat.replace('probe plan', 'echo the "plan"');
    await run(
      `hooks:
  on_stage_complete:
    - {type: shell, command: "false", await: true, when: "\${STAGE} == 'plan'"}
    - type: shell
      command: ${script} \${SESSION} "\${NEXT_STAGE}" '\${ITERATION} of \${MAX_ITERATIONS}' \${LAST_HOOK_STATUS}
      await: true
      when: "\${STAGE} != 'work'"
`,
      { workflow },
    );
    const plan = readFileSync(join(folder, 'plan'), 'utf8').split('\n');
    expect(plan.slice(0, 8)).toEqual([
      'text work work 1 of 3 failed',
      'SESSION=work',
      'STAGE=plan',
      'NEXT_STAGE=work',
      'ITERATION=1',
      'MAX_ITERATIONS=3',
      'STAGE_OUTPUTS=the plan',
      'LAST_HOOK_STATUS=failed',
    ]);
    expect(Math.abs(Number(plan[8]) - Date.now() / 1000)).toBeLessThan(600);
    const deploy = readFileSync(join(folder, 'deploy'), 'utf8').split('\n');
    expect(deploy.slice(0, 4)).toEqual(['text work  3 of 3 success', 'SESSION=work', 'STAGE=deploy', 'NEXT_STAGE=']);
  });

  test('what git reports as changed is in CHANGED_FILES, and nothing where there is no repository', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dagweave-lifecycle-'));
    const workflow = `type: graph
workingDir: ${folder}
steps:
  - name: write
    command: |
      git init -q . && git config user.email a@example.com && git config user.name a
      echo one > 'a file' && git add 'a file' && git commit -qm first && echo two > 'a file'
      mkdir below && echo new > below/süß
`;
    const hooks = `hooks:
  on_iteration_complete:
    - {type: shell, command: "printf '%s' \\"\${CHANGED_FILES}\\" > ${folder}/../\${SESSION}-changed", await: true}
`;
    const outside = mkdtempSync(join(tmpdir(), 'dagweave-lifecycle-'));
    const made = await run(hooks.replaceAll(`${folder}/..`, folder), { workflow, forget: emptying(folder) });
    expect(outcome(made)).toEqual(['succeeded', 0]);
    expect(readFileSync(join(folder, 'work-changed'), 'utf8')).toBe('a file\nbelow/süß');
    const unborn = mkdtempSync(join(tmpdir(), 'dagweave-lifecycle-'));
    await run(hooks.replaceAll(`${folder}/..`, unborn), {
      workflow: `type: graph
workingDir: ${unborn}
steps:
  - name: write
    command: |
      git init -q . && echo one > 'a file' && git add 'a file' && mkdir below && echo new > below/süß
`,
      forget: emptying(unborn),
    });
    expect(readFileSync(join(unborn, 'work-changed'), 'utf8')).toBe('a file\nbelow/süß');
    await run(hooks.replaceAll(`${folder}/..`, outside), {
      workflow: `type: graph\nworkingDir: ${outside}\nsteps:\n  - {name: write, command: "true"}\n`,
    });
    expect(readFileSync(join(outside, 'work-changed'), 'utf8')).toBe('');
  });

  test('how the action before ended decides, through one that was skipped', async () => {
    const hooks = (test_: string, middle: string) => `hooks:
  on_session_start:
    - {type: shell, command: "${test_}", await: true}
    - {type: shell, command: "probe middle", await: true, when: "\${HERE} == '${middle}'"}
    - {type: shell, command: "probe fallback", await: true, when: "\${LAST_HOOK_STATUS} == 'failed'"}
`;
    expect(names(await run(hooks('false', 'no')))).toEqual(['fallback', 'plan', 'work', 'deploy']);
    expect(names(await run(hooks('true', 'no')))).toEqual(['plan', 'work', 'deploy']);
    expect(names(await run(hooks('false', 'yes')))).toEqual(['middle', 'plan', 'work', 'deploy']);
  });

  test('on_error runs once, knows what failed, and tells its own actions how they ended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dagweave-lifecycle-'));
    const hooks = `hooks:
  on_error:
    - {type: shell, command: "printf '%s' \\"\${ERROR}\\" > ${folder}/error; printenv ERROR > ${folder}/same; false", await: true}
    - {type: shell, command: "probe alarm \${LAST_HOOK_STATUS}"}
  on_session_complete:
    - {type: shell, command: "probe complete \${ITERATION}"}
`;
    const good = await run(hooks);
    expect([outcome(good), names(good)]).toEqual([
      ['succeeded', 0],
      ['plan', 'work', 'deploy', 'complete 3'],
    ]);
    const bad = await run(hooks, { workflow: flat.replace('probe work', 'probe work exit=7') });
    expect([outcome(bad), names(bad)]).toEqual([
      ['failed', 1],
      ['plan', 'work', 'alarm failed'],
    ]);
    const message = engine.dialect === 'v1' ? 'failed to execute step "work": exit status 7' : 'exit status 7';
    expect(readFileSync(join(folder, 'error'), 'utf8')).toBe(message);
    expect(readFileSync(join(folder, 'same'), 'utf8').trim()).toBe(message);
  });

  test('global hooks apply unless a file disables them', async () => {
    const global = 'hooks:\n  on_session_complete:\n    - {type: shell, command: probe global, await: true}\n';
    const own = 'hooks:\n  on_session_complete:\n    - {type: shell, command: probe own, await: true}\n';
    expect(names(await run(own, { global })).slice(3)).toEqual(['global', 'own']);
    expect(names(await run(`disable_global_hooks: true\n${own}`, { global })).slice(3)).toEqual(['own']);
  });

  test('stages of a workflow of sub-DAGs, and files of one stage', async () => {
    const workflow = `name: nightly
type: graph
steps:
  - {name: c-design, call: design}
  - {name: c-build, call: build, depends: [c-design]}
---
name: design
type: graph
steps:
  - {name: draw, command: probe draw}
---
name: build
type: graph
steps:
  - {name: make, command: probe make}
`;
    const made = await run(
      `name: build
hooks:
  on_iteration_start:
    - {type: shell, command: "probe start \${ITERATION}", await: true}
  on_stage_complete:
    - {type: shell, command: "probe done \${STAGE}", await: true}
`,
      { workflow },
    );
    expect(outcome(made)).toEqual(['succeeded', 0]);
    expect(names(made)).toEqual(['draw', 'start 2', 'make', 'done build']);
  });
});

/** A service that keeps what it is sent, and answers a request for a decision as instructed. */
async function service(decide: (callback: string) => Promise<unknown> | undefined) {
  const bodies: Record<string, unknown>[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    bodies.push(body);
    response.end('ok');
    if (typeof body.callback === 'string') await decide(body.callback);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const forget = () => {
    bodies.length = 0;
  };
  return { url, bodies, forget, close: () => server.close() };
}

const runtime = `runtime: ${JSON.stringify(commandLine)}`;
const withService = (url: string) => flat.replace('HERE: yes', `SLACK_WEBHOOK: ${url}`);

inEachDagu('webhooks of lifecycle files', {}, (engine) => {
  const run = (hooks: string, beside?: Beside) => runIn(engine, hooks, beside);

  const approval = (more = '') => `hooks:
  ${runtime}
  on_stage_complete:
    - type: webhook
      url: "\${SLACK_WEBHOOK}"
      body: {text: "\${STAGE} of \${SESSION} is ready", callback: "\${CALLBACK_URL}?action=approve"}
      await: true
      callback_port: 0
      when: "\${STAGE} == 'plan'"
${more}    - {type: shell, command: 'probe told "\${HOOK_RESPONSE}"', await: true, when: "\${STAGE} == 'plan'"}
`;

  test('the callback server handles responses: a stage is approved', async () => {
    const slack = await service((callback) => fetch(callback));
    const made = await run(approval(), { workflow: withService(slack.url), forget: slack.forget });
    slack.close();
    expect(slack.bodies).toEqual([{ text: 'plan of work is ready', callback: expect.stringContaining('token=') }]);
    expect([outcome(made), names(made)]).toEqual([
      ['succeeded', 0],
      ['plan', 'told {"action":"approve"}', 'work', 'deploy'],
    ]);
  });

  test('the callback server handles responses: a body that is posted is what later actions get', async () => {
    const slack = await service((callback) =>
      fetch(callback.replace(/[?&]action=approve/, ''), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"action": "approve", "message": "Looks good, proceed"}',
      }),
    );
    const made = await run(approval(), { workflow: withService(slack.url) });
    slack.close();
    expect(names(made)).toEqual([
      'plan',
      'told {"action":"approve","message":"Looks good, proceed"}',
      'work',
      'deploy',
    ]);
  });

  test('the callback server handles responses: a stage that is rejected, or decided on too late, stops the run', async () => {
    const rejecting = await service((callback) => fetch(callback.replace('action=approve', 'action=reject')));
    const rejected = await run(approval(), { workflow: withService(rejecting.url) });
    rejecting.close();
    expect([outcome(rejected), names(rejected)]).toEqual([['failed', 1], ['plan']]);
    const silent = await service(() => undefined);
    const late = await run(approval('      timeout: 2\n'), { workflow: withService(silent.url) });
    const goesOn = await run(approval('      timeout: 2\n      on_timeout: continue\n'), {
      workflow: withService(silent.url),
    });
    silent.close();
    expect([outcome(late), names(late)]).toEqual([['failed', 1], ['plan']]);
    expect([outcome(goesOn), names(goesOn).at(-1)]).toEqual([['succeeded', 0], 'deploy']);
  });

  test('failed tests ask a person, passed ones do not', async () => {
    const hooks = (command: string) => `hooks:
  ${runtime}
  on_iteration_complete:
    - {type: shell, command: "${command}", await: true}
    - type: webhook
      url: "\${SLACK_WEBHOOK}"
      body: {text: "Tests failed in \${STAGE}", callback: "\${CALLBACK_URL}?action=continue"}
      await: true
      callback_port: 0
      when: "\${LAST_HOOK_STATUS} == 'failed'"
`;
    const slack = await service((callback) => fetch(callback));
    const failing = await run(hooks('test ${STAGE} != work'), {
      workflow: withService(slack.url),
      forget: slack.forget,
    });
    expect([outcome(failing), slack.bodies.map(({ text }) => text)]).toEqual([
      ['succeeded', 0],
      ['Tests failed in work'],
    ]);
    slack.close();
  });

  test('a message that nobody answers holds nothing up, and its failure is no failure of the run', async () => {
    const made = await run(
      `hooks:
  ${runtime}
  on_session_complete:
    - {type: webhook, url: "\${SLACK_WEBHOOK}", body: {text: "\${SESSION} after \${ITERATION}"}, retries: 0}
  on_iteration_complete:
    - {type: webhook, url: "http://localhost:9/", body: {text: "\${STAGE}"}, retries: 0}
`,
      { workflow: withService('http://localhost:9/') },
    );
    expect([outcome(made), names(made)]).toEqual([
      ['succeeded', 0],
      ['plan', 'work', 'deploy'],
    ]);
  });
});

inEachDagu('spawned workflows', { concurrent: true }, (engine) => {
  const run = (hooks: string, beside?: Beside) => runIn(engine, hooks, beside);

  const child = `---
name: child
params: {stage: ""}
steps:
  - {name: review, command: "probe child sleep=1"}
`;

  test('child pipelines spawn: awaited, the workflow goes on when the child has ended; the child is no stage', async () => {
    const made = await run(
      'hooks:\n  on_iteration_complete:\n    - {type: spawn, pipeline: child, inputs: {stage: "${STAGE}"}, when: "${ITERATION} % 2 == 0"}\n',
      { workflow: flat + child },
    );
    expect([outcome(made), names(made)]).toEqual([
      ['succeeded', 0],
      ['plan', 'work', 'child', 'deploy'],
    ]);
    expect(calls(made, 'deploy')[0]!.begin).toBeGreaterThanOrEqual(calls(made, 'child')[0]!.end!);
  });

  test('all three types of actions work, and a child returns its outputs', async () => {
    const slack = await service(() => undefined);
    const told = `hooks:
  ${runtime}
  on_stage_complete:
    - {type: shell, command: "probe checked", await: true, when: "\${STAGE} == 'plan'"}
    - {type: webhook, url: "\${SLACK_WEBHOOK}", body: {text: "\${STAGE} is done"}, when: "\${STAGE} == 'plan'"}
    - {type: spawn, pipeline: scorer, inputs: {stage: "\${STAGE}"}, when: "\${STAGE} == 'plan'"}
    - type: shell
      command: probe told "$(printf %s "\${SPAWN_OUTPUT}" | grep -o '"SCORE"[^,}]*' | tr -d ' ')"
      await: true
      when: "\${STAGE} == 'plan'"
`;
    const scorer =
      '---\nname: scorer\nparams: {stage: ""}\nsteps:\n  - {name: score, command: "echo 85", output: SCORE}\n';
    const made = await run(told, { workflow: withService(slack.url) + scorer, forget: slack.forget });
    slack.close();
    expect([outcome(made), names(made)]).toEqual([
      ['succeeded', 0],
      ['plan', 'checked', 'told "SCORE":"85"', 'work', 'deploy'],
    ]);
    expect(slack.bodies).toEqual([{ text: 'plan is done' }]);
  });

  test('child pipelines spawn: not awaited, the workflow goes on at once', async () => {
    const made = await run(
      'hooks:\n  on_iteration_complete:\n    - {type: spawn, pipeline: child, await: false, when: "${STAGE} == \'plan\'"}\n',
      { workflow: flat + child },
    );
    expect(outcome(made)).toEqual(['succeeded', 0]);
    expect(calls(made, 'work')[0]!.begin).toBeLessThan(calls(made, 'child')[0]!.end!);
  });
});

test('the global file is found at its place, and switched off from outside', () => {
  const home = mkdtempSync(join(tmpdir(), 'dagweave-lifecycle-'));
  const configHome = join(home, 'configuration');
  mkdirSync(join(configHome, 'agent-pipelines'), { recursive: true });
  writeFileSync(
    join(configHome, 'agent-pipelines', 'hooks.yaml'),
    'hooks:\n  on_session_complete:\n    - {type: shell, command: ./global.sh}\n',
  );
  writeFileSync(join(home, 'work.yaml'), flat);
  writeFileSync(join(home, 'pipeline.yaml'), 'disable_global_hooks: true\n');
  const apply = (args: readonly string[], env: Record<string, string> = {}) =>
    runDagweave(['apply', 'work.yaml', ...args], {
      cwd: home,
      env: { ...process.env, HOME: home, XDG_CONFIG_HOME: configHome, ...env },
    }).stdout;
  expect(apply([])).toContain('./global.sh');
  expect(apply(['--config', 'pipeline.yaml'])).toBe(flat);
  expect(apply(['--set', 'hooks.enabled=false'])).toBe(flat);
  expect(apply([], { DAGWEAVE_HOOKS_ENABLED: 'false' })).toBe(flat);
});
