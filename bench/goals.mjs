// The goals of speed, what is reached today, and whether that is enough: one table, and JSON for programs.
// Usage: node bench/goals.mjs [--quick] [--large] [--peers] [--json FILE]     (needs `npm run build`)
//   --quick  smaller files; fails where a figure is worse than what is kept, and else where a goal is not reached
//   --large  100,000 tasks as well, and other tools as with --peers
//   --peers  other tools as well, where they are installed
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkRun } from './check.mjs';
import { cpuOf } from './cpu-of.mjs';
import { figures, limitsOf, reaches, tableOf } from './figures.mjs';
import { generate, hooksConfig } from './generate.mjs';
import { peers } from './peers.mjs';

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
const inputs = new Map();
/** By input: how many hooks the command adds, so that a script adds as many. */
const hookCounts = new Map();
const ofLargeFile = ', large';
const hooks = join(folder, 'hooks.json');
const commandRules = join(folder, 'commands.json');
/** A gate before every commit, and a command that is forbidden. */
const rulesOfCommands = {
  hooks: {
    enabled: true,
    deny: [{ match: { runs: '/^(ba)?sh( -)?$/' }, message: 'no script from the network' }],
    injections: {
      pre_task: [
        { id: 'scan', type: 'shell', command: './scan', each: 'step', match: { runs: '*arborist task commit *' } },
      ],
    },
  },
};

try {
  mkdirSync(join(folder, 'prompts'));
  writeFileSync(join(folder, 'prompts/summary.md'), 'Sum up {{spec_id}}.\n');
  writeFileSync(hooks, JSON.stringify(hooksConfig()));
  // A machine may be busy for a while: only what is worse twice is worse.
  const rows = measurements().flatMap((measure) => {
    const first = rowsOf(measure());
    return quick && first.some(({ holds }) => !holds) ? better(first, rowsOf(measure())) : first;
  });
  print(rows);
  if (jsonFile) writeFileSync(jsonFile, `${JSON.stringify(rows, null, 2)}\n`);
  process.exitCode = rows.every(({ holds, met }) => (quick ? holds : met)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Each gives figures by the name that `figures.mjs` has for them, with the text that they are about. */
function measurements() {
  const tasks = quick ? 1000 : 10_000;
  return [
    () => {
      const one = warm(1000, {}, quick ? 3 : 15);
      const library = { library: [one.yamlMs / one.applyMs, one.file] };
      const big = quick ? one : warm(tasks, {}, 5, 'json');
      const less = quick ? warm(100, {}, 8) : one;
      const growth = Math.log(big.applyMs / less.applyMs) / Math.log(sizeOf(big.file) / sizeOf(less.file));
      const { yamlMs, applyMs, file } = warm(1000, {}, quick ? 3 : 15, 'others');
      const others = { others: [yamlMs / applyMs, file] };
      return { ...library, ...others, json: [big.applyMs / big.jsonMs, big.file], growth: [growth, big.file] };
    },
    () => {
      const { yamlMs, applyMs, file } = warm(quick ? 500 : 1000, { style: 'hostile' }, quick ? 3 : 5);
      return { hostile: [yamlMs / applyMs, file] };
    },
    () => {
      const file = input(tasks);
      // The first runs keep compiled code.
      for (let round = 0; round < 3; round += 1) applied(file);
      const times = inTurns(3, {
        ours: () => applied(file),
        changed: () => child([join(here, 'measure.mjs'), 'yaml-changed', file, hookCounts.get(file)]),
        jsYaml: () => child([join(here, 'measure.mjs'), 'js-yaml', file]),
      });
      const huge = large ? input(100_000) : file;
      const peakMB = peakOf(applying(huge));
      const atRest = peakOf(['-e', '0']);
      return {
        changed: [times.changed.cpuMs / times.ours.cpuMs, file],
        jsYaml: [times.jsYaml.cpuMs / times.ours.cpuMs, file],
        memory: [((peakMB - atRest) * 2 ** 20) / sizeOf(huge), huge],
      };
    },
    () => verbs(input(quick ? 200 : 1000)),
    ...(large ? [() => ofLarge(verbs(input(tasks)))] : []),
    starts,
    ...(large || has('--peers')
      ? [() => peers(input(tasks), hooks, (file) => applied(file).cpuMs, console.error)]
      : []),
  ];
}

/** The same figures once more, of another size. */
function ofLarge(measured) {
  return Object.fromEntries(Object.entries(measured).map(([id, row]) => [`${id}${ofLargeFile}`, row]));
}

function rowsOf(measured) {
  return Object.entries(measured).map(([id, [figure, file]]) => {
    const { name, ...row } = figures[id.replace(ofLargeFile, '')];
    const tasks = file && /(\d+)-tasks/.exec(file)[1].replace(/(?<=\d)(?=\d{3}$)/, ',');
    const megabytes = file === undefined ? undefined : sizeOf(file) / 1e6;
    const kept = quick ? row.kept : undefined;
    const isWithin = (bound) => bound === undefined || reaches(figure, bound, row.isMost);
    return {
      ...row,
      id,
      name: name.replace('{tasks}', tasks),
      megabytes,
      figure,
      kept,
      met: isWithin(row.must),
      holds: isWithin(kept),
    };
  });
}

function better(first, second) {
  return first.map((row, index) => (reaches(row.figure, second[index].figure, row.isMost) ? row : second[index]));
}

function input(tasks, options = {}) {
  const file = join(folder, `${Object.values(options).join('-')}${tasks}-tasks.yaml`);
  if (!inputs.has(file)) inputs.set(file, generate({ out: file, tasks, ...options }));
  return file;
}

function warm(tasks, options, rounds, only = '') {
  const file = input(tasks, options);
  const words = ['--max-old-space-size=8192', join(here, 'measure.mjs'), 'warm', file, hooks, rounds, only];
  return { ...JSON.parse(child(words).stdout), file };
}

/** The command on a file, whose output is checked before its time is believed. */
function applied(file) {
  const output = outputOf(file);
  const isFirst = !existsSync(output);
  const ran = child(applying(file));
  if (isFirst && sizeOf(file) < 2 ** 25)
    hookCounts.set(
      file,
      checkRun(readFileSync(file, 'utf8'), readFileSync(output, 'utf8'), JSON.parse(readFileSync(hooks, 'utf8'))),
    );
  return ran;
}

function applying(file) {
  return [command, 'apply', file, '--config', hooks, '--target-version', '1.30', '-o', outputOf(file)];
}

function outputOf(file) {
  return `${file}.out`;
}

/** The middle of some rounds of each, in turns, so that whatever else the machine does falls on all. */
function inTurns(rounds, works) {
  const all = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, work] of Object.entries(works)) all[name].push(work());
  const middle = (values) => [...values].sort((a, b) => a.cpuMs - b.cpuMs)[values.length >> 1];
  return Object.fromEntries(Object.entries(all).map(([name, values]) => [name, middle(values)]));
}

