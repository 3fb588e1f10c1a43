import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostics.js';
import { addFindings, noFindings } from '../../src/dispatch/findings.js';
import { defaultLog } from '../../src/dispatch/log.js';
import { startLlmServer } from '../servers/llm-server.js';
import { commandLine } from './command-line.js';
import { dispatched, dispatchedAlone } from './dispatch-process.js';
import { folderWith, program } from './run-dagweave.js';
import { runWarm } from './warm-dagweave.js';

const command = (text: string, more: object = {}) => ({ type: 'command', command: text, ...more });
const settings = (event: string, ...hooks: readonly object[]) => JSON.stringify({ hooks: { [event]: [{ hooks }] } });

function dispatch(cwd: string, args: readonly string[], context: object = {}, env: Record<string, string> = {}) {
  const ran = runWarm(['dispatch', ...args], {
    cwd,
    input: JSON.stringify(context),
    env: { HOME: join(cwd, 'home'), ...env },
  });
  return { ...ran, answer: ran.stdout.startsWith('{') ? JSON.parse(ran.stdout) : undefined };
}

describe('settings', () => {
  test('of all places run, those of the project before those of the user, and the same hook once', () => {
    const folder = folderWith({
      '.config/agent/settings.local.json': settings('Stop', command('echo local >> log')),
      '.claude/settings.local.json': settings('Stop', command('echo claude-local >> log')),
      '.config/agent/settings.json': settings('Stop', command('echo project >> log')),
      '.claude/settings.json': settings('Stop', command('echo claude >> log')),
      'home/.config/agent/settings.json': settings('Stop', command('echo user >> log'), command('echo project >> log')),
      'home/.claude/settings.json': settings('Stop', command('echo claude-user >> log')),
      'home/.config/cli-agent/settings.json': settings('Stop', command('echo cli-agent >> log')),
    });
    const { exit, answer } = dispatch(folder, ['Stop']);
    expect(exit).toBe(0);
    expect(answer.hooks.map((one: { source: string }) => one.source)).toEqual([
      '.config/agent/settings.local.json',
      '.claude/settings.local.json',
      '.config/agent/settings.json',
      '.claude/settings.json',
      'home/.config/agent/settings.json',
      'home/.claude/settings.json',
      'home/.config/cli-agent/settings.json',
    ]);
    expect(readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').sort()).toEqual([
      'claude',
      'claude-local',
      'claude-user',
      'cli-agent',
      'local',
      'project',
      'user',
    ]);
    const dry = dispatch(folder, ['Stop', '--dry-run']).stdout;
    expect(dry).toContain('Stop: 7 of 8 hooks would run');
    expect(dry).toContain('because the same hook runs for .config/agent/settings.json already');
  });

  test('are found from below, as far as the top of the repository', () => {
    const folder = folderWith({
      '.claude/settings.json': settings(
        'Stop',
        command('echo "$CLAUDE_PROJECT_DIR" > "$CLAUDE_PROJECT_DIR/out"; pwd >> "$CLAUDE_PROJECT_DIR/out"'),
      ),
      'a/b/file': '',
      'other/.git/HEAD': '',
      'other/deep/file': '',
    });
    expect(dispatch(join(folder, 'a/b'), ['Stop']).exit).toBe(0);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe(`${folder}\n${folder}/a/b\n`);
    expect(dispatch(join(folder, 'other/deep'), ['Stop']).answer.hooks).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'above the project that belong to somebody else do not count (needs root to set up)',
    () => {
      const folder = folderWith({
        'theirs/.claude/settings.json': settings('Stop', command('exit 2')),
        'theirs/mine/file': '',
      });
      expect(dispatch(join(folder, 'theirs/mine'), ['Stop']).exit).toBe(2);
      chownSync(join(folder, 'theirs'), 12_345, 12_345);
      expect(dispatch(join(folder, 'theirs/mine'), ['Stop'])).toMatchObject({ exit: 0, answer: { hooks: [] } });
    },
  );

  test('that are named take the place of all others', () => {
    const folder = folderWith({
      '.claude/settings.json': settings('Stop', command('touch wrong')),
      'mine.json': settings('Stop', command('touch right')),
    });
    expect(dispatch(folder, ['Stop', '--config', 'mine.json']).exit).toBe(0);
    expect([existsSync(join(folder, 'right')), existsSync(join(folder, 'wrong'))]).toEqual([true, false]);
    const missing = dispatch(folder, ['Stop', '--config', 'none.json']);
    expect([missing.exit, missing.stderr]).toEqual([1, expect.stringContaining('no such file or folder')]);
  });

  test('with a mistake are reported with its place, their other hooks run, and the run has failed', () => {
    const folder = folderWith({
      '.config/agent/settings.json': settings('PreToolUse', command('touch ran'), { type: 'comand' }),
    });
    const { exit, stderr } = dispatch(folder, ['PreToolUse']);
    expect(exit).toBe(1);
    expect(stderr).toContain('error DW312: hooks.PreToolUse[0].hooks[1].type: "comand" is not an allowed value');
    expect(stderr).toContain('.config/agent/settings.json:1:');
    expect(existsSync(join(folder, 'ran'))).toBe(true);
    expect(dispatch(folder, ['PreToolUse', '--fail-closed']).exit).toBe(2);
  });

  test('that are no JSON, or hold a key twice, are reported, and block where that is asked for', () => {
    const folder = folderWith({ '.claude/settings.json': '{"hooks": {' });
    const broken = dispatch(folder, ['PreToolUse', '--compat', 'claude', '--fail-closed']);
    expect([broken.exit, broken.stderr]).toEqual([2, expect.stringContaining('.claude/settings.json:1')]);
    writeFileSync(join(folder, '.claude/settings.json'), '{"hooks": {"Stop": [], "Stop": []}}');
    expect(dispatch(folder, ['Stop']).stderr).toContain('the key "Stop" occurs twice');
  });

  test('with long lists in them are read, and more mistakes than a call takes arguments are taken', () => {
    const allow = Array.from({ length: 200_000 }, (_, index) => `Bash(${index})`);
    const hooks = { Stop: [{ hooks: [command('exit 2')] }] };
    const folder = folderWith({ '.claude/settings.json': JSON.stringify({ permissions: { allow }, hooks }) });
    expect(dispatch(folder, ['Stop'])).toMatchObject({ exit: 2, stderr: '' });
    const findings = noFindings();
    addFindings(findings, Array<Diagnostic>(200_000).fill({} as Diagnostic), []);
    expect(findings.diagnostics).toHaveLength(200_000);
  });

  test('with comments are read', () => {
    const folder = folderWith({
      '.config/agent/settings.json': `// ours\n${settings('Stop', command('touch ran'))}`,
    });
    expect(dispatch(folder, ['Stop']).exit).toBe(0);
    expect(existsSync(join(folder, 'ran'))).toBe(true);
  });

  test('can switch all hooks off, and so can the environment', () => {
    const hooks = JSON.parse(settings('Stop', command('exit 2')));
    const folder = folderWith({
      '.config/agent/settings.local.json': '{"disableAllHooks": true}',
      '.config/agent/settings.json': JSON.stringify(hooks),
    });
    expect(dispatch(folder, ['Stop'])).toMatchObject({ exit: 0, answer: { hooks: [] } });
    writeFileSync(join(folder, '.config/agent/settings.local.json'), '{}');
    expect(dispatch(folder, ['Stop']).exit).toBe(2);
    expect(dispatch(folder, ['Stop'], {}, { HOOKS_ENABLED: 'false' }).exit).toBe(0);
  });

  test('may leave the timeout to the environment', () => {
    const folder = folderWith({
      '.config/agent/settings.json': settings('Stop', command('sleep 20', { onFailure: 'block' }), command('sleep 20')),
    });
    const { answer } = dispatch(folder, ['Stop'], {}, { HOOKS_TIMEOUT: '0.5' });
    expect(answer.hooks.map((one: { failure: string }) => one.failure)).toEqual(
      Array(2).fill('not done within 0.5 seconds'),
    );
  });
});

