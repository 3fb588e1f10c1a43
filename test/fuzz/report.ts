import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FoundCase, FuzzReport } from './fuzz.js';

/** What a run tells, as lines. */
export function reportLines(
  { cases, byCommandLine, outcomes, findings }: FuzzReport,
  seconds: number,
): readonly string[] {
  const counts = [...outcomes].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`);
  return [
    `${cases} cases (${(cases / seconds).toFixed(1)} a second), ${byCommandLine} of them through the command line as well`,
    counts.join(', '),
    findings.length === 0 ? 'no findings' : `${findings.length} findings`,
  ];
}

/** Writes a finding to a folder of its own: its files, and the case to repeat it with. */
export function writeFinding(folder: string, { finding, case: one, number, count }: FoundCase): readonly string[] {
  const own = join(folder, `${number}-${finding.law.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)}`);
  for (const { path, text } of [...one.workflow, ...one.configuration]) {
    mkdirSync(dirname(join(own, path)), { recursive: true });
    writeFileSync(join(own, path), text);
  }
  writeFileSync(join(own, 'case.json'), `${JSON.stringify(one, null, 2)}\n`);
  writeFileSync(join(own, 'finding.txt'), `${finding.law}\n\n${finding.detail}\n`);
  return [
    `${finding.law} (${count} times; case ${number}, from ${one.origin})`,
    `  npm run fuzz -- --case ${own}/case.json`,
  ];
}
