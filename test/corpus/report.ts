import type { Finding } from './survey.js';

/** At most this part of the files of each family may be refused. */
const mayRefuse = 0.02;

export interface CorpusReport {
  readonly lines: readonly string[];
  readonly wrong: readonly Finding[];
  /** A line for each family of which too many files are refused. */
  readonly refusedTooOften: readonly string[];
  readonly good: boolean;
}

export function reportCorpus(findings: readonly Finding[]): CorpusReport {
  const wrong = findings.filter((one) => one.verdict.kind === 'wrong');
  const families = [...new Set(findings.map((one) => one.folder))].map((name) => familyOf(name, findings));
  const refusedTooOften = families.flatMap(({ name, files, refused }) =>
    refused.length > files.length * mayRefuse ? [`${name}: ${refused.join(', ')}`] : [],
  );
  const good = wrong.length === 0 && refusedTooOften.length === 0 && families.length > 0;
  const lines = [
    ...table(findings),
    '',
    ...refusals(findings),
    ...wrong.map(
      (one) =>
        `wrong: ${nameOf(one)}\n  ${one.verdict.kind === 'wrong' ? one.verdict.problems.slice(0, 5).join('\n  ') : ''}`,
    ),
    '',
    ...families.map(
      ({ name, files, refused, modelled, accepted, broken }) =>
        `${name.padEnd(30)}${files.length} files, ${accepted} accepted by an engine with hooks, ${refused.length} refused ` +
        `(${((100 * refused.length) / files.length).toFixed(1)} %), ${modelled.length} more because a model orders their steps, ${broken} wrong`,
    ),
    `refused at most ${mayRefuse * 100} % of each family, none wrong: ${good ? 'met' : 'NOT met'}`,
  ];
  return { lines, wrong, refusedTooOften, good };
}

function familyOf(name: string, findings: readonly Finding[]) {
  const own = findings.filter((one) => one.folder === name);
  const files = (which: (one: Finding) => boolean) => [...new Set(own.filter(which).map((one) => one.file))];
  const isRefused = ({ verdict, unsure }: Finding) => verdict.kind === 'refused' && !unsure;
  const isModelled = ({ verdict }: Finding) => verdict.kind === 'refused' && verdict.codes.join() === orderOfAModel;
  return {
    name,
    files: files(() => true),
    refused: files((one) => isRefused(one) && !isModelled(one)),
    modelled: files((one) => isRefused(one) && isModelled(one)),
    accepted: files(({ verdict }) => verdict.kind === 'ok' && verdict.accepted.length > 0).length,
    broken: files(({ verdict }) => verdict.kind === 'wrong').length,
  };
}

/** In a DAG of `type: agent` there is no order that a hook could keep: this one refusal is not from dagweave. */
const orderOfAModel = 'DW405';

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
