// Inputs that are large in one direction each: every one ends with Node's default heap, in time linear in its bytes, and so does a
// run over what the first one wrote.
// Usage: node bench/growth.mjs [--part FRACTION] [CASE...]     (needs `npm run build`; prints the names of the cases with --list)
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generate, hooksConfig } from './generate.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options, positionals: asked } = parseArgs({
  options: { part: { type: 'string', default: '1' }, list: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const part = Number(options.part);
const range = (count) => Array.from({ length: Math.round(count) }, (_, index) => index);
const scan = { id: 'scan', type: 'shell', command: './scan.sh' };
const ofTask = { id: 'check', type: 'shell', command: './check.sh {{task_id}}', tasks: ['*'] };
const around = { pre_root: [scan], post_roots: [{ ...scan, id: 'report', command: './report.sh' }] };
const step = (name, needs, command = 'make') =>
  `  - name: ${name}\n    command: ${command}\n${needs.length > 0 ? `    depends: [${needs.join(', ')}]\n` : ''}`;
const graph = (steps) => ({ 'workflow.yaml': `name: large\ntype: graph\nsteps:\n${steps.join('')}` });
const task = (index) => `name: T${index}\nsteps:\n  - name: work\n    command: arborist task run T${index}\n`;
const root = (count) =>
  `name: root\nsteps:\n${range(count)
    .map((index) => `  - name: c-${index}\n    call: T${index}\n`)
    .join('')}`;

/** Each makes the files of a workflow of about `count` things, and the rules for it. */
const cases = {
  'chain of 100,000 steps': {
    count: 100_000,
    files: (count) => graph(range(count).map((index) => step(`s${index}`, index === 0 ? [] : [`s${index - 1}`]))),
    rules: around,
  },
  'star of 100,000 steps': {
    count: 100_000,
    files: (count) => graph(range(count).map((index) => step(`s${index}`, index === 0 ? [] : ['s0']))),
    rules: around,
  },
  'fan-in of 100,000 steps': {
    count: 100_000,
    files: (count) =>
      graph([
        ...range(count).map((index) => step(`s${index}`, [])),
        step(
          'last',
          range(count).map((index) => `s${index}`),
        ),
      ]),
    rules: around,
  },
  'hooks around each of 100,000': {
    count: 100_000,
    files: (count) => graph(range(count).map((index) => step(`s${index}`, index === 0 ? [] : [`s${index - 1}`]))),
    rules: { ...around, pre_task: [{ ...scan, id: 'enter' }], post_task: [ofTask] },
  },
  'implicit chain of 100,000 steps': {
    count: 100_000,
    files: (count) => ({
      'workflow.yaml': `name: large\ntype: chain\nsteps:\n${range(count)
        .map((index) => step(`s${index}`, []))
        .join('')}`,
    }),
    rules: around,
  },
  '1,000 x 1,000 edges': {
    count: 1000,
    files: (count) =>
      graph([
        ...range(count).map((index) => step(`a${index}`, [])),
        ...range(count).map((index) =>
          step(
            `b${index}`,
            range(count).map((other) => `a${other}`),
          ),
        ),
      ]),
    rules: around,
    // Its edges grow with the square.
    power: 2,
  },
  '100,000 documents': {
    count: 100_000,
    files: (count) => ({ 'workflow.yaml': [root(count), ...range(count).map(task)].join('---\n') }),
    rules: { ...around, post_task: [ofTask] },
  },
  '10,000 rules': {
    count: 10_000,
    files: () => ({ 'workflow.yaml': [root(20), ...range(20).map(task)].join('---\n') }),
    rules: (count) => ({
      post_task: range(count).map((index) => ({ ...ofTask, id: `check-${index}`, tasks: [`T${index % 20}`] })),
    }),
  },
  '1,000,000 keys': {
    count: 1_000_000,
    files: (count) => ({
      'workflow.yaml': `name: large\nenv:\n${range(count)
        .map((index) => `  - KEY_${index}: value ${index}\n`)
        .join('')}steps:\n${step('work', [])}`,
    }),
    rules: around,
  },
  'a folder of 10,000 files': {
    count: 10_000,
    files: (count) =>
      Object.fromEntries(
        range(count).map((index) => [`w${index}.yaml`, `name: w${index}\nsteps:\n${step('work', [])}`]),
      ),
    rules: around,
  },
  'a root and its 10,000 files': {
    count: 10_000,
    files: (count) => ({
      'root.yaml': root(count),
      ...Object.fromEntries(range(count).map((index) => [`T${index}.yaml`, task(index)])),
    }),
    rules: { ...around, post_task: [ofTask] },
  },
  'tasks of arborist, 115 MB': { count: 100_000, generated: true },
};

if (options.list) console.log(Object.keys(cases).join('\n'));
else process.exitCode = bench() ? 0 : 1;

function bench() {
  const chosen = Object.keys(cases).filter((name) => asked.length === 0 || asked.some((word) => name.includes(word)));
  const columns = [
    'half: MB',
    's',
    'whole: MB',
    's',
    'exponent',
    'peak MB',
    'bytes/byte',
    'again: s',
    'exponent',
    'peak MB',
  ];
  console.log('case'.padEnd(32) + columns.map(inCell).join(''));
  return chosen.map((name) => judge(name, cases[name])).every(Boolean);
}

function inCell(text) {
  return text.padStart(11);
}

function judge(name, one) {
  const [half, whole] = [0.5, 1].map((share) => measure(one, Math.max(1, Math.round(one.count * part * share))));
  if (!half.ok || !whole.ok) {
    console.log(`${name.padEnd(32)} DID NOT END: ${(half.ok ? whole : half).why}`);
    return false;
  }
  const exponentOf = (run) => Math.log(run(whole) / run(half)) / Math.log(whole.bytes / half.bytes);
  const cells = [
    half.bytes / 1e6,
    half.seconds,
    whole.bytes / 1e6,
    whole.seconds,
    exponentOf(({ seconds }) => seconds),
    whole.peakMB,
    (whole.peakMB * 1e6) / whole.bytes,
    whole.again.seconds,
    exponentOf(({ again }) => again.seconds),
    whole.again.peakMB,
  ];
  console.log(name.padEnd(32) + cells.map((cell) => inCell(cell.toFixed(cell < 100 ? 1 : 0))).join(''));
  return true;
}

function measure(one, count) {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-growth-'));
  try {
    const bytes = write(one, count, folder);
    const first = applyIn(folder, 'in', 'out');
    if (!first.ok) return first;
    const again = applyIn(folder, 'out', 'again');
    return again.ok ? { ...first, bytes, again } : again;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function applyIn(folder, from, to) {
  const usage = join(folder, 'usage.json');
  const words = ['apply', '--quiet', '--target-version', '1.30', '--config', '../hooks.json', '-o', `../${to}`, '.'];
  const ran = spawnSync(process.execPath, ['--import', at('usage.mjs'), at('../dist/cli/main.cjs'), ...words], {
    cwd: join(folder, from),
    env: { ...process.env, DAGWEAVE_BENCH_USAGE: usage },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (ran.status !== 0) return { ok: false, why: why(ran) };
  const { cpuMs, peakMB } = JSON.parse(readFileSync(usage, 'utf8'));
  return { ok: true, seconds: cpuMs / 1000, peakMB };
}

function write({ files, rules, generated }, count, folder) {
  mkdirSync(join(folder, 'in'));
  mkdirSync(join(folder, 'prompts'));
  writeFileSync(join(folder, 'prompts/summary.md'), 'Sum up {{spec_id}}.\n');
  if (generated) {
    generate({ out: join(folder, 'in/workflow.yaml'), tasks: count });
    writeFileSync(join(folder, 'hooks.json'), JSON.stringify(hooksConfig()));
    return statSync(join(folder, 'in/workflow.yaml')).size;
  }
  const injections = typeof rules === 'function' ? rules(count) : rules;
  const config = JSON.stringify({ hooks: { enabled: true, injections } });
  writeFileSync(join(folder, 'hooks.json'), config);
  const written = Object.entries(files(count));
  for (const [name, text] of written) writeFileSync(join(folder, 'in', name), text);
  return written.reduce((sum, [, text]) => sum + text.length, config.length);
}

function why({ status, signal, stderr }) {
  return `${signal ?? `exit ${status}`}: ${stderr
    .trim()
    .split('\n')
    .find((line) => /error|heap|FATAL/i.test(line))
    ?.slice(0, 200)}`;
}
