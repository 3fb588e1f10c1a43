import type { Finding } from './survey.js';

/** At most this part of the files may be refused. */
const mayRefuse = 0.02;

export interface CorpusReport {
  readonly lines: readonly string[];
  readonly wrong: readonly Finding[];
  /** Files refused although the target is known, as a part of all files. */
  readonly refusedFiles: readonly string[];
  readonly refusedPart: number;
  readonly good: boolean;
}

export function reportCorpus(findings: readonly Finding[]): CorpusReport {
  const wrong = findings.filter((one) => one.verdict.kind === 'wrong');
  const files = new Set(findings.map(fileOf));
  const refusedFiles = [
    ...new Set(findings.filter((one) => one.verdict.kind === 'refused' && !one.unsure).map(fileOf)),
  ];
  const refusedPart = refusedFiles.length / Math.max(1, files.size);
  const good = wrong.length === 0 && refusedPart <= mayRefuse && files.size > 0;
  const lines = [
    ...table(findings),
    '',
    ...refusals(findings),
    ...wrong.map(
      (one) =>
        `wrong: ${nameOf(one)}\n  ${one.verdict.kind === 'wrong' ? one.verdict.problems.slice(0, 5).join('\n  ') : ''}`,
    ),
    '',
    `${files.size} files, ${refusedFiles.length} refused (${(refusedPart * 100).toFixed(1)} %, goal at most 2 %), ` +
      `${new Set(wrong.map(fileOf)).size} wrong (goal 0): ${good ? 'met' : 'NOT met'}`,
  ];
  return { lines, wrong, refusedFiles, refusedPart, good };
}

function table(findings: readonly Finding[]): readonly string[] {
  const rows = new Map<string, { ok: number; refused: number; wrong: number }>();
  for (const one of findings) {
    const key = [one.folder.padEnd(29), one.variant.padEnd(17), one.target.padEnd(9)].join(' ');
    const row = rows.get(key) ?? { ok: 0, refused: 0, wrong: 0 };
    row[one.verdict.kind] += 1;
    rows.set(key, row);
  }
  const cell = (text: string | number) => String(text).padStart(8);
  return [
    ['folder'.padEnd(29), 'variant'.padEnd(17), 'target'.padEnd(9)].join(' ') +
      cell('ok') +
      cell('refused') +
      cell('wrong'),
    ...[...rows].map(([key, row]) => key + cell(row.ok) + cell(row.refused) + cell(row.wrong)),
  ];
}

function refusals(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap((one) =>
    one.verdict.kind === 'refused' && !one.unsure
      ? [`refused: ${nameOf(one)}: ${one.verdict.codes.join(' ')} ${one.verdict.messages.join(' | ')}`]
      : [],
  );
}

function fileOf(one: Finding): string {
  return `${one.folder}/${one.file}`;
}

function nameOf(one: Finding): string {
  return `${fileOf(one)} (${one.variant}, ${one.target})`;
}