describe('settings that cannot be read', () => {
  const stop = settings('Stop', command('true'));

  test.each([
    ['a folder', 'mkdir -p .claude/settings.json'],
    ['a pipe', 'mkdir -p .claude; mkfifo .claude/settings.json'],
    ['a link to nothing', 'mkdir -p .claude; ln -s nowhere .claude/settings.json'],
  ])('because %s lies in their place are told, and the others run', (found, make) => {
    const folder = folderWith({ '.config/agent/settings.json': stop });
    expect(spawnSync('sh', ['-c', make], { cwd: folder }).status).toBe(0);
    const { exit, answer, stderr } = dispatch(folder, ['Stop']);
    expect([exit, answer.hooks.length]).toEqual([1, 1]);
    expect(stderr).toContain(`error DW860: the settings path .claude/settings.json is ${found}`);
    expect(dispatch(folder, ['Stop', '--fail-closed']).exit).toBe(2);
  });

  test('because the project is no folder', () => {
    const folder = folderWith({ '.config/agent/settings.json': stop });
    for (const project of ['/no/such/folder', '~/x']) {
      const { exit, stderr } = dispatch(folder, ['Stop', '--project', project]);
      expect(exit).toBe(1);
      expect(stderr).toContain('error DW855: --project: there is no folder');
    }
    const told = dispatch(folder, ['Stop'], {}, { CLAUDE_PROJECT_DIR: '/no/such/folder' });
    expect([told.exit, told.answer.hooks.length]).toEqual([0, 1]);
    expect(told.stderr).toContain('warning DW861: CLAUDE_PROJECT_DIR does not name a folder (/no/such/folder)');
  });
});

