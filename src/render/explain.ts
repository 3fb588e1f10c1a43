import type {
  ExplainedMeeting,
  ExplainedPlace,
  ExplainedRule,
  ExplainedStep,
  ExplainedVariable,
  Explanation,
  StepPlace,
} from '../model/explanation.js';
import { layerNames } from '../model/layer.js';
import type { Rule } from '../model/rule.js';
import type { Span } from '../model/source.js';
import type { Colors } from './colors.js';
import { handlerWords } from './graph/words.js';
import type { Locator } from './locator.js';
import { visible } from './visible.js';

/** An answer for people; every name in it is one line, whatever is in it. */
export function explanationText(explanation: Explanation, locate: Locator, colors: Colors): string {
  const pen: Pen = { locate, colors };
  switch (explanation.kind) {
    case 'step':
      return stepAnswer(explanation, pen);
    case 'meeting':
      return meetingAnswer(explanation, pen);
    case 'rule':
      return ruleAnswer(explanation, pen);
    case 'variables':
      return explanation.places.map((place) => placeText(place, pen)).join('\n');
  }
}

interface Pen {
  readonly locate: Locator;
  readonly colors: Colors;
}

function stepAnswer({ name, steps, own, nearest }: Extract<Explanation, { kind: 'step' }>, pen: Pen): string {
  const answers = steps.map((step) => stepText(step, pen));
  if (own.length > 0)
    answers.push(`${shown(name)} is a step of the workflow itself, in ${list(own)}; no rule put it there.\n`);
  if (answers.length > 0) return answers.join('\n');
  const hint = nearest.length > 0 ? ` Nearest are: ${list(nearest)}.` : ' The rules add no steps here.';
  return `There is no step ${shown(name)}.${hint}\n`;
}

function stepText(step: ExplainedStep, pen: Pen): string {
  const { rule } = step;
  return lines(`${shown(step.name)} in ${shown(step.dag)}`, pen, [
    ['rule', `${shown(rule.id)} (${placeOf(rule.span, pen)})`],
    ['step', `${shown(rule.step.name ?? 'inline')}, ${rule.step.type} (${placeOf(rule.step.span, pen)})`],
    ['layer', layerNames[rule.layer] ?? String(rule.layer)],
    ['point', rule.point],
    ['task', step.task === undefined ? undefined : shown(step.task)],
    ['anchor', anchorText(rule, step.place)],
    ['place', placeWords(step.place, step.rule)],
    ['gate', step.place.kind === 'handler' ? undefined : gateWords(step)],
    ['waits for', step.waitsFor.length > 0 ? list(step.waitsFor) : undefined],
    ['held up', step.waitedForBy.length > 0 ? list(step.waitedForBy) : undefined],
    ...step.variables.map((variable) => variableRow(variable, pen)),
  ]);
}

function anchorText({ anchor }: Rule, place: StepPlace): string | undefined {
  if (!anchor) return undefined;
  const words = `${anchor.side} ${shown(anchor.pattern.text)}`;
  return 'anchor' in place && place.anchor === 'missing' ? `${words}, which is not there` : words;
}

function placeWords(place: StepPlace, { point }: Rule): string {
  switch (place.kind) {
    case 'handler':
      return `in the engine's own handler, ${handlerWords[place.event]}`;
    case 'entry':
      return 'before every step that waits for nothing';
    case 'middle':
      return point === 'post_roots'
        ? 'after the setup steps, before the tasks'
        : 'after the last steps of the task, before its workspace is removed';
    case 'exit':
      return 'after every last step';
    default:
      return `${place.kind} ${shown(place.of)}`;
  }
}

/** Of a step that compares what it finds with nothing. */
const observation =
  'no, an observation: whatever it finds, what follows runs; only if it cannot find out, nothing does';

function gateWords({ rule: { await: awaited, policy }, observes }: ExplainedStep): string {
  if (!awaited) return 'no: nothing waits for it';
  return policy.onFailure === 'continue'
    ? 'no: what follows waits, and runs whatever comes of it'
    : observes
      ? observation
      : 'yes';
}

