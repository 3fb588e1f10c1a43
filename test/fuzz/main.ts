import { mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FuzzCase } from './case.js';
import { judgeByCommandLine } from './command-line.js';
import { fuzz } from './fuzz.js';
import { judge } from './judge.js';
import { makeCase } from './make-case.js';
import { reportLines, writeFinding } from './report.js';
import { readSeeds } from './seeds.js';

// Usage: npm run fuzz -- [--seconds N] [--seed N] [--jobs N] [--out FOLDER] | --case FILE | --seed N --only NUMBER
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    jobs: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    out: { type: 'string' },
    case: { type: 'string' },
    only: { type: 'string' },
  },
});

const seed = Number(values.seed);
if (values.case !== undefined) await repeat(JSON.parse(readFileSync(values.case, 'utf8')) as FuzzCase);
else if (values.only !== undefined) await repeat(makeCase(readSeeds(), seed, Number(values.only)));
else await run();

async function run(): Promise<void> {
  const seconds = Number(values.seconds);
  console.log(`seed ${seed}, ${seconds} seconds`);
  const report = await fuzz(readSeeds(), { seed, seconds, jobs: Number(values.jobs), shrinkFor: 60 });
  console.log(reportLines(report, seconds).join('\n'));
  if (report.findings.length === 0) return;
  const folder = values.out ?? mkdtempSync(join(tmpdir(), 'dagweave-findings-'));
  for (const found of report.findings) console.log(writeFinding(folder, found).join('\n'));
  process.exitCode = 1;
}

/** In this process, so that a debugger sees it. */
async function repeat(one: FuzzCase): Promise<void> {
  for (const { path, text } of [...one.workflow, ...one.configuration]) console.log(`--- ${path}\n${text}`);
  const outcome = judge(one);
  const said = await judgeByCommandLine(one);
  console.log({ targetVersion: one.targetVersion, outcome, byCommandLine: said ?? 'as it should be' });
  if (outcome.kind === 'finding') console.log(outcome.detail);
  process.exitCode = said || outcome.kind === 'finding' ? 1 : 0;
}
