import { chownSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from './run-dagweave.js';
import { runWarm as runDagweave } from './warm-dagweave.js';

const examples = 'test/fixtures/frontends/event-registry/examples';
const read = (path: string) => readFileSync(join(examples, path), 'utf8');

/** A project with these hook files. */
function projectWith(files: Readonly<Record<string, string>>): string {
  return folderWith(Object.fromEntries(Object.entries(files).map(([name, text]) => [`.system/hooks/${name}`, text])));
}

function hook(id: string, lines: string): string {
  return `id: ${id}\nhandler: {kind: script, command: ./${id}.sh}\n${lines}\n`;
}

function idsOf(stdout: string): Record<string, string[]> {
  const groups = JSON.parse(stdout) as Record<string, { id: string }[]>;
  return Object.fromEntries(Object.entries(groups).map(([event, hooks]) => [event, hooks.map(({ id }) => id)]));
}

const examplesAsProject = () =>
  projectWith({
    'skill_activation_prompt.yaml': read('hooks/skill_activation_prompt.yaml'),
    'post_tool_use_tracker.yaml': read('hooks/post_tool_use_tracker.yaml'),
    'session_stop_build_check.yaml': read('hooks/session_stop_build_check.yaml').replace(
      'enabled: false',
      'enabled: true',
    ),
  });

describe('register', () => {
  test('prints the hooks of a project as an orchestrator expects them', () => {
    const { exit, stdout, stderr } = runDagweave(['register'], { cwd: examplesAsProject() });
    expect([exit, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(read('registration.json')));
    expect(stdout).toBe(read('registration.json'));
  });

  test('leaves out what is not enabled', () => {
    for (const file of readdirSync(join(examples, 'hooks'))) {
      const text = read(`hooks/${file}`);
      const { exit, stdout, stderr } = runDagweave(['register'], { cwd: projectWith({ [file]: text }) });
      expect([exit, stderr], file).toEqual([0, '']);
      expect(Object.keys(JSON.parse(stdout)), file).toHaveLength(text.includes('enabled: false') ? 0 : 1);
    }
  });

  test('goes by the names of files and the order of a session', () => {
    const cwd = projectWith({
      'b.yaml': hook('second', 'event_type: SessionEnd'),
      'a.yml': hook('first', 'event_type: [SessionEnd, SessionStart]'),
      'notes.md': 'no hook',
      '.hidden.yaml': 'no hook',
    });
    const { stdout } = runDagweave(['register'], { cwd });
    expect(Object.entries(idsOf(stdout))).toEqual([
      ['SessionStart', ['first']],
      ['SessionEnd', ['first', 'second']],
    ]);
  });

  test('is found from a folder below, and taken from elsewhere with --config', () => {
    const cwd = projectWith({ 'a.yaml': hook('here', 'event_type: SessionStart') });
    const other = folderWith({ 'a/b.txt': '', 'hooks/x.yaml': hook('there', 'event_type: SessionStart') });
    const below = folderWith({ 'x.txt': '' });
    expect(idsOf(runDagweave(['register'], { cwd }).stdout)).toEqual({ SessionStart: ['here'] });
    expect(idsOf(runDagweave(['register', '--config', 'hooks'], { cwd: other }).stdout)).toEqual({
      SessionStart: ['there'],
    });
    expect(runDagweave(['register'], { cwd: below }).stdout).toBe('{}\n');
    expect(idsOf(runDagweave(['register'], { cwd: join(cwd, '.system') }).stdout)).toEqual({ SessionStart: ['here'] });
  });

  test('knows where it is by the option, the variable, or not at all', () => {
    const cwd = projectWith({
      'a.yaml': hook('dev', 'event_type: SessionStart\nenvironments: [dev, test]'),
      'b.yaml': hook('all', 'event_type: SessionStart'),
    });
    const ids = (args: string[], env = {}) =>
      idsOf(runDagweave(['register', ...args], { cwd, env }).stdout).SessionStart;
    expect(ids(['--environment', 'dev'])).toEqual(['dev', 'all']);
    expect(ids(['--var', 'environment=test'])).toEqual(['dev', 'all']);
    expect(ids([], { DAGWEAVE_ENVIRONMENT: 'dev' })).toEqual(['dev', 'all']);
    expect(ids(['--environment', 'production'], { DAGWEAVE_ENVIRONMENT: 'dev' })).toEqual(['all']);
    expect(ids([])).toEqual(['all']);
    expect(runDagweave(['register', '--strict'], { cwd }).exit).toBe(4);
  });

  test('gives what a handler needs to be started, and the rest when asked', () => {
    const cwd = projectWith({
      'a.yaml': `id: a
event_type: PostAbilityCall
blocking: true
summary: watches
match: {ability_scope: "b*", operation_key: [x.*], status: failure, min_duration_ms: 5, only_if_changed_paths: "src/**"}
handler: {command: ./a.py, args: [--fast, ""], timeout: 3, env: {LEVEL: 2}}
`,
    });
    const handler = { kind: 'script', command: './a.py', args: ['--fast', ''], timeout: 3, env: { LEVEL: '2' } };
    expect(JSON.parse(runDagweave(['register'], { cwd }).stdout)).toEqual({ PostAbilityCall: [{ id: 'a', handler }] });
    const match = {
      ability_scope: ['b*'],
      operation_key: ['x.*'],
      status: ['failure'],
      min_duration_ms: 5,
      only_if_changed_paths: ['src/**'],
    };
    const full = { id: 'a', handler, blocking: true, match, summary: 'watches', file: '.system/hooks/a.yaml' };
    expect(JSON.parse(runDagweave(['register', '--full'], { cwd }).stdout)).toEqual({ PostAbilityCall: [full] });
  });

  test.each([
    ['a mistake', { 'a.yaml': hook('a', 'event_type: SesionStart') }, 'DW312'],
    ['YAML that cannot be read', { 'a.yaml': 'id: "a' }, 'DW101'],
    [
      'the same id twice',
      { 'a.yaml': hook('a', 'event_type: SessionStart'), 'b.yaml': hook('a', 'event_type: SessionEnd') },
      'DW327',
    ],
  ])('prints nothing where there is %s', (_, files, code) => {
    const { exit, stdout, stderr } = runDagweave(['register'], { cwd: projectWith(files) });
    expect([exit, stdout]).toEqual([4, '']);
    expect(stderr).toContain(code);
  });

  test('heeds the switch for all hooks, wherever it is', () => {
    const files = { 'a.yaml': hook('a', 'event_type: SessionStart') };
    expect(
      runDagweave(['register'], { cwd: projectWith(files), env: { DAGWEAVE_HOOKS_ENABLED: 'false' } }).stdout,
    ).toBe('{}\n');
    const cwd = folderWith({
      '.system/hooks/a.yaml': files['a.yaml'],
      '.dagweave/config.yaml': 'hooks: {enabled: false}\n',
    });
    const { stdout, stderr } = runDagweave(['register'], { cwd });
    expect(stdout).toBe('{}\n');
    expect(stderr).toContain('DW349');
  });
});

test.skipIf(process.getuid?.() !== 0)('passes over a registry above that belongs to another user, and says so', () => {
  const cwd = join(
    folderWith({ '.system/hooks/a.yaml': hook('a', 'event_type: SessionStart'), 'work/a.txt': '' }),
    'work',
  );
  chownSync(join(cwd, '../.system/hooks'), 4242, 4242);
  const { exit, stdout, stderr } = runDagweave(['register'], { cwd });
  expect([exit, stdout]).toEqual([0, '{}\n']);
  expect(stderr).toContain('DW864');
  const dispatched = runDagweave(['dispatch', 'SessionStart', '--no-log'], { cwd, input: '{}' });
  expect(dispatched.stderr).toContain('DW864');
  chownSync(join(cwd, '../.system/hooks'), 0, 0);
  expect(runDagweave(['register'], { cwd }).stdout).toContain('SessionStart');
});