test('variables of settings are those of all hooks, the file that counts most first, below what a hook sets', () => {
  const say = (more: object = {}) => command('echo "$A $B $C $DAGWEAVE_EVENT" >> out', more);
  const folder = folderWith({
    '.claude/settings.local.json': JSON.stringify({ env: { A: 'local', DAGWEAVE_EVENT: 'no' } }),
    '.claude/settings.json': JSON.stringify({
      env: { A: 'project', B: 'project', C: 'project' },
      hooks: { Stop: [{ hooks: [say({ env: { C: 'hook' } })] }] },
    }),
    'home/.config/agent/settings.json': settings('Stop', say({ timeout: 20 })),
  });
  expect(dispatch(folder, ['Stop']).answer.hooks).toHaveLength(2);
  expect(readFileSync(join(folder, 'out'), 'utf8').trim().split('\n').sort()).toEqual([
    'local project hook Stop',
    'local project project Stop',
  ]);
  const odd = folderWith({ '.claude/settings.json': JSON.stringify({ env: { A: 1 } }) });
  expect(dispatch(odd, ['Stop']).stderr).toContain('error DW311: env: expected a map of texts');
});

test('a byte order mark before the context changes nothing', () => {
  const folder = folderWith({
    '.claude/settings.json': settings('PreToolUse', command('exit 2')),
    'event.json': '\ufeff{"tool_name": "Bash"}\n',
  });
  expect(dispatch(folder, ['PreToolUse', '--event', 'event.json']).exit).toBe(2);
  const input = '\ufeff{"tool_name": "Bash"}';
  expect(runWarm(['dispatch', 'PreToolUse'], { cwd: folder, input }).exit).toBe(2);
});

test('unknown names of runners and tools are reported with their places, before the hook is to run', () => {
  const folder = folderWith({
    '.claude/settings.json': settings(
      'Stop',
      { type: 'prompt', prompt: 'p', runner: 'cluade', continueOnBlock: true },
      { type: 'agent', prompt: 'p', allowedTools: ['Read', 'Bash'] },
    ),
  });
  const { exit, stderr } = dispatch(folder, ['Notification']);
  expect(exit).toBe(1);
  expect(stderr).toContain('error DW312: hooks.Stop[0].hooks[0].runner: "cluade" is not an allowed value');
  expect(stderr).toContain('error DW312: hooks.Stop[0].hooks[1].allowedTools: "Bash" is not an allowed value');
  expect(stderr).not.toContain('DW366');
});

