import type { Forecast, ForecastRow } from '../../model/forecast.js';
import type { PictureDag } from '../../model/picture.js';
import { outcomes } from '../../model/run-table.js';

/** The columns of a table that tells which added steps run. */
export const forecastTitles = [
  'after success',
  'after a failure',
  'after a skip',
  'after an abort',
  'if it fails itself',
];

/** A forecast in the words of those columns. @param nameWords shows the name of a step */
export function forecastWords(
  { rows, successors, ends }: Forecast,
  dag: Pick<PictureDag, 'name' | 'isRoot'>,
  nameWords: (name: string) => string,
): readonly string[] {
  const names = (list: readonly string[], last: 'and' | 'or') => enumerated(list.map(nameWords), last);
  const byOutcome = outcomes.map((outcome) => {
    const row = rows.find(({ before }) => before === outcome);
    return row ? rowWords(row, names) : outcome === 'success' ? 'runs first' : '';
  });
  const failure = ends.find(({ command }) => command === 'failure')!;
  const waiting = {
    none: 'nothing waits for it',
    held: `${names(successors, 'and')} ${successors.length === 1 ? 'does' : 'do'} not run`,
    run: `${names(successors, 'and')} ${successors.length === 1 ? 'runs' : 'run'} all the same`,
  }[failure.successors];
  const run = failure.failsRun ? `${dag.isRoot ? 'the run' : nameWords(dag.name)} fails` : 'the run goes on';
  return [...byOutcome, `${waiting}; ${run}`];
}

function rowWords(
  { runs, blockedBy, perhapsBlockedBy }: ForecastRow,
  names: (list: readonly string[], last: 'or') => string,
): string {
  if (runs !== 'depends') return runs === 'yes' ? 'runs' : 'no';
  return [
    ...(blockedBy.length > 0 ? [`not if that was ${names(blockedBy, 'or')}`] : []),
    ...(perhapsBlockedBy.length > 0 ? [`perhaps if that was ${names(perhapsBlockedBy, 'or')}`] : []),
  ].join('; ');
}

function enumerated(names: readonly string[], last: 'and' | 'or'): string {
  if (names.length > 3) return `${names.slice(0, 2).join(', ')} ${last} ${names.length - 2} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}
