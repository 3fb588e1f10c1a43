// What starting costs: CPU time of short runs as a multiple of `node -e 0`, all in turns on the same machine.
// Usage: node bench/start.mjs [ROUNDS] [--json]     (needs `npm run build`)
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const program = at('../dist/cli/main.cjs');
const rounds = Number(process.argv[2] ?? 25);
const folder = mkdtempSync(join(tmpdir(), 'dagweave-start-'));
const hook = 'cat > /dev/null; exit 0';

mkdirSync(join(folder, '.config/agent'), { recursive: true });
const handlers = [{ matcher: 'bash_execute', hooks: [{ type: 'command', command: hook }] }];
writeFileSync(join(folder, '.config/agent/settings.json'), JSON.stringify({ hooks: { PreToolUse: handlers } }));
run(process.execPath, [at('generate.mjs'), '--tasks', '5', '--out', 'six.yaml']);
const gate = { id: 'gate', type: 'shell', command: './gate.sh {{task_id}}', tasks: ['*'] };
writeFileSync(
  join(folder, 'hooks.json'),
  JSON.stringify({ hooks: { enabled: true, injections: { post_task: [gate] } } }),
);

const bare = [process.execPath, '-e', '0'];
const verb = (...words) => [process.execPath, program, ...words];
const scenarios = [
  { name: '--version', command: verb('--version'), most: 1.3, stretch: 1.1 },
  {
    name: 'apply, six documents',
    command: verb('apply', '--quiet', '--target-version', '1.30', '--config', 'hooks.json', 'six.yaml'),
    most: 2,
    stretch: 1.35,
  },
  {
    name: 'dispatch, without its hook',
    command: verb('dispatch', 'PreToolUse'),
    less: ['/bin/sh', '-c', hook],
    most: 1.5,
    stretch: 1.3,
  },
];
const times = new Map();
// The first round is the one that keeps the compiled code, and is not counted.
for (let round = -1; round < rounds; round += 1) {
  for (const command of [bare, ...scenarios.flatMap(({ command, less }) => [command, ...(less ? [less] : [])])]) {
    const ms = cpuOf(command);
    if (round >= 0) times.set(command, [...(times.get(command) ?? []), ms]);
  }
}
rmSync(folder, { recursive: true });

const node = middle(times.get(bare));
const rows = scenarios.map(({ name, command, less, most, stretch }) => {
  const ms = middle(times.get(command)) - (less ? middle(times.get(less)) : 0);
  return { name, ms, ratio: ms / node, most, stretch, met: ms / node <= most };
});
if (process.argv.includes('--json')) console.log(JSON.stringify(rows));
else print(rows, node);
process.exitCode = rows.every(({ met }) => met) ? 0 : 1;

function print(rows, node) {
  console.log(`node -e 0: ${node.toFixed(0)} ms of CPU time, the middle of ${rounds}`);
  for (const { name, ms, ratio, most, met } of rows)
    console.log(
      `${name.padEnd(27)} ${ms.toFixed(0).padStart(4)} ms  ${ratio.toFixed(2)} (at most ${most}: ${met ? 'yes' : 'NO'})`,
    );
}

/** User and system time in milliseconds, as bash counts it. */
function cpuOf(command) {
  const { stderr } = run('bash', ['-c', 'TIMEFORMAT="%3U %3S"; time "$@" 2>/dev/null', 'bash', ...command]);
  const [user, system] = stderr.trim().split(' ').map(Number);
  return (user + system) * 1000;
}

function run(file, args) {
  const env = { ...process.env, HOME: folder, XDG_STATE_HOME: join(folder, 'state') };
  const input = JSON.stringify({ tool_name: 'bash_execute', tool_args: { command: 'ls' }, session_id: 's' });
  const ran = spawnSync(file, args, { cwd: folder, env, input, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${ran.status}: ${ran.stderr}`);
  return ran;
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