describe('a command of Claude Code', () => {
  const folder = folderWith({
    '.claude/settings.json': settings('PreToolUse', command('Write-Error "no"; exit 2', { shell: 'powershell' })),
    'bin/pwsh': '#!/bin/sh\nfor word; do last=$word; done\necho "$last" > asked; exit 2\n',
  });

  test('for PowerShell is read by pwsh', () => {
    chmodSync(join(folder, 'bin/pwsh'), 0o755);
    const { exit } = dispatch(folder, ['PreToolUse'], {}, { PATH: `${join(folder, 'bin')}:${process.env.PATH}` });
    expect(exit).toBe(2);
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('Write-Error "no"; exit 2\n');
  });

  test('for PowerShell fails without one', () => {
    const none = join(folder, 'none');
    mkdirSync(none);
    for (const name of ['sh', 'node']) symlinkSync(name === 'sh' ? '/bin/sh' : process.execPath, join(none, name));
    const { exit, answer } = dispatch(folder, ['PreToolUse'], {}, { PATH: none });
    expect(exit).toBe(0);
    expect(answer.hooks[0].failure).toMatch(/^exit code 127: .*pwsh/);
  });

  test('may work in a folder of the user', () => {
    const here = folderWith({
      '.claude/settings.json': settings('Stop', command('pwd > out', { working_directory: '~/src' })),
      'home/src/file': '',
    });
    expect(dispatch(here, ['Stop']).answer.hooks[0].failure).toBeUndefined();
    expect(readFileSync(join(here, 'home/src/out'), 'utf8')).toBe(`${here}/home/src\n`);
  });
});

