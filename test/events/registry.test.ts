import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from '../cli/run-dagweave.js';
import { runWarm } from '../cli/warm-dagweave.js';
import { hostileValues } from '../hostile-values.js';

const examples = 'test/fixtures/frontends/event-registry/examples';
const read = (path: string) => readFileSync(join(examples, path), 'utf8');

interface Project {
  readonly folder: string;
  /** The answer to an event, the exit code, and what was reported. */
  dispatch(event: string, context: object | string, args?: readonly string[], env?: Record<string, string>): Dispatched;
}

interface Dispatched {
  readonly exit: number | null;
  readonly answer: Record<string, unknown>;
  readonly ran: readonly string[];
  readonly stderr: string;
}

/** A project with hook files and executable scripts. */
function projectWith(
  hooks: Readonly<Record<string, string>>,
  scripts: Readonly<Record<string, string>> = {},
  run = runWarm,
): Project {
  const folder = folderWith({
    ...Object.fromEntries(Object.entries(hooks).map(([name, text]) => [`.system/hooks/${name}.yaml`, text])),
    ...scripts,
  });
  for (const path of Object.keys(scripts)) chmodSync(join(folder, path), 0o755);
  return {
    folder,
    dispatch(event, context, args = ['--no-log'], env = {}) {
      const input = typeof context === 'string' ? context : JSON.stringify(context);
      const { exit, stdout, stderr } = run(['dispatch', event, ...args], { cwd: folder, input, env });
      const answer = stdout === '' ? {} : (JSON.parse(stdout) as Record<string, unknown>);
      const ran = ((answer.hooks ?? []) as { id: string }[]).map(({ id }) => id);
      return { exit, answer, ran, stderr };
    },
  };
}

function hook(id: string, event: string, command: string, more = ''): string {
  return `id: ${id}\nevent_type: ${event}\n${more}\nhandler:\n  kind: script\n  command: ${JSON.stringify(command)}\n`;
}

