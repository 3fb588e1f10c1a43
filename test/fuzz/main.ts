import { mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FuzzCase } from './case.js';
import { judgeByCommandLine } from './command-line.js';
import { fuzz } from './fuzz.js';
import { judgeByItsLaws } from './laws.js';
import { makeCase } from './make-case.js';
import { makeEdited } from './make-edited.js';
import { reportLines, writeFinding } from './report.js';
import { engines, readEngineSeeds, readSeeds } from './seeds.js';

// Usage: npm run fuzz -- [--edited [--engines NAME,…]] [--seconds N] [--seed N] [--jobs N] [--out FOLDER]
//        npm run fuzz -- --case FILE | [--edited [--engines NAME,…]] --seed N --only NUMBER
// Damaged workflows and rules of Dagu, or with `--edited` outputs of every engine that were edited by hand.
const { values } = parseArgs({
  options: {
    edited: { type: 'boolean', default: false },
    engines: { type: 'string', default: engines.join() },
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
else if (values.only !== undefined) await repeat(maker()(seed, Number(values.only)));
else await run();

function maker(): (seed: number, number: number) => FuzzCase {
  if (values.edited) {
    const seeds = readEngineSeeds(values.engines.split(','));
    return (ofRun, number) => makeEdited(seeds, ofRun, number);
  }
  const seeds = readSeeds();
  return (ofRun, number) => makeCase(seeds, ofRun, number);
}

async function run(): Promise<void> {
  const seconds = Number(values.seconds);
  console.log(`seed ${seed}, ${seconds} seconds`);
  const report = await fuzz(maker(), { seed, seconds, jobs: Number(values.jobs), shrinkFor: 60 });
  console.log(reportLines(report, seconds).join('\n'));
  if (report.findings.length === 0) return;
  const folder = values.out ?? mkdtempSync(join(tmpdir(), 'dagweave-findings-'));
  for (const found of report.findings) console.log(writeFinding(folder, found).join('\n'));
  process.exitCode = 1;
}

/** In this process, so that a debugger sees it. */
async function repeat(one: FuzzCase): Promise<void> {
  for (const { path, text } of [...one.workflow, ...one.configuration]) console.log(`--- ${path}\n${text}`);
  const outcome = judgeByItsLaws(one);
  const said = one.laws === 'of any input' ? await judgeByCommandLine(one) : undefined;
  console.log({ targetVersion: one.targetVersion, outcome, byCommandLine: said ?? 'as it should be' });
  if (outcome.kind === 'finding') console.log(outcome.detail);
  process.exitCode = said || outcome.kind === 'finding' ? 1 : 0;
}
