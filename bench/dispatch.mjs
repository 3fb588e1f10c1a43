// What dispatching an event to one command hook costs beside starting node and running that hook.
// Usage: node bench/dispatch.mjs [ROUNDS]     (needs `npm run build`)
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const program = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url));
const noteLoads = pathToFileURL(
  fileURLToPath(new URL('../test/fixtures/runtime/note-loads.mjs', import.meta.url)),
).href;
const goal = 1.8;
const rounds = Number(process.argv[2] ?? 40);

const hook = 'cat > /dev/null; exit 0';
const project = mkdtempSync(join(tmpdir(), 'dagweave-bench-'));
mkdirSync(join(project, '.config/agent'), { recursive: true });
writeFileSync(
  join(project, '.config/agent/settings.json'),
  JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'bash_execute', hooks: [{ type: 'command', command: hook }] }] } }),
);
const context = JSON.stringify({ tool_name: 'bash_execute', tool_args: { command: 'ls' }, session_id: 's' });
const env = { ...process.env, HOME: project, XDG_STATE_HOME: join(project, 'state') };

const runs = {
  bare: [process.execPath, ['-e', '0']],
  hook: ['/bin/sh', ['-c', hook]],
  dispatch: [process.execPath, [program, 'dispatch', 'PreToolUse']],
};
const times = { bare: [], hook: [], dispatch: [] };
// In turns, so that whatever else the machine does falls on all of them.
for (let round = 0; round < rounds; round += 1) {
  for (const name of Object.keys(runs)) times[name].push(millisecondsOf(...runs[name]));
}
const [bare, own, dispatch] = ['bare', 'hook', 'dispatch'].map((name) => middle(times[name]));
const loaded = loadedBy(runs.dispatch[1]);
rmSync(project, { recursive: true });
const ratio = (dispatch - own) / bare;
console.log(loaded.map((name) => `  loads ${name}`).join('\n'));
console.log(`node -e 0                     ${bare.toFixed(1)} ms (middle of ${rounds})`);
console.log(`the hook itself               ${own.toFixed(1)} ms`);
console.log(`dagweave dispatch PreToolUse  ${dispatch.toFixed(1)} ms, ${loaded.length} files`);
console.log(`without the hook, to node     ${ratio.toFixed(2)} (goal: at most ${goal})`);
process.exitCode = ratio <= goal ? 0 : 1;

function millisecondsOf(file, args) {
  const start = performance.now();
  const { status } = spawnSync(file, args, { cwd: project, env, input: context, stdio: ['pipe', 'ignore', 'ignore'] });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

function middle(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

function loadedBy(args) {
  const list = join(project, 'loaded');
  spawnSync(process.execPath, ['--import', noteLoads, ...args], {
    cwd: project,
    input: context,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...env, LOADED_MODULES: list },
  });
  const urls = readFileSync(list, 'utf8').trim().split('\n');
  return [...new Set(urls.map((url) => url.replace(/^.*\/(dist|node_modules)\//, '$1/')))].sort();
}
