// The goals of speed, what is reached today, and whether that is enough: one table, and JSON for programs.
// Usage: node bench/goals.mjs [--quick] [--large] [--json FILE]     (needs `npm run build`)
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkRun } from './check.mjs';
import { generate, hooksConfig } from './generate.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const command = join(here, '../dist/cli/main.cjs');
const has = (option) => process.argv.includes(option);
const [quick, large] = [has('--quick'), has('--large')];
const jsonFile = has('--json') ? process.argv[process.argv.indexOf('--json') + 1] : undefined;

if (!existsSync(command)) {
  console.error(`there is no ${command}: run "npm run build" first`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'dagweave-bench-'));
try {
  const rows = [...measured()];
  print(rows);
  if (jsonFile) writeFileSync(jsonFile, `${JSON.stringify(rows, null, 2)}\n`);
  process.exitCode = rows.every(({ met }) => met) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function* measured() {
  const hooks = join(folder, 'hooks.json');
  mkdirSync(join(folder, 'prompts'));
  writeFileSync(join(folder, 'prompts/summary.md'), 'Sum up {{spec_id}}.\n');
  writeFileSync(hooks, JSON.stringify(hooksConfig()));
  const input = (name, options) => {
    const path = join(folder, `${name}.yaml`);
    generate({ out: path, ...options });
    return path;
  };
  const small = input('small', { tasks: 1000 });
  const warmSmall = warm(small, hooks, quick ? 5 : 15);
  yield faster('library, 1,000 tasks, beside yaml', warmSmall.yamlMs / warmSmall.applyMs, 12, 20, small);
  const hostile = input('hostile', { tasks: 1000, style: 'hostile' });
  const warmHostile = warm(hostile, hooks, quick ? 3 : 5);
  yield faster('library, hostile style, beside yaml', warmHostile.yamlMs / warmHostile.applyMs, 4, 8, hostile);

  const big = quick ? small : input('big', { tasks: 10_000 });
  const tasks = quick ? '1,000' : '10,000';
  const times = inTurns(quick ? 3 : 2, {
    ours: () => applied(big, hooks),
    changed: () => child([join(here, 'measure.mjs'), 'yaml-changed', big]),
    jsYaml: () => child([join(here, 'measure.mjs'), 'js-yaml', big]),
  });
  yield faster(`command, ${tasks} tasks, beside a script with yaml`, times.changed.cpuMs / times.ours.cpuMs, 6, 8, big);
  yield faster(`command, ${tasks} tasks, beside js-yaml`, times.jsYaml.cpuMs / times.ours.cpuMs, 2, 2.5, big);
  const warmBig = quick ? warmSmall : warm(big, hooks, 2);
  yield most(`library, ${tasks} tasks, times JSON`, warmBig.applyMs / warmBig.jsonMs, 6, 3, big);

  const less = quick ? input('less', { tasks: 100 }) : small;
  const warmLess = quick ? warm(less, hooks, 15) : warmSmall;
  const growth = Math.log(warmBig.applyMs / warmLess.applyMs) / Math.log(sizeOf(big) / sizeOf(less));
  yield most('growth of time, as an exponent', growth, 1.15, 1.15, big);

  const huge = large ? input('huge', { tasks: 100_000 }) : big;
  const peak = large ? applied(huge, hooks).peakMB : times.ours.peakMB;
  const atRest = child(['-e', '0']).peakMB;
  yield most('memory, bytes a byte', ((peak - atRest) * 2 ** 20) / sizeOf(huge), 4, 3.5, huge);

  for (const { name, ratio } of verbs(small, hooks)) yield most(`verb: ${name}, beside apply`, ratio, 1.3, 1, small);
  for (const { name, ratio, most: limit, stretch } of starts()) yield most(`start: ${name}`, ratio, limit, stretch);
}

function warm(file, hooks, rounds) {
  return JSON.parse(
    child(['--max-old-space-size=8192', join(here, 'measure.mjs'), 'warm', file, hooks, rounds]).stdout,
  );
}

/** The command on a file, whose output is checked before its time is believed. */
function applied(file, hooks) {
  const output = `${file}.out`;
  const ran = child([command, 'apply', file, '--config', hooks, '--target-version', '1.30', '-o', output]);
  if (sizeOf(file) < 2 ** 25)
    checkRun(readFileSync(file, 'utf8'), readFileSync(output, 'utf8'), JSON.parse(readFileSync(hooks, 'utf8')));
  return ran;
}

/** The middle of some rounds of each, in turns, so that whatever else the machine does falls on all. */
function inTurns(rounds, works) {
  const all = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, work] of Object.entries(works)) all[name].push(work());
  const middle = (values) => [...values].sort((a, b) => a.cpuMs - b.cpuMs)[values.length >> 1];
  return Object.fromEntries(Object.entries(all).map(([name, values]) => [name, middle(values)]));
}

/** Runs Node on a script; CPU time and peak memory are what the process says of itself when it ends. */
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

/** The other verbs, on what each is for: the workflow, or the workflow with its hooks. */
function verbs(file, hooks) {
  const augmented = `${file}.out.yaml`;
  const options = ['--quiet', '--config', hooks, '--target-version', '1.30'];
  const run = (...words) => child([command, ...words, ...options]);
  run('apply', file, '-o', augmented);
  const works = {
    apply: () => run('apply', file, '-o', `${file}.again`),
    'apply --check': () => run('apply', '--check', augmented),
    diff: () => run('diff', file),
    explain: () => run('explain', '--task', 'T0001', file),
    graph: () => run('graph', file),
    strip: () => run('strip', augmented, '-o', `${file}.base`),
    verify: () => run('verify', augmented),
  };
  const { apply, ...others } = inTurns(quick ? 2 : 5, works);
  return Object.entries(others).map(([name, { cpuMs }]) => ({ name, ratio: cpuMs / apply.cpuMs }));
}

function starts() {
  const args = [join(here, 'start.mjs'), quick ? '10' : '25', '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

function sizeOf(file) {
  return statSync(file).size;
}

function faster(name, figure, must, stretch, file) {
  return { name, megabytes: sizeOf(file) / 1e6, figure, must, stretch, unit: 'times faster', met: figure >= must };
}

function most(name, figure, must, stretch, file) {
  const megabytes = file === undefined ? undefined : sizeOf(file) / 1e6;
  return { name, megabytes, figure, must, stretch, unit: 'at most', met: figure <= must };
}

function print(rows) {
  const cells = rows.map(({ name, megabytes, figure, must, stretch, unit, met }) => [
    name,
    megabytes === undefined ? '' : megabytes.toFixed(1),
    figure.toFixed(2),
    `${unit === 'at most' ? '<=' : '>='} ${must}`,
    String(stretch),
    met ? 'reached' : 'NOT reached',
  ]);
  const table = [['processor time, in turns', 'MB', 'figure', 'must', 'stretch', ''], ...cells];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}
