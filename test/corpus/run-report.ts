import type { RunFinding } from './run-survey.js';

export interface RunReport {
  readonly lines: readonly string[];
  readonly good: boolean;
}

export function reportRuns(findings: readonly RunFinding[]): RunReport {
  const differing = findings.filter(({ verdict }) => verdict.kind === 'differs');
  return {
    lines: ['', ...table(findings), '', ...reasons(findings), ...differences(findings)],
    good: differing.length === 0 && findings.some(({ verdict }) => verdict.kind === 'compared'),
  };
}

const kinds = ['not run', 'refused', 'compared', 'differs'] as const satisfies readonly RunFinding['verdict']['kind'][];

/** How many files of each family ran as written and with hooks, and what came of it. */
function table(findings: readonly RunFinding[]): readonly string[] {
  const rows = [...new Set(findings.map(rowOf))];
  const count = (row: string, kind: string) =>
    findings.filter((one) => rowOf(one) === row && (kind === 'files' || one.verdict.kind === kind)).length;
  const line = (row: string, cell: (kind: string) => number | string) =>
    row + ['files', ...kinds].map((kind) => String(cell(kind)).padStart(10)).join('');
  return [
    line(rowOf({ folder: 'runs', engine: 'engine' }), (kind) => kind),
    ...rows.map((row) => line(row, (kind) => count(row, kind))),
  ];
}

function rowOf({ folder, engine }: Pick<RunFinding, 'folder' | 'engine'>): string {
  return `${folder.padEnd(16)}${engine.padEnd(16)}`;
}

function reasons(findings: readonly RunFinding[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { folder, verdict } of findings) {
    const text =
      verdict.kind === 'not run'
        ? `not run: ${folder}: ${verdict.reason}`
        : verdict.kind === 'refused'
          ? `refused: ${folder}: ${verdict.codes.join(' ')}`
          : undefined;
    if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => `${text} (${count})`);
}

function differences(findings: readonly RunFinding[]): readonly string[] {
  return findings.flatMap(({ folder, file, verdict }) =>
    verdict.kind === 'differs' ? [`differs: ${folder}/${file}\n  ${verdict.problems.slice(0, 5).join('\n  ')}`] : [],
  );
}