function meetingAnswer({ task, rule, ruleSpan, steps, failed }: ExplainedMeeting, pen: Pen): string {
  const place = ruleSpan ? ` (${placeOf(ruleSpan, pen)})` : '';
  const name = `${shown(rule)}${place}`;
  if (!failed) {
    const met = steps.map((step) => `${shown(step.name)} in ${shown(step.dag)}`);
    return `Rule ${name} matches ${shown(task)}: ${met.join(', ')}.\n`;
  }
  return lines(`Rule ${name} does not match ${shown(task)}`, pen, [
    ['clause', failed.clause],
    ['because', shown(failed.why)],
    ['written at', failed.span && placeOf(failed.span, pen)],
    ['nearest', failed.nearest.length > 0 ? list(failed.nearest) : undefined],
  ]);
}

function ruleAnswer({ rule, ruleSpan, failed, matched, refused }: ExplainedRule, pen: Pen): string {
  const name = `${shown(rule)}${ruleSpan ? ` (${placeOf(ruleSpan, pen)})` : ''}`;
  if (failed) {
    return lines(`Rule ${name} matches nothing`, pen, [
      ['clause', failed.clause],
      ['because', shown(failed.why)],
      ['nearest', failed.nearest.length > 0 ? list(failed.nearest) : undefined],
    ]);
  }
  const hits = matched.map((one): Row => [shown(one.place), `${shown(one.name)} in ${shown(one.dag)}`]);
  const rest = refused.map((one): Row => [shown(one.place), `${one.failed.clause}: ${shown(one.failed.why)}`]);
  return [
    hits.length > 0 ? lines(`Rule ${name} matches`, pen, hits) : `Rule ${name} matches nothing.\n`,
    ...(rest.length > 0 ? [lines('It does not match', pen, rest)] : []),
  ].join('');
}

type Row = readonly [string, string];

function placeText({ point, task, dag, variables }: ExplainedPlace, pen: Pen): string {
  if (point !== undefined) return pointText(point, { task, dag, variables }, pen);
  const title = task === undefined ? `Outside of tasks, in ${shown(dag)}` : `Task ${shown(task)}, in ${shown(dag)}`;
  return lines(
    title,
    pen,
    variables.map((variable) => variableRow(variable, pen)),
  );
}

/** There are many places with the same few values, so what has none there is one line. */
function pointText(point: string, { task, dag, variables }: Omit<ExplainedPlace, 'point'>, pen: Pen): string {
  const without = variables.filter(({ value }) => value === undefined).map(({ name }) => name);
  return lines(`${point}${task === undefined ? '' : ` of ${shown(task)}`}, in ${shown(dag)}`, pen, [
    ...variables.filter(({ value }) => value !== undefined).map((variable) => variableRow(variable, pen)),
    ['no value', without.length > 0 ? list(without) : undefined],
  ]);
}

function variableRow({ written, value, source, span }: ExplainedVariable, pen: Pen): readonly [string, string] {
  const place = span ? ` (${placeOf(span, pen)})` : '';
  const from = pen.colors.faint(`${shown(source)}${place}`);
  return [shown(written), value === undefined ? `no value: ${from}` : `${JSON.stringify(shown(value))} from ${from}`];
}

function lines(title: string, { colors }: Pen, rows: readonly (readonly [string, string | undefined])[]): string {
  const told = rows.filter(([, value]) => value !== undefined);
  const width = Math.max(...told.map(([label]) => label.length));
  return [`${colors.strong(title)}:`, ...told.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`), ''].join(
    '\n',
  );
}

function placeOf(span: Span, { locate }: Pen): string {
  const start = locate(span)?.start;
  return shown(start ? `${span.file}:${start.line}:${start.column}` : span.file);
}

function list(names: readonly string[]): string {
  const most = 20;
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).map(shown).join(', ')}${more}`;
}

function shown(text: string): string {
  return visible(text).replaceAll('\n', '␊');
}