describe('what handlers receive and answer', () => {
  test.each(readdirSync(join(examples, 'contexts')))('the context %s arrives as it was given', (name) => {
    const text = read(`contexts/${name}`);
    const context = JSON.parse(text) as { event_type: string };
    const project = projectWith({ keep: hook('keep', context.event_type, 'cat > got.json') });
    expect(project.dispatch(context.event_type, text).exit).toBe(0);
    const got = JSON.parse(readFileSync(join(project.folder, 'got.json'), 'utf8'));
    expect(got).toMatchObject(context);
    expect(got.repository_root).toMatch(/dagweave-test-/);
  });

  test.each(readdirSync(join(examples, 'results')))('the result %s comes back as it was given', (name) => {
    const result = JSON.parse(read(`results/${name}`)) as object;
    const project = projectWith({ say: hook('say', 'PreAbilityCall', 'cat result.json') }, {});
    writeFileSync(join(project.folder, 'result.json'), read(`results/${name}`));
    const { exit, answer } = project.dispatch('PreAbilityCall', { ability_id: 'deploy' });
    expect(exit).toBe(name === 'blocked-by-policy.json' ? 2 : 0);
    expect(answer).toMatchObject(result);
  });

  test('the logging handler in Python keeps a log', () => {
    const scripts = { 'scripts/hooks/post_tool_use_tracker.sh': read('logging_handler.py') };
    const project = projectWith({ track: read('hooks/post_tool_use_tracker.yaml') }, scripts, runDagweave);
    const context = JSON.parse(read('contexts/post-ability-call-of-an-agent.json'));
    for (let count = 0; count < 2; count += 1) {
      const { exit, answer, stderr } = project.dispatch('PostAbilityCall', context);
      expect([exit, answer.usage_recorded, stderr]).toEqual([0, true, '']);
    }
    const log = readFileSync(join(project.folder, '.system/logs/hooks.log'), 'utf8').trim().split('\n');
    expect(log).toHaveLength(2);
    expect(JSON.parse(log[1]!)).toMatchObject(context);
  });

  test('what several handlers suggest is one answer, in the order of their files', () => {
    const project = projectWith({
      a: hook('a', 'UserPromptSubmit', 'sleep 0.2; cat a.json'),
      b: hook('b', 'UserPromptSubmit', 'cat b.json'),
      c: hook('c', 'UserPromptSubmit', 'true'),
    });
    writeFileSync(join(project.folder, 'a.json'), read('results/suggested-ability.json'));
    writeFileSync(join(project.folder, 'b.json'), read('results/suggested-ability-and-message.json'));
    const { answer, ran } = project.dispatch('UserPromptSubmit', read('contexts/user-prompt-submit.json'));
    expect(ran).toEqual(['a', 'b', 'c']);
    const ids = (answer.suggested_abilities as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(['signup_e2e', 'billing_regression']);
    expect(answer.messages_to_user).toHaveLength(2);
  });

  test('a handler runs at the root of the project, wherever the event comes from', () => {
    const project = projectWith({ where: hook('where', 'SessionStart', 'pwd > where.txt') });
    mkdirSync(join(project.folder, 'deep/down'), { recursive: true });
    runWarm(['dispatch', 'SessionStart', '--no-log'], { cwd: join(project.folder, 'deep/down'), input: '{}' });
    expect(existsSync(join(project.folder, 'where.txt'))).toBe(true);
  });

  test('arguments reach a program as they are, and the environment is set', () => {
    const lines = '  args: ["$HOME", "two  words", --flag, ""]\n  env: {LEVEL: 2}\n';
    const script = '#!/bin/sh\nprintf "%s|" "$@" "$LEVEL" > got.txt\n';
    const project = projectWith({ args: hook('args', 'SessionStart', './show.sh') + lines }, { 'show.sh': script });
    expect(project.dispatch('SessionStart', {}).exit).toBe(0);
    expect(readFileSync(join(project.folder, 'got.txt'), 'utf8')).toBe('$HOME|two  words|--flag||2|');
  });
});

describe('a guardrail', () => {
  const guardrail = JSON.stringify({
    messages_to_user: ['This ability would write to production. In this environment, it is blocked.'],
    error: 'blocked_by_policy',
  });

  test.each([
    'UserPromptSubmit',
    'PreAbilityCall',
    'PostAbilityCall',
    'SessionStop',
    'PreDeploy',
  ])('blocks at %s, whether or not its file says `blocking`, and whatever its exit code', (event) => {
    for (const [exit, more] of [
      [0, ''],
      [0, 'blocking: true'],
      [1, ''],
    ] as const) {
      const project = projectWith({ rail: hook('rail', event, `echo '${guardrail}'; exit ${exit}`, more) });
      const { exit: code, answer, stderr } = project.dispatch(event, { ability_id: 'deploy' });
      expect([code, answer.decision, answer.continue, stderr], more).toEqual([2, 'block', false, '']);
      expect(answer).toMatchObject(JSON.parse(guardrail));
      expect(answer.reason).toContain('it is blocked.');
    }
  }, 30_000);

  test('where nothing can be blocked is reported', () => {
    const project = projectWith({ rail: hook('rail', 'SessionStart', `echo '${guardrail}'`) });
    const { exit, stderr } = project.dispatch('SessionStart', {});
    expect([exit, stderr]).toEqual([0, expect.stringContaining('failed and decided nothing: blocked_by_policy')]);
  });
});

describe("an event of somebody's own", () => {
  const project = projectWith({
    own: hook('own', '[PreDeploy, SessionEnd, v2.deploy-done]', 'cat > got.json', 'match: {ability_scope: "*"}'),
    off: hook('off', 'Elsewhere', 'touch off', 'enabled: false'),
  });

  test('is registered behind those that are known', () => {
    const { exit, stdout, stderr } = runWarm(['register'], { cwd: project.folder });
    expect([exit, stderr]).toEqual([0, '']);
    expect(Object.keys(JSON.parse(stdout))).toEqual(['SessionEnd', 'PreDeploy', 'v2.deploy-done']);
  });

  test('is dispatched by its name, and by the name in its context', () => {
    expect(project.dispatch('PreDeploy', { target: 'prod' })).toMatchObject({ exit: 0, ran: ['own'], stderr: '' });
    expect(JSON.parse(readFileSync(join(project.folder, 'got.json'), 'utf8'))).toMatchObject({
      event_type: 'PreDeploy',
      target: 'prod',
    });
    const input = '{"event_type": "v2.deploy-done"}';
    const { exit, stdout } = runWarm(['dispatch', '--no-log'], { cwd: project.folder, input });
    expect([exit, JSON.parse(stdout).event]).toEqual([0, 'v2.deploy-done']);
    expect(project.dispatch('Elsewhere', {})).toMatchObject({ exit: 0, ran: [] });
  });

  test('that no hook waits for is unknown, and a name that is nearly that of another is a mistake', () => {
    const unknown = project.dispatch('PreDeplo', {});
    expect([unknown.exit, unknown.stderr]).toEqual([1, expect.stringContaining('did you mean "PreDeploy"?')]);
    expect(project.dispatch('PreDeplo', {}, ['--fail-closed']).exit).toBe(2);
    expect(project.dispatch('constructor', {}).exit).toBe(1);
    const typo = projectWith({ typo: hook('typo', 'PreAbiltyCall', 'true') });
    const { exit, stderr } = runWarm(['register'], { cwd: typo.folder });
    expect([exit, stderr]).toEqual([4, expect.stringContaining('did you mean "PreAbilityCall"?')]);
    const odd = projectWith({ odd: hook('odd', '"two words"', 'true') });
    expect(runWarm(['register'], { cwd: odd.folder }).stderr).toContain('error DW3');
  });

  test('has no place in a workflow, which is reported, whatever it is called', () => {
    const named = projectWith({ own: hook('own', '[constructor, PreDeploy]', 'true') });
    writeFileSync(join(named.folder, 'w.yaml'), 'type: graph\nsteps:\n  - name: a\n    command: "true"\n');
    const { stderr } = runWarm(['apply', '--config', '.system/hooks', 'w.yaml', '--verbose'], { cwd: named.folder });
    expect(stderr).toContain('note DW383: the hook own is not inserted into workflows: PreDeploy');
    expect(stderr).not.toContain('internal fault');
  });
});

describe('what a failure means', () => {
  test.each([
    ['an error', `echo '{"error": "not found"}'`],
    ['a failure', 'echo broken >&2; exit 1'],
    ['an answer that cannot be read', 'echo "{"'],
    ['text before the answer', `echo checking policy...; echo '{"error":"blocked_by_policy"}'`],
    ['a list of answers', `echo '[{"error":"blocked_by_policy"}]'`],
    ['text and no answer', 'echo all is well'],
    ['a missing program', './nowhere.sh'],
  ])(
    '%s stops nothing unless the file says `blocking: true`',
    (_, command) => {
      for (const event of ['SessionStart', 'UserPromptSubmit', 'PreAbilityCall', 'PostAbilityCall', 'SessionEnd']) {
        const context = { ability_id: 'deploy' };
        const calm = projectWith({ calm: hook('calm', event, command) }).dispatch(event, context);
        expect([calm.exit, calm.answer.decision, calm.answer.continue], event).toEqual([0, 'approve', true]);
        expect(calm.stderr).toContain('the hook calm of .system/hooks/calm.yaml failed and decided nothing');
        const gate = projectWith({ gate: hook('gate', event, command, 'blocking: true') }).dispatch(event, context);
        expect([gate.exit, gate.answer.decision, gate.answer.continue], event).toEqual([2, 'block', false]);
      }
    },
    60_000,
  );

  test('one that is late is ended', () => {
    const late = `${hook('late', 'PreAbilityCall', 'sleep 30', 'blocking: true')}  timeout: 1\n`;
    const { exit, answer } = projectWith({ late }).dispatch('PreAbilityCall', {});
    expect([exit, answer.reason]).toEqual([2, 'not done within 1 seconds']);
  });

  test('a file with mistakes is reported, and the others run', () => {
    const project = projectWith({
      bad: 'id: bad\nevent_type: SesionStart\n',
      good: hook('good', 'SessionStart', 'true'),
    });
    const { exit, ran, stderr } = project.dispatch('SessionStart', {});
    expect([exit, ran]).toEqual([1, ['good']]);
    expect(stderr).toContain('.system/hooks/bad.yaml:2:13');
  });
});

describe('a model as a handler', () => {
  const handlerOf = (kind: string, more = '') =>
    `id: ask\nevent_type: PreAbilityCall\n${more}\nhandler:\n  kind: ${kind}\n  prompt: Is production open?\n  runner: claude\n`;
  const claude = (answer: object) => `#!/bin/sh\ncat > question\necho '${JSON.stringify(answer)}'\n`;

  test.each([
    'prompt',
    'agent',
  ])('a %s is asked with the context, and its no blocks only where it is a gate', (kind) => {
    const scripts = { 'bin/claude': claude({ ok: false, reason: 'it is frozen' }) };
    const gate = projectWith({ ask: handlerOf(kind, 'blocking: true') }, scripts);
    const path = (folder: string) => ({ PATH: `${join(folder, 'bin')}:${process.env.PATH}` });
    const blocked = gate.dispatch('PreAbilityCall', { ability_id: 'deploy' }, ['--no-log'], path(gate.folder));
    expect([blocked.exit, blocked.answer.decision]).toEqual([2, 'block']);
    const question = readFileSync(join(gate.folder, 'question'), 'utf8');
    expect(question).toContain('Is production open?');
    expect(question).toContain('"ability_id": "deploy"');

    const advice = projectWith({ ask: handlerOf(kind) }, scripts);
    const told = advice.dispatch('PreAbilityCall', { ability_id: 'deploy' }, ['--no-log'], path(advice.folder));
    expect([told.exit, told.answer.decision, told.answer.error]).toEqual([0, 'approve', 'it is frozen']);
  });

  test('its yes lets go on', () => {
    const { folder, dispatch } = projectWith(
      { ask: handlerOf('prompt', 'blocking: true') },
      { 'bin/claude': claude({ ok: true, reason: 'it is open' }) },
    );
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
    expect(dispatch('PreAbilityCall', { ability_id: 'deploy' }, ['--no-log'], env).exit).toBe(0);
  });
});

describe('which hooks run', () => {
  const matching = (match: string, context: object, event = 'PostAbilityCall') =>
    projectWith({ one: hook('one', event, 'true', `match: ${match}`) }).dispatch(event, context).ran.length === 1;

  test.each([
    ['{ability_scope: "*"}', {}, true],
    ['{ability_scope: "billing_*"}', { ability_id: 'billing_regression' }, true],
    ['{ability_scope: [deploy, /^bill/]}', { ability_id: 'billing_regression' }, true],
    ['{ability_scope: deploy}', { ability_id: 'billing_regression' }, false],
    ['{ability_scope: deploy}', {}, false],
    ['{operation_key: "workflow.*"}', { operation_key: 'workflow.billing.regression' }, true],
    ['{operation_key: "workflow.*"}', { operation_key: 'agent.code_review' }, false],
    ['{operation_key: "workflow.*"}', {}, false],
    ['{status: [failure, skipped]}', { status: 'failure' }, true],
    ['{status: failure}', { status: 'success' }, false],
    ['{min_duration_ms: 5000}', { duration_ms: 5000 }, true],
    ['{min_duration_ms: 5000}', { duration_ms: 4999 }, false],
    ['{min_duration_ms: 5000}', {}, true],
    ['{only_if_changed_paths: ["services/**"]}', { changed_files: ['services/billing/src/invoice.ts'] }, true],
    ['{only_if_changed_paths: ["services/**"]}', { files_touched: ['docs/a.md', 'services/a'] }, true],
    ['{only_if_changed_paths: ["services/*"]}', { changed_files: ['services/billing/src/invoice.ts'] }, false],
    ['{only_if_changed_paths: ["services/**"]}', { changed_files: [] }, false],
  ])('%s at %j: %s', (match, context, runs) => {
    expect(matching(match, context)).toBe(runs);
  });

  test('git tells what changed where the caller does not', () => {
    const project = projectWith({
      one: hook('one', 'SessionStop', 'cat > got.json', 'match: {only_if_changed_paths: "src/**"}'),
    });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: project.folder });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    expect(project.dispatch('SessionStop', {}).ran).toEqual([]);
    mkdirSync(join(project.folder, 'src'));
    writeFileSync(join(project.folder, 'src/naïve "x"\n.ts'), '');
    expect(project.dispatch('SessionStop', {}).ran).toEqual(['one']);
    const got = JSON.parse(readFileSync(join(project.folder, 'got.json'), 'utf8'));
    expect(got.changed_files).toEqual(['src/naïve "x"\n.ts']);
  });

  test('those of other environments, and those that are not enabled, are left out and say so', () => {
    const project = projectWith({
      dev: hook('dev', 'SessionStart', 'true', 'environments: [dev]'),
      off: hook('off', 'SessionStart', 'true', 'enabled: false'),
    });
    expect(project.dispatch('SessionStart', {}).ran).toEqual([]);
    expect(project.dispatch('SessionStart', {}, ['--no-log', '--environment', 'dev']).ran).toEqual(['dev']);
    expect(project.dispatch('SessionStart', {}, ['--no-log'], { DAGWEAVE_ENVIRONMENT: 'dev' }).ran).toEqual(['dev']);
    const { stdout } = runWarm(['dispatch', 'SessionStart', '--dry-run'], { cwd: project.folder, input: '{}' });
    expect(stdout).toContain('because it is for dev, and the environment is unknown');
    expect(stdout).toContain('because it is not enabled');
  });

  test('none where hooks are switched off', () => {
    const project = projectWith({ one: hook('one', 'SessionStart', 'touch ran') });
    mkdirSync(join(project.folder, '.dagweave'));
    writeFileSync(join(project.folder, '.dagweave/config.yaml'), 'hooks: {enabled: false}\n');
    expect(project.dispatch('SessionStart', {}).ran).toEqual([]);
    expect(existsSync(join(project.folder, 'ran'))).toBe(false);
  });

  test('hooks of the registry and of agent settings run side by side', () => {
    const project = projectWith({ one: hook('one', 'UserPromptSubmit', 'true') });
    mkdirSync(join(project.folder, '.claude'));
    const settings = { hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'true' }] }] } };
    writeFileSync(join(project.folder, '.claude/settings.json'), JSON.stringify(settings));
    expect(project.dispatch('UserPromptSubmit', {}).ran).toHaveLength(2);
    const named = project.dispatch('UserPromptSubmit', {}, ['--no-log', '--config', '.system/hooks']);
    expect(named.ran).toEqual(['one']);
  });
});

test('hostile values arrive as they are, and nothing in them runs', () => {
  const project = projectWith({ keep: hook('keep', 'PreAbilityCall', 'cat >> got.jsonl') });
  const context = { ability_id: 'deploy', values: hostileValues, planned_input_summary: hostileValues.join(' ') };
  expect(hostileValues.length).toBeGreaterThanOrEqual(40);
  expect(project.dispatch('PreAbilityCall', context).exit).toBe(0);
  expect(JSON.parse(readFileSync(join(project.folder, 'got.jsonl'), 'utf8'))).toMatchObject(context);
  expect(readdirSync(project.folder).sort()).toEqual(['.system', 'got.jsonl']);
});
