// What a step costs beside starting node at all, and which files it loads for that.
// Usage: node bench/step.mjs [ROUNDS]     (needs `npm run build`)
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const program = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url));
const noteLoads = pathToFileURL(
  fileURLToPath(new URL('../test/fixtures/runtime/note-loads.mjs', import.meta.url)),
).href;
const goal = 1.6;
const rounds = Number(process.argv[2] ?? 40);

const bare = ['-e', '0'];
const step = [program, 'step', 'shell', '--', 'true'];
const times = { bare: [], step: [] };
// In turns, so that whatever else the machine does falls on both.
for (let round = 0; round < rounds; round += 1) {
  times.bare.push(millisecondsOf(bare));
  times.step.push(millisecondsOf(step));
}
const [bareMs, stepMs] = [middle(times.bare), middle(times.step)];
const loaded = loadedBy(step);
console.log(loaded.map((name) => `  loads ${name}`).join('\n'));
console.log(`node -e 0                      ${bareMs.toFixed(1)} ms (middle of ${rounds})`);
console.log(`dagweave step shell -- true    ${stepMs.toFixed(1)} ms, ${loaded.length} files`);
console.log(`ratio                          ${(stepMs / bareMs).toFixed(2)} (goal: at most ${goal})`);
process.exitCode = stepMs / bareMs <= goal ? 0 : 1;

function millisecondsOf(args) {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

function middle(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

function loadedBy(args) {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-bench-'));
  const list = join(folder, 'loaded');
  try {
    spawnSync(process.execPath, ['--import', noteLoads, ...args], {
      stdio: 'ignore',
      env: { ...process.env, LOADED_MODULES: list },
    });
    const urls = readFileSync(list, 'utf8').trim().split('\n');
    return [...new Set(urls.map((url) => url.replace(/^.*\/(dist|node_modules)\//, '$1/')))].sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