/** Runs Node on a script as users do, with nothing in it that measures. */
function child(args) {
  return cpuOf([process.execPath, ...args.map(String)]);
}

/** The most memory that a run of Node takes, as the process says of itself when it ends. */
function peakOf(args) {
  const usageFile = join(folder, 'usage.json');
  const env = { ...process.env, DAGWEAVE_BENCH_USAGE: usageFile };
  const { status, stderr } = spawnSync(process.execPath, ['--import', join(here, 'usage.mjs'), ...args], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}\n${stderr.slice(0, 4000)}`);
  return JSON.parse(readFileSync(usageFile, 'utf8')).peakMB;
}

/** The other verbs, on what each is for: the workflow, or the workflow with its hooks. */
function verbs(file) {
  const augmented = `${file}.out.yaml`;
  const task = /^name: (T0*1)$/m.exec(readFileSync(file, 'utf8'))[1];
  const version = ['--target-version', '1.30'];
  const options = ['--config', hooks, ...version];
  const aloud = (...words) => child([command, ...words, ...options]);
  const run = (...words) => aloud(...words, '--quiet');
  run('apply', file, '-o', augmented);
  writeFileSync(commandRules, JSON.stringify(rulesOfCommands));
  const works = {
    apply: () => run('apply', file, '-o', `${file}.again`),
    commands: () =>
      child([command, 'apply', file, '--config', commandRules, ...version, '-o', `${file}.guarded`, '--quiet']),
    aloud: () => aloud('apply', file, '-o', `${file}.again`),
    'apply --check': () => run('apply', '--check', augmented),
    diff: () => run('diff', file),
    explain: () => run('explain', '--task', task, file),
    graph: () => run('graph', file),
    strip: () => run('strip', augmented, '-o', `${file}.base`),
    verify: () => run('verify', augmented),
  };
  // The first three runs of a verb keep compiled code.
  for (let round = 0; round < 3; round += 1) for (const work of Object.values(works)) work();
  const { apply, aloud: applyAloud, ...others } = inTurns(quick ? 3 : 5, works);
  return Object.fromEntries([
    ['--quiet', [apply.cpuMs / applyAloud.cpuMs, file]],
    ...Object.entries(others).map(([name, { cpuMs }]) => [name, [cpuMs / apply.cpuMs, file]]),
  ]);
}

function starts() {
  const args = [join(here, 'start.mjs'), quick ? '10' : '25', '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return Object.fromEntries(JSON.parse(stdout).map(({ id, ratio }) => [id, [ratio]]));
}

function sizeOf(file) {
  return statSync(file).size;
}

function print(rows) {
  for (const line of tableOf(rows)) console.log(line);
  const limits = quick ? [] : limitsOf(rows);
  if (limits.length > 0) console.log(`\nWhat limits these:\n${limits.map((one) => `  ${one}\n`).join('')}`);
  for (const { name, figure, kept, holds, isMost } of rows)
    if (!holds)
      console.error(
        `slower than what is kept: ${name} is ${figure.toFixed(2)}, and bench/figures.mjs keeps ${isMost ? 'at most' : 'at least'} ${kept}`,
      );
}
