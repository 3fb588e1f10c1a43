import { isOfPolicy } from '../../model/layer.js';
import { isChanged, type Picture, type PictureDag, type PictureHook, roleOf } from '../../model/picture.js';
import type { HandlerEvent } from '../../model/rule.js';
import type { Forecast } from '../../model/run-table.js';
import type { Span } from '../../model/source.js';
import type { Locator } from '../locator.js';
import { mermaidChange, tooLarge } from './mermaid.js';
import { deniedWords, forecastTitles, forecastWords, gateWords, handlerWords, oneLine } from './words.js';

/**
 * A comment for a pull request: a picture of what changes, and a table of what is added.
 * @param changes false where all of it is in the workflow already
 * @param summary the line that every preview ends with
 */
export function markdownChange(picture: Picture, changes: boolean, locate: Locator, summary: string): string {
  const changed = changes ? picture.dags.filter(isChanged) : [];
  const top = `**${summary}**\n${deniedTable(picture.dags, locate)}`;
  if (changed.length === 0) return top;
  const tables = `${table(changed, locate)}\n${forecastTable(changed)}`;
  return `${top}\n${diagram(picture, mostCharacters - top.length - tables.length)}\n${tables}`;
}

/** Of a comment on GitHub, which refuses a longer one. */
const mostCharacters = 65_536;

/** @param room characters that the rest of the comment leaves */
function diagram(picture: Picture, room: number): string {
  const chart = `\`\`\`mermaid\n${mermaidChange(picture, isChanged)}\`\`\`\n`;
  const refused =
    tooLarge(chart) ?? (chart.length > room ? 'the comment would be longer than GitHub takes' : undefined);
  return refused === undefined ? chart : `No picture: ${refused}. \`dagweave diff --view html\` shows it.\n`;
}

function deniedTable(dags: readonly PictureDag[], locate: Locator): string {
  const rows = dags.flatMap((dag) =>
    dag.denied.map(({ place, denial, ...denied }) =>
      tableRow([
        place === undefined ? '' : code(place),
        code(dag.name),
        `${denial.severity}: ${code(denial.message)}`,
        code(deniedWords(denied)),
        `${denial.ofPolicy ? 'policy, ' : ''}${written(denial.span, locate)}`,
      ]),
    ),
  );
  if (rows.length === 0) return '';
  return `\nForbidden by rules:\n\n${tableOf(['step', 'in', 'what', 'because', 'rule'], rows)}`;
}

function table(dags: readonly PictureDag[], locate: Locator): string {
  const rows = dags.flatMap((dag) => [
    ...dag.nodes.flatMap(({ name, hook }, at) =>
      hook?.injection ? [row(name, hook, place(dag, at), dag, locate)] : [],
    ),
    ...dag.handlers.map(({ name, event, hook }) => row(name, hook, handlerPlaces[event], dag, locate)),
  ]);
  return tableOf(['step', 'task', 'in', 'where', 'rule', 'gate?'], rows);
}

const handlerPlaces: Readonly<Record<HandlerEvent, string>> = {
  failure: 'when the run failed',
  abort: 'when the run was stopped',
  always: 'at the end, whatever happened',
};

function row(name: string, { rule, injection }: PictureHook, where: string, dag: PictureDag, locate: Locator): string {
  const { rule: own, task } = injection!;
  return tableRow([
    code(name),
    task === undefined ? '' : code(task),
    code(dag.name),
    where,
    `${code(rule)}${isOfPolicy(own) ? ', policy' : ''} (${written(own.span, locate)})`,
    gateWords[roleOf(injection!)],
  ]);
}

function written(span: Span, locate: Locator): string {
  const line = locate(span)?.start.line;
  return code(line === undefined ? span.file : `${span.file}:${line}`);
}

/** Steps of which the same is to be said share a row. */
function forecastTable(dags: readonly PictureDag[]): string {
  const rows = new Map<
    string,
    { readonly cells: readonly string[]; readonly steps: string[]; readonly dags: Set<string> }
  >();
  for (const dag of dags) {
    const put = (step: string, forecast: Forecast | undefined) => {
      if (!forecast) return;
      const cells = forecastWords(forecast, dag, code);
      const row = rows.get(cells.join('\n')) ?? { cells, steps: [], dags: new Set() };
      rows.set(cells.join('\n'), row);
      row.steps.push(step);
      row.dags.add(code(dag.name));
    };
    for (const { name, hook } of dag.nodes) put(code(name), hook?.forecast);
    for (const { name, event, hook } of dag.handlers)
      put(`${code(name)} (handler, ${handlerWords[event]})`, hook.forecast);
  }
  return (
    'Will it run? By how a step before it ended; for what is added to a handler, how the run ended.\n\n' +
    tableOf(
      ['step', 'in', ...forecastTitles],
      [...rows.values()].map((row) => tableRow([listed(row.steps), listed([...row.dags]), ...row.cells])),
    )
  );
}

function tableOf(titles: readonly string[], rows: readonly string[]): string {
  let room = mostInTable;
  const shown = rows.slice(0, mostRows).filter((row) => {
    room -= row.length + 1;
    return room > 0;
  });
  const more = rows.length > shown.length ? `\n… and ${rows.length - shown.length} more.\n` : '';
  return `${tableRow(titles)}\n|${'---|'.repeat(titles.length)}\n${shown.join('\n')}\n${more}`;
}

const mostRows = 200;
/** Characters: three tables of a comment fit. */
const mostInTable = 20_000;

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function place(dag: PictureDag, at: number): string {
  const namesOf = (positions: readonly number[]) => positions.map((one) => code(dag.nodes[one]!.name));
  const now = dag.edges.filter((edge) => edge.change !== 'removed');
  const before = namesOf(now.filter((edge) => edge.to === at).map((edge) => edge.from));
  const behind = namesOf(now.filter((edge) => edge.from === at).map((edge) => edge.to));
  const parts = [
    ...(before.length > 0 ? [`after ${listed(before)}`] : ['first']),
    ...(behind.length > 0 ? [`before ${listed(behind)}`] : []),
  ];
  return parts.join(', ');
}

function listed(names: readonly string[]): string {
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

/** A code span: nothing in it is a link, a mention or markup. A pipe would end the cell of the table all the same. */
function code(text: string): string {
  const line = oneLine(text).replaceAll('|', '\\|');
  const ticks = Math.max(0, ...[...line.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = '`'.repeat(ticks + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line.trim() === '' ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}
