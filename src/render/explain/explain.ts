import type {
  ExplainedPlace,
  ExplainedRule,
  ExplainedStep,
  ExplainedVariable,
  ExplainedVerdict,
  Explanation,
  StepPlace,
} from '../../model/explanation.js';
import { layerNames } from '../../model/layer.js';
import type { Rule } from '../../model/rule.js';
import type { Colors } from '../colors.js';
import type { Locator } from '../locator.js';
import { lines, list, type Pen, placeOf, placeWords, type Row, shown } from './lines.js';
import { taskText } from './task.js';

/** An answer for people; every name in it is one line, whatever is in it. */
export function explanationText(explanation: Explanation, locate: Locator, colors: Colors): string {
  const pen: Pen = { locate, colors };
  switch (explanation.kind) {
    case 'step':
      return stepAnswer(explanation, pen);
    case 'task':
      return taskAnswer(explanation, pen);
    case 'verdict':
      return verdictAnswer(explanation, pen);
    case 'rule':
      return ruleAnswer(explanation, pen);
    case 'variables':
      return explanation.places.map((place) => placeText(place, pen)).join('\n');
  }
}

function stepAnswer({ name, steps, places, nearest }: Extract<Explanation, { kind: 'step' }>, pen: Pen): string {
  const answers = [...steps.map((step) => stepText(step, pen)), ...places.map((place) => taskText(place, pen))];
  return answers.length > 0 ? answers.join('\n') : `There is no step ${shown(name)}.${nearestText(nearest)}\n`;
}

function taskAnswer({ name, places, nearest }: Extract<Explanation, { kind: 'task' }>, pen: Pen): string {
  if (places.length > 0) return places.map((place) => taskText(place, pen)).join('\n');
  return `There is no task ${shown(name)}.${nearestText(nearest)}\n`;
}

function nearestText(nearest: readonly string[]): string {
  return nearest.length > 0 ? ` Nearest are: ${list(nearest)}.` : '';
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
    ['place', placeWords(step)],
    ['gate', step.place.kind === 'handler' ? undefined : gateWords(step)],
    ['when', step.when === undefined ? undefined : `only if ${shown(step.when)}, which the run decides`],
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

function verdictAnswer({ task, rule, ruleSpan, steps, failed }: ExplainedVerdict, pen: Pen): string {
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
  const rest = refused.map((one): Row => [shown(one.place), shown(one.failed.why)]);
  return [
    hits.length > 0 ? lines(`Rule ${name} matches`, pen, hits) : `Rule ${name} matches nothing.\n`,
    ...(rest.length > 0 ? [lines('It does not match', pen, rest)] : []),
  ].join('');
}

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