describe('a matcher of Claude Code', () => {
  const group = (matcher: string) => ({ matcher, hooks: [command(`echo ran # ${matcher}`)] });
  const ran = (event: string, context: object, ...matchers: readonly string[]) => {
    const folder = folderWith({
      '.claude/settings.json': JSON.stringify({ hooks: { [event]: matchers.map(group) } }),
    });
    const { answer, stderr } = dispatch(folder, [event], context);
    return { hooks: answer.hooks.map(({ id }: { id: string }) => Number(/\d+/.exec(id))), stderr };
  };

  test('may look around and back', () => {
    const matchers = ['^(?!Read).*', 'B(?=ash)', '^(.)\\1', '(?<=mcp__)x'];
    expect(ran('PreToolUse', { tool_name: 'Bash' }, ...matchers)).toEqual({ hooks: [0, 1], stderr: '' });
    expect(ran('PreToolUse', { tool_name: 'Read' }, ...matchers)).toEqual({ hooks: [], stderr: '' });
  });

  test('that takes too long counts as a match, and that is reported', () => {
    const start = performance.now();
    const { hooks, stderr } = ran('PreToolUse', { tool_name: `${'a'.repeat(60)}!` }, '^(a+)+$(?!x)');
    expect(hooks).toEqual([0]);
    expect(stderr).toContain('warning DW859: the matcher "^(a+)+$(?!x)" takes too long to evaluate, so its hooks run');
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test('that no engine reads is a mistake', () => {
    expect(ran('PreToolUse', { tool_name: 'Bash' }, '(?!').stderr).toContain('error DW362');
  });

  test('of changed files holds names', () => {
    const matchers = ['.envrc|.env', 'x.*'];
    expect(ran('FileChanged', { file_path: '/p/.env' }, ...matchers).hooks).toEqual([0]);
    expect(ran('FileChanged', { file_path: '/p/xenv.local' }, ...matchers).hooks).toEqual([]);
  });
});

describe('a condition', () => {
  const rule = (text: string) => ({ hooks: [command('exit 2', { if: text })] });
  const folder = folderWith({
    '.claude/settings.json': JSON.stringify({
      hooks: { PreToolUse: [rule('Bash(rm *)')], Stop: [rule('Bash(rm *)')] },
    }),
  });
  const call = (text: string) => ({ tool_name: 'Bash', tool_input: { command: text } });

  test('keeps a hook away from calls that it does not match, and from no other', () => {
    expect(dispatch(folder, ['PreToolUse'], call('timeout 5 rm -rf /')).exit).toBe(2);
    expect(dispatch(folder, ['PreToolUse'], call('ls')).exit).toBe(0);
  });

  test('never holds at an event that is about no tool, which is reported', () => {
    const { exit, answer, stderr } = dispatch(folder, ['Stop'], { tool_name: 'Bash' });
    expect([exit, answer.hooks]).toEqual([0, []]);
    expect(stderr).toContain('warning DW369: `if` matches a tool, but Stop has no tool, so this hook never runs');
    expect(dispatch(folder, ['Stop', '--dry-run']).stdout).toContain(
      'because its condition is "Bash(rm *)", and Stop is about no tool',
    );
  });
});

describe('an event', () => {
  test('with many hooks says nothing about their number', () => {
    const hooks = Array.from({ length: 20 }, (_, index) => command(`sleep 0.2; echo ${index}`));
    const folder = folderWith({ '.claude/settings.json': settings('Stop', ...hooks) });
    expect(dispatch(folder, ['Stop'])).toMatchObject({ exit: 0, stderr: '' });
  });

  test('is taken from the context where the command line does not, and can be run once more from a file', () => {
    const folder = folderWith({
      '.claude/settings.json': settings('PreToolUse', command('cat > seen')),
      'event.json': '{"hook_event_name": "PreToolUse", "tool_name": "Bash", "session_id": "s1"}',
    });
    expect(dispatch(folder, ['--event', 'event.json']).answer.event).toBe('PreToolUse');
    expect(JSON.parse(readFileSync(join(folder, 'seen'), 'utf8'))).toMatchObject({
      tool_name: 'Bash',
      session_id: 's1',
    });
  });

  test('that a hook dispatches again comes to an end', () => {
    const again = `${commandLine} dispatch Stop --no-log; echo run >> log`;
    const folder = folderWith({ '.config/agent/settings.json': settings('Stop', command(again)) });
    expect(dispatch(folder, ['Stop']).exit).toBe(0);
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('run\n');
  });

  test('whose caller ends dispatch ends its hooks', async () => {
    const folder = folderWith({ '.config/agent/settings.json': settings('Stop', command('echo $$ > id; sleep 60')) });
    const child = spawn(process.execPath, [program, 'dispatch', 'Stop'], {
      cwd: folder,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.end('{}');
    await vi.waitFor(() => expect(readFileSync(join(folder, 'id'), 'utf8')).not.toBe(''), { timeout: 20_000 });
    child.kill('SIGTERM');
    const exit = await new Promise((done) => child.on('close', done));
    expect(exit).toBe(143);
    const id = readFileSync(join(folder, 'id'), 'utf8').trim();
    expect(existsSync(`/proc/${id}`) && !/\) [ZX] /.test(readFileSync(`/proc/${id}/stat`, 'latin1'))).toBe(false);
  });

  test('does not wait for hooks that nobody waits for, which run all the same', async () => {
    const folder = folderWith({
      '.claude/settings.json': settings(
        'PostToolUse',
        command('sleep 2; cat > later; exit 2', { async: true }),
        command('true'),
      ),
    });
    const start = performance.now();
    const { exit, answer } = dispatch(folder, ['PostToolUse'], { tool_name: 'Edit' });
    expect([exit, answer.hooks.length]).toEqual([0, 2]);
    expect(answer.hooks[1]).toEqual({
      id: 'PostToolUse[0].hooks[0]',
      source: '.claude/settings.json',
      background: true,
    });
    expect(existsSync(join(folder, 'later'))).toBe(false);
    expect(performance.now() - start).toBeLessThan(30_000);
    await vi.waitFor(() => expect(JSON.parse(readFileSync(join(folder, 'later'), 'utf8')).tool_name).toBe('Edit'), {
      timeout: 20_000,
    });
  });
});

describe('the log', () => {
  test('has a line for each run, without secrets and without the context', () => {
    const folder = folderWith({
      '.config/agent/settings.json': settings('PreToolUse', command('echo "token $API_TOKEN" >&2; exit 2')),
    });
    const env = { API_TOKEN: 'very-secret', XDG_STATE_HOME: join(folder, 'state') };
    const { answer } = dispatch(
      folder,
      ['PreToolUse'],
      { tool_name: 'Bash', tool_args: { command: 'hidden words' } },
      env,
    );
    expect(answer.reason).toBe('token very-secret');
    const log = readFileSync(join(folder, 'state/dagweave/dispatch.jsonl'), 'utf8');
    expect(JSON.parse(log)).toMatchObject({
      event: 'PreToolUse',
      tool_name: 'Bash',
      decision: 'deny',
      reason: 'token ***',
      hooks: [{ id: 'PreToolUse[0].hooks[0]', source: '.config/agent/settings.json', exit_code: 2 }],
    });
    expect(log).not.toMatch(/very-secret|hidden words/);
  });

  test('is kept small: a full one makes room, and one before it is kept', () => {
    const folder = folderWith({
      '.config/agent/settings.json': settings('Stop', command('true')),
      log: 'x'.repeat(1024 * 1024),
    });
    expect(dispatch(folder, ['Stop', '--log', 'log']).exit).toBe(0);
    expect(readFileSync(join(folder, 'log.1'), 'utf8').length).toBe(1024 * 1024);
    expect(JSON.parse(readFileSync(join(folder, 'log'), 'utf8')).event).toBe('Stop');
  });
});

describe('the log', () => {
  const lines = (path: string) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('tells that a hook was started that nobody waits for, and how it ended', async () => {
    const folder = folderWith({
      '.claude/settings.json': settings('PostToolUse', command('sleep 1; echo no >&2; exit 2', { async: true })),
    });
    expect(dispatch(folder, ['PostToolUse', '--dry-run']).stdout).toContain(
      '  runs in the background: .claude/settings.json PostToolUse[0].hooks[0]',
    );
    expect(dispatch(folder, ['PostToolUse', '--log', 'log'], { tool_name: 'Edit' }).exit).toBe(0);
    const hook = { id: 'PostToolUse[0].hooks[0]', source: '.claude/settings.json' };
    expect(lines(join(folder, 'log'))).toMatchObject([
      { event: 'PostToolUse', tool_name: 'Edit', decision: 'none', hooks: [{ ...hook, background: 'started' }] },
    ]);
    await vi.waitFor(() => expect(lines(join(folder, 'log'))).toHaveLength(2), { timeout: 20_000 });
    expect(lines(join(folder, 'log'))[1]).toMatchObject({
      tool_name: 'Edit',
      background: 'ended',
      decision: 'deny',
      reason: 'no',
      hooks: [{ ...hook, exit_code: 2 }],
    });
  });

  test('loses no line where several runs find it full at the same instant', async () => {
    const folder = folderWith({
      '.config/agent/settings.json': settings('Stop', command('true')),
      log: `${'x'.repeat(1024 * 1024)}\n`,
    });
    const run = () =>
      new Promise<void>((done) => {
        const env = { PATH: process.env.PATH, HOME: folder };
        spawn(process.execPath, [program, 'dispatch', 'Stop', '--log', 'log'], {
          cwd: folder,
          env,
          stdio: ['ignore', 'ignore', 'ignore'],
        }).on('close', () => done());
      });
    await Promise.all(Array.from({ length: 8 }, run));
    const kept = ['log', 'log.1'].flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
    expect(kept.filter((line) => line.startsWith('{'))).toHaveLength(8);
    expect(kept.filter((line) => line.startsWith('x'))).toHaveLength(1);
    expect(existsSync(join(folder, 'log.lock'))).toBe(false);
  });

  test('is not put where the user happens to work', () => {
    const folder = folderWith({ '.config/agent/settings.json': settings('Stop', command('true')) });
    const state = join(folder, 'state');
    expect(dispatch(folder, ['Stop'], {}, { HOME: '', XDG_STATE_HOME: state }).exit).toBe(0);
    expect(lines(join(state, 'dagweave/dispatch.jsonl'))).toHaveLength(1);
    expect(defaultLog((name) => ({ HOME: '' })[name])).toMatch(/^\//);
  });
});

describe('hooks that are no commands', () => {
  test('a service gets the context, headers only with variables that it may have, and its answer decides', async () => {
    const seen: { headers: IncomingMessage['headers']; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (text) => {
        body += text;
      });
      request.on('end', () => {
        seen.push({ headers: request.headers, body });
        response.writeHead(request.url === '/broken' ? 500 : 200);
        response.end(request.url === '/broken' ? '{"decision":"block"}' : '{"decision":"block","reason":"not today"}');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const hook = {
      type: 'http',
      url,
      headers: { Authorization: 'Bearer $TOKEN', Other: '${HOME}' },
      allowedEnvVars: ['TOKEN'],
    };
    const folder = folderWith({
      '.claude/settings.json': settings('PreToolUse', hook, { type: 'http', url: `${url}/broken` }),
    });
    const { exit, answer } = await dispatchAside(folder, 'PreToolUse', { tool_name: 'Bash' }, { TOKEN: 't1' });
    server.close();
    expect([exit, answer.reason]).toEqual([2, 'not today']);
    expect(answer.hooks[1].failure).toBe(`${url.slice('http://'.length)} answered with status 500`);
    expect(JSON.parse(seen[0]!.body)).toMatchObject({ hook_event_name: 'PreToolUse', tool_name: 'Bash' });
    const asked = seen.find(({ headers }) => headers.authorization !== undefined)!;
    expect([asked.headers.authorization, asked.headers.other]).toEqual(['Bearer t1', '']);
  });

  test('the address of a service, which may hold a key, is not shown where the service fails', async () => {
    const server = createServer((request, response) => {
      request.resume();
      if (request.url!.startsWith('/drops')) request.socket.destroy();
      else if (request.url!.startsWith('/large')) response.end('x'.repeat(2_000_000));
      else response.writeHead(500).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const addresses = ['broken', 'drops', 'large'].map((name) => `http://${host}/${name}/k3y-in-path?key=k3y-in-query`);
    const hooks = [...addresses, `http://me:k3y-as-password@${host}/`].map((url) => ({
      type: 'http',
      url,
    }));
    const folder = folderWith({ '.claude/settings.json': settings('Stop', ...hooks) });
    const { stdout, stderr, answer } = await dispatched(folder, ['Stop', '--log', 'log']);
    server.close();
    expect(answer.hooks.map((one: { failure: string }) => one.failure)).toEqual([
      `${host} answered with status 500`,
      `${host}: UND_ERR_SOCKET`,
      `the answer of ${host} has more than 1048576 bytes`,
      expect.stringMatching(`^${host}: .* includes credentials`),
    ]);
    expect(`${stdout}${stderr}${readFileSync(join(folder, 'log'), 'utf8')}`).not.toContain('k3y');
  });

  test('a header of a service goes out as UTF-8; one with a line break is refused and not shown', async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      seen.push(Buffer.from(String(request.headers['x-name']), 'latin1').toString('utf8'));
      response.end('{}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const hook = { type: 'http', url, headers: { 'X-Name': '$NAME' }, allowedEnvVars: ['NAME'] };
    const folder = folderWith({ '.claude/settings.json': settings('Stop', hook) });
    const failures = [];
    for (const NAME of ['Zoë → 語\n', 'one\ntwo']) {
      failures.push((await dispatchAside(folder, 'Stop', {}, { NAME })).answer.hooks[0].failure);
    }
    server.close();
    expect(seen).toEqual(['Zoë → 語']);
    expect(failures).toEqual([undefined, 'the header X-Name would have a line break or a control character']);
  });

  test('a prompt asks a model with the context behind it; it decides, and one that fails does not block', async () => {
    const server = await startLlmServer([{ kind: 'text', text: '{"ok": false, "reason": "writes to production"}' }]);
    const model = { runner: 'openai', model: 'small', base_url: `${server.url}/v1` };
    const hook = { type: 'prompt', prompt: 'Is this allowed?', ...model };
    const folder = folderWith({ '.config/agent/settings.json': settings('PreToolUse', hook) });
    const env = { OPENAI_API_KEY: 'sk-test-1' };
    const context = { tool_name: 'bash_execute', tool_args: { command: 'drop table' } };
    const denied = await dispatchAside(folder, 'PreToolUse', context, env);
    expect([denied.exit, denied.answer.reason]).toEqual([2, 'writes to production']);
    const question = JSON.stringify(server.requests[0]!.body);
    expect(question).toContain('Is this allowed?');
    expect(question).toContain('drop table');
    await server.close();
    const gate = folderWith({
      '.config/agent/settings.json': settings('PreToolUse', { ...hook, onFailure: 'block' }),
    });
    // Each tries for seconds to reach the service.
    const [failed, blocked] = await Promise.all([
      dispatchAside(folder, 'PreToolUse', context, env),
      dispatchedAlone(gate, ['PreToolUse', '--no-log'], context, env),
    ]);
    expect([failed.exit, failed.answer.decision]).toEqual([0, 'approve']);
    expect(failed.answer.hooks[0].failure).toBeTruthy();
    expect(blocked.exit).toBe(2);
  });

  test('a prompt with a cache asks once for the same context, whatever the time', async () => {
    const server = await startLlmServer([{ kind: 'text', text: '{"ok": true, "reason": "fine"}' }]);
    const hook = {
      type: 'prompt',
      prompt: 'Fine?',
      cache: true,
      runner: 'anthropic',
      model: 'small',
      base_url: server.url,
    };
    const folder = folderWith({ '.config/agent/settings.json': settings('PreToolUse', hook) });
    const env = { ANTHROPIC_API_KEY: 'sk-test-2', XDG_CACHE_HOME: join(folder, 'cache') };
    for (const session_id of ['one', 'two']) {
      expect((await dispatchAside(folder, 'PreToolUse', { tool_name: 'a', session_id }, env)).exit).toBe(0);
    }
    expect(server.requests).toHaveLength(1);
    expect((await dispatchAside(folder, 'PreToolUse', { tool_name: 'b' }, env)).exit).toBe(0);
    expect(server.requests).toHaveLength(2);
    await server.close();
  });

  test('prompts that are answered at the same moment each keep their own answer', async () => {
    const folder = folderWith({
      '.config/agent/settings.json': settings(
        'PreToolUse',
        ...['yes', 'no'].flatMap((word) =>
          [1, 2, 3, 4].map((number) => ({ type: 'prompt', prompt: `say ${word} ${number}`, cache: true })),
        ),
      ),
    });
    const model = `#!/bin/sh
question=$(cat)
: > asked-$$
until [ "$(ls asked-* | wc -l)" -ge 8 ]; do sleep 0.05; done
case $question in *'say no'*) ok=false ;; *) ok=true ;; esac
echo '{"ok": '$ok', "reason": ""}'
`;
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/claude'), model, { mode: 0o755 });
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, XDG_CACHE_HOME: join(folder, 'cache') };
    const ask = async () => {
      const { answer, stderr } = await dispatched(folder, ['PreToolUse', '--no-log'], { tool_name: 'a' }, env);
      return { decisions: answer.hooks.map((one: { decision: string }) => one.decision), stderr };
    };
    const own = [...Array(4).fill('none'), ...Array(4).fill('deny')];
    expect(await ask()).toEqual({ decisions: own, stderr: '' });
    writeFileSync(join(folder, 'bin/claude'), '#!/bin/sh\nexit 1\n');
    expect(await ask()).toEqual({ decisions: own, stderr: '' });
  });

  test('an agent looks around with the tools that it may have, then decides', async () => {
    const server = await startLlmServer([
      { kind: 'tool', name: 'read', input: { path: 'notes.txt' } },
      { kind: 'text', text: '{"ok": false, "reason": "the notes say no"}' },
    ]);
    const hook = {
      type: 'agent',
      prompt: 'Look at notes.txt',
      allowedTools: ['Read'],
      runner: 'openai',
      model: 'm',
      base_url: `${server.url}/v1`,
    };
    const folder = folderWith({ '.claude/settings.json': settings('Stop', hook), 'notes.txt': 'say no' });
    const { exit, answer } = await dispatchAside(folder, 'Stop', {}, { OPENAI_API_KEY: 'sk-test-3' });
    expect([exit, answer.reason]).toEqual([2, 'the notes say no']);
    expect(JSON.stringify(server.requests[1]!.body)).toContain('say no');
    await server.close();
  });
});

/** While this process goes on, so that a server in it can answer. */
async function dispatchAside(cwd: string, event: string, context: object, env: Record<string, string>) {
  const { exit, answer } = await dispatched(cwd, [event, '--no-log'], context, env);
  return { exit, answer };
}
