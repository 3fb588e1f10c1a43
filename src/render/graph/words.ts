import type { Denied } from '../../model/match.js';
import { type HookLook, type HookRole, type PictureDag, type PictureHook, roleOf } from '../../model/picture.js';
import type { Injection } from '../../model/plan.js';
import type { HandlerEvent } from '../../model/rule.js';
import { type Forecast, type ForecastRow, nodeEnds } from '../../model/run-table.js';
import type { Word } from '../../model/step.js';
import { visible } from '../visible.js';

/** Foreign text as a stretch of one line. */
export function oneLine(text: string): string {
  return visible(text).replaceAll('\n', '␊').replaceAll('\t', '␉');
}

/** What a picture says of a hook behind its name. */
export function hookWords({ rule, injection }: PictureHook): string {
  if (!injection) return oneLine(rule);
  const { task } = injection;
  return `${gateWords[roleOf(injection)]}, ${oneLine(rule)}${task === undefined ? '' : `, task ${oneLine(task)}`}`;
}

/** The name of a hook with the task that it is for, where it is for one. */
export function hookTitle(name: string, hook: PictureHook | undefined): string {
  const task = hook?.injection?.task;
  return task === undefined ? name : `${name} · ${task}`;
}

/** Why a step is forbidden. */
export function deniedWords({ what, command, why }: Pick<Denied, 'what' | 'command' | 'why'>): string {
  if (why !== undefined) return `perhaps it ${what}, because ${why}`;
  return command === undefined ? `it ${what}` : `it runs \`${command}\``;
}

export const handlerWords: Readonly<Record<HandlerEvent, string>> = {
  failure: 'on failure',
  abort: 'when stopped',
  always: 'always',
};

export const gateWords: Readonly<Record<HookRole, string>> = {
  gate: 'gate',
  observation: 'observation',
  awaited: 'awaited, may fail',
  aside: 'not awaited',
};

/** What a legend says of each look. */
export const lookWords: Readonly<Record<HookLook, string>> = { ...gateWords, unknown: 'added by a rule' };

/** How each look is known without colours. */
export const lookSigns: Readonly<Record<HookLook, string>> = {
  gate: '◆',
  observation: '◈',
  awaited: '◇',
  aside: '▷',
  unknown: '●',
};

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
  const byOutcome = nodeEnds.map((outcome) => {
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

/** What the step runs, for reading: values that are known at run time only are as the shell text that yields them. */
export function callText({ call }: Injection): string {
  switch (call.kind) {
    case 'script':
      return call.script;
    case 'command':
      return [call.program, ...call.words.map(wordText)].join(' ');
    case 'spawn':
      return [call.workflow, ...call.inputs.map(({ name, value }) => `${name}=${wordText(value)}`)].join(' ');
    case 'approval':
      return wordText(call.prompt);
  }
}

function wordText(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : part.expression)).join('');
}
