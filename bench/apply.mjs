// What `apply` costs beside reading and printing the same file with `yaml`, at growing sizes.
// Usage: node bench/apply.mjs [--quick]     (needs `npm run build`)
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkRun } from './check.mjs';
import { generate, hooksConfig } from './generate.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const command = join(here, '../dist/cli/main.cjs');
const goals = { ratio: 1.5, exponent: 1.15 };
const quick = process.argv.includes('--quick');
const sizes = quick ? [100, 1000] : [100, 1000, 2000, 10_000];

if (!existsSync(command)) {
  console.error(`there is no ${command}: run "npm run build" first`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'dagweave-bench-'));
try {
  process.exitCode = bench() ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function bench() {
  const hooks = join(folder, 'hooks.json');
  mkdirSync(join(folder, 'prompts'));
  writeFileSync(join(folder, 'prompts/summary.md'), 'Sum up {{spec_id}}.\n');
  writeFileSync(hooks, JSON.stringify(hooksConfig()));
  const idle = memoryAtRest();
  const rows = sizes.map((tasks) => measure(tasks, hooks));
  print(rows, idle);
  return judge(rows, idle);
}

function measure(tasks, hooks) {
  const input = join(folder, `${tasks}.yaml`);
  generate({ out: input, tasks });
  const rounds = tasks >= 10_000 ? 1 : tasks >= 1000 ? 5 : 15;
  const warm = JSON.parse(
    child(['--max-old-space-size=8192', join(here, 'measure.mjs'), 'warm', input, hooks, rounds]).stdout,
  );
  const cold = { apply: [], yaml: [] };
  for (let round = 0; round < (tasks >= 10_000 ? 1 : 3); round += 1) {
    const output = join(folder, `${tasks}.out.yaml`);
    cold.apply.push(child([command, 'apply', input, '--config', hooks, '--target-version', '1.30', '-o', output]));
    cold.yaml.push(child([join(here, 'measure.mjs'), 'round-trip', input]));
    checkRun(readFileSync(input, 'utf8'), readFileSync(output, 'utf8'), JSON.parse(readFileSync(hooks, 'utf8')));
  }
  return { tasks, bytes: statSync(input).size, ...warm, cold };
}

/** Runs Node on a script; CPU seconds and peak memory are what the process says of itself when it ends. */
function child(args) {
  const usageFile = join(folder, 'usage.json');
  const env = { ...process.env, DAGWEAVE_BENCH_USAGE: usageFile };
  const run = spawnSync(process.execPath, ['--import', join(here, 'usage.mjs'), ...args.map(String)], {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (run.status !== 0) throw new Error(`${args.join(' ')} ended with ${run.status}\n${run.stderr.slice(0, 4000)}`);
  return { ...JSON.parse(readFileSync(usageFile, 'utf8')), stdout: run.stdout };
}

function memoryAtRest() {
  return child(['-e', '0']).peakMB;
}

function print(rows, idle) {
  const head = ['tasks', 'MB', 'hooks', 'apply ms', 'yaml ms', 'ratio', 'command ms', 'yaml ms', 'ratio', 'peak MB'];
  console.log('library calls, warm, CPU medians (left); whole commands, cold, CPU medians (right)');
  console.log(head.map((one) => one.padStart(11)).join(''));
  for (const row of rows) {
    const [apply, yaml] = [cpu(row.cold.apply), cpu(row.cold.yaml)];
    const cells = [
      row.tasks,
      (row.bytes / 1e6).toFixed(1),
      row.hooks,
      row.applyMs.toFixed(0),
      row.yamlMs.toFixed(0),
      (row.applyMs / row.yamlMs).toFixed(2),
      apply.toFixed(0),
      yaml.toFixed(0),
      (apply / yaml).toFixed(2),
      peak(row).toFixed(0),
    ];
    console.log(cells.map((one) => String(one).padStart(11)).join(''));
  }
  console.log(`(Node alone: ${idle.toFixed(0)} MB; every output was checked: bytes, hook count)`);
}

function judge(rows, idle) {
  const at = (tasks) => rows.find((row) => row.tasks === tasks);
  const [small, large] = quick ? [at(100), at(1000)] : [at(1000), at(10_000)];
  const growth = (value) => Math.log(value(large) / value(small)) / Math.log(large.bytes / small.bytes);
  const lines = [
    ['time grows with exponent', growth((row) => row.applyMs), goals.exponent],
    ['memory grows with exponent', growth((row) => Math.max(1, peak(row) - idle)), goals.exponent],
  ];
  const middle = at(quick ? 1000 : 2000);
  lines.push([`apply against yaml at ${middle.tasks} tasks, warm`, middle.applyMs / middle.yamlMs, goals.ratio]);
  lines.push([`and as whole commands, cold`, cpu(middle.cold.apply) / cpu(middle.cold.yaml), goals.ratio]);
  for (const [what, value, goal] of lines) {
    console.log(`${what}: ${value.toFixed(2)} (goal at most ${goal}): ${value <= goal ? 'met' : 'NOT met'}`);
  }
  return lines.every(([, value, goal]) => value <= goal);
}

function cpu(runs) {
  return median(runs.map((one) => one.cpuMs));
}

function peak(row) {
  return Math.max(...row.cold.apply.map((one) => one.peakMB));
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
