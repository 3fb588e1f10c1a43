import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FuzzCase } from './fuzz/case.js';
import { fuzz } from './fuzz/fuzz.js';
import { makeCase } from './fuzz/make-case.js';
import { makeEdited } from './fuzz/make-edited.js';
import { reportLines, writeFinding } from './fuzz/report.js';
import { engines, readEngineSeeds, readSeeds } from './fuzz/seeds.js';

// The suite tries the same cases each time; `npm run fuzz` looks for others.
const seed = Number(process.env.DAGWEAVE_FUZZ_SEED ?? 2026);
const seconds = 10;

test(`${seconds} seconds of damaged workflows and rules: each is refused with a code, or all laws hold (DAGWEAVE_FUZZ_SEED=${seed} repeats it)`, async () => {
  const seeds = readSeeds();
  await expectNoFindings((ofRun, number) => makeCase(seeds, ofRun, number));
}, 300_000);

// The same cases each time; `npm run fuzz -- --edited` looks for others.
test('250 files that were edited by hand, most of them with hooks: each is refused with a code, or all laws hold', async () => {
  const seeds = readEngineSeeds(engines);
  await expectNoFindings((ofRun, number) => makeEdited(seeds, ofRun, number), 250);
}, 300_000);

async function expectNoFindings(make: (seed: number, number: number) => FuzzCase, enough?: number): Promise<void> {
  const options = enough === undefined ? { seconds } : { seconds: 120, enough };
  const report = await fuzz(make, { ...options, seed, jobs: 1, shrinkFor: 20 });
  console.log([`seed ${seed}`, ...reportLines(report, options.seconds)].join('\n'));
  const folder = report.findings.length > 0 ? mkdtempSync(join(tmpdir(), 'dagweave-findings-')) : '';
  expect(report.findings.flatMap((found) => writeFinding(folder, found))).toEqual([]);
  expect(report.outcomes.get('augmented') ?? 0).toBeGreaterThan(report.cases / 20);
}
