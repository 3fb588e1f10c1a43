// What starting costs: CPU time of short runs as a multiple of `node -e 0`, all in turns on the same machine.
// Usage: node bench/start.mjs [ROUNDS] [--json] [--installed FOLDER]
//   --installed  the package that npm installed in that folder, instead of what `npm run build` made here
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cpuOf } from './cpu-of.mjs';
import { figures, reaches } from './figures.mjs';
import { generate } from './generate.mjs';

const { values: options, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false }, installed: { type: 'string' } },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), 'dagweave-start-'));
const program = options.installed
  ? resolve(options.installed, 'node_modules/dagweave/dist/cli/main.cjs')
  : join(folder, 'copy/dist/cli/main.cjs');
const rounds = Number(positionals[0] ?? 25);
// What was built here may hold code that other runs kept, as those of tests.
if (!options.installed)
  for (const part of ['dist', 'package.json'])
    cpSync(fileURLToPath(new URL(`../${part}`, import.meta.url)), join(folder, 'copy', part), {
      recursive: true,
      filter: (path) => !path.endsWith('.cache'),
    });
const hook = 'cat > /dev/null; exit 0';

mkdirSync(join(folder, '.config/agent'), { recursive: true });
const handlers = [{ matcher: 'bash_execute', hooks: [{ type: 'command', command: hook }] }];
writeFileSync(join(folder, '.config/agent/settings.json'), JSON.stringify({ hooks: { PreToolUse: handlers } }));
generate({ out: join(folder, 'six.yaml'), tasks: 5 });
const gate = { id: 'gate', type: 'shell', command: './gate.sh {{task_id}}', tasks: ['*'] };
writeFileSync(
  join(folder, 'hooks.json'),
  JSON.stringify({ hooks: { enabled: true, injections: { post_task: [gate] } } }),
);

const verb = (...words) => [process.execPath, program, ...words];
const scenarios = {
  version: { command: verb('--version') },
  apply: {
    command: verb('apply', '--quiet', '--target-version', '1.30', '--config', 'hooks.json', 'six.yaml'),
  },
  dispatch: { command: verb('dispatch', 'PreToolUse'), less: ['/bin/sh', '-c', hook] },
};
const { NODE_EXTRA_CA_CERTS: certificates, NODE_OPTIONS: _, ...environment } = process.env;
const own = { ...environment, HOME: folder, XDG_STATE_HOME: join(folder, 'state') };
// Node reads such certificates whenever it starts: beside that, all that we do looks small. So without them it is measured as well.
const surroundings = certificates
  ? [
      { suffix: '', env: { ...own, NODE_EXTRA_CA_CERTS: certificates } },
      { suffix: 'Bare', env: own },
    ]
  : [{ suffix: '', env: own }];
const input = JSON.stringify({ tool_name: 'bash_execute', tool_args: { command: 'ls' }, session_id: 's' });
const runs = surroundings.flatMap(({ suffix, env }) => [
  { suffix, env, command: [process.execPath, '-e', '0'], times: [] },
  ...Object.entries(scenarios).map(([id, { command, less }]) => ({ id, suffix, env, command, less, times: [] })),
]);
// The first three rounds are those that keep the compiled code, and are not counted.
for (let round = -3; round < rounds; round += 1) {
  for (const { command, less, env, times } of runs) {
    const cpu = (one) => cpuOf(one, { cwd: folder, env, input }).cpuMs;
    const ms = cpu(command) - (less ? cpu(less) : 0);
    if (round >= 0) times.push(ms);
  }
}
rmSync(folder, { recursive: true });

const bare = (suffix) => middle(runs.find((run) => run.id === undefined && run.suffix === suffix).times);
const rows = runs
  .filter(({ id }) => id !== undefined)
  .map(({ id, suffix, times }) => ({ id: `${id}${suffix}`, ms: middle(times), ratio: middle(times) / bare(suffix) }));
if (options.json) console.log(JSON.stringify(rows));
else print();
process.exitCode = rows.every(isMet) ? 0 : 1;

function isMet({ id, ratio }) {
  const { must } = figures[id];
  return must === undefined || reaches(ratio, must, true);
}

function print() {
  for (const { suffix } of surroundings)
    console.log(
      `node -e 0${suffix && ' without certificates'}: ${bare(suffix).toFixed(0)} ms of CPU time, the middle of ${rounds}`,
    );
  for (const row of rows) {
    const { name, must } = figures[row.id];
    const goal = must === undefined ? '' : ` (at most ${must}: ${isMet(row) ? 'yes' : 'NO'})`;
    console.log(`${name.padEnd(55)} ${row.ms.toFixed(0).padStart(4)} ms  ${row.ratio.toFixed(2)}${goal}`);
  }
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
