import type { EngineShell } from '../../model/engine.js';
import type { StatusReport } from '../../model/plan.js';
import type { NoValueHere, Rule, RuleVariable, VariableOrigin } from '../../model/rule.js';
import type { Word } from '../../model/step.js';
import { actionVariable } from '../rules/result-variable.js';
import type { ActionPlace, ActionView, BindPlace, ConditionAt } from './bind-place.js';
import type { Lookup, VariableTable } from './variable-table.js';
import { sessionName } from './workflow-variables.js';

/** What a variable that an action brings with it is at a place, where nobody gives it a value; the reason where it has none. */
export function valueFrom(
  name: string,
  { origin, mayBeStated }: RuleVariable,
  here: ActionPlace,
  table: VariableTable,
  view: ActionView,
): Lookup {
  const found = lookUp(origin, here, table, view);
  if (!('reason' in found)) return found;
  const { reason, points } = found;
  return { ok: false, name, why: 'not-here', here: { point: here.rule.action.point, reason, points, mayBeStated } };
}

function lookUp(
  origin: VariableOrigin,
  here: ActionPlace,
  table: VariableTable,
  view: ActionView,
): Lookup | NoValueHere {
  const { rule, place } = here;
  const session = () => view.sessionOf(place.workflow);
  switch (origin.from) {
    case 'run name': {
      const value = sessionName(place);
      return value ? defaultsTo(value) : none(noRunName);
    }
    case 'task count':
      return known(String(session().length));
    case 'task position': {
      const position = place.task && session().positionOf(place.task);
      return position === undefined ? origin.otherwise : known(String(position));
    }
    case 'stage':
    case 'next stage':
      return stageName(origin.from, here, view);
    case 'stage output':
      return stageOutput(here, view) ?? origin.otherwise;
    case 'changed files':
      return later(changedFiles(place.shell));
    case 'failure': {
      const { failure } = place.shell;
      return failure === undefined ? none('the engine does not tell what failed') : later(failure);
    }
    case 'earlier status':
      return earlierStatus(here, view);
    case 'earlier output': {
      const value = lastOutput(origin.type, rule, place, view.conditionAt);
      return value
        ? defaultsTo(value)
        : none(`no ${origin.type} that the workflow waits for comes before this action in its list`);
    }
    case 'built-in variable':
      return table(origin.name);
    case 'nothing':
      return origin;
  }
}

const noRunName = 'no `name` is written into the DAG that the run starts with, and one that it calls cannot ask for it';

/** Empty in a task of no stage, and behind the last stage. */
function stageName(which: 'stage' | 'next stage', here: ActionPlace, view: ActionView): Lookup | NoValueHere {
  const { task, workflow } = here.place;
  const { stages, stagesOf } = view.sessionOf(workflow);
  const names = [...new Set(task ? stagesOf(task).map((stage) => stage.name) : [])];
  if (names.length > 1) return none(`the task is a part of several stages: ${names.join(', ')}`);
  const [stage] = names;
  if (which === 'stage' || stage === undefined) return known(stage ?? '');
  const inOrder = [...new Set(stages.map((one) => one.name))];
  return known(inOrder[inOrder.indexOf(stage) + 1] ?? '');
}

/** Outputs are seen in the DAG of the step that has them, so around the stage and not in it. Without one there are no outputs. */
function stageOutput({ place: { task, workflow, shell } }: ActionPlace, view: ActionView): Lookup | undefined {
  if (!task || task.body !== undefined) return undefined;
  const output = view.sessionOf(workflow).stagesOf(task)[0]?.output;
  return output === undefined ? known('') : later(shell.variable(output));
}

function earlierStatus({ rule, place }: ActionPlace, { conditionAt }: ActionView): Lookup | NoValueHere {
  const { earlier } = rule.action;
  if (earlier.length === 0) return none('this is the first action of its list');
  const value = lastStatus(rule, place, conditionAt);
  const isLeft = earlier[0]!.action?.watched.status || value.every((part) => part.kind === 'text');
  if (!isLeft || !earlier.some(({ action }) => action?.watched.status)) return none('nothing uses it');
  return defaultsTo(value);
}

/** New files too, before the first commit all that are added, and paths from the root of the repository, as hooks of events are given them. */
function changedFiles({ ownFiles }: EngineShell): string {
  const left = ownFiles.map((pattern) => `-x '${pattern}'`).join(' ');
  return (
    '$({ git -c core.quotePath=false diff --name-only --no-renames HEAD || git -c core.quotePath=false ls-files --full-name :/; ' +
    `git -c core.quotePath=false ls-files --others --exclude-standard ${left} ` +
    '--full-name :/; } 2>/dev/null)'
  );
}

function known(text: string): Lookup {
  return defaultsTo(text === '' ? [] : [{ kind: 'text', text }]);
}

function later(expression: string): Lookup {
  return defaultsTo([{ kind: 'expression', expression }]);
}

function defaultsTo(value: Word): Lookup {
  return { ok: true, value, source: { kind: 'default', derived: false } };
}

function none(reason: string): NoValueHere {
  return { reason, points: [] };
}

/**
 * How the action before this one ended, the last that ran: `success` or `failed`. Nobody knows how one ends that nothing waits
 * for, so such are passed over. Where none ran, nothing failed.
 */
function lastStatus(rule: Rule, place: BindPlace, conditionAt: ConditionAt): Word {
  for (const earlier of rule.action?.earlier ?? []) {
    if (!earlier.await) continue;
    const verdict = conditionAt(earlier, place);
    if (verdict === 'never') continue;
    const own = earlier.policy.onFailure === 'continue' ? reported(earlier, place) : success;
    if (verdict === 'always') return own;
    const skipped = lastStatus(earlier, place, conditionAt);
    return own === success && skipped === success ? success : reported(earlier, place);
  }
  return success;
}

/** What a hook has to leave; `undefined` where nobody asks, or where it is known without. */
export function statusReport(rule: Rule, place: BindPlace, conditionAt: ConditionAt): StatusReport | undefined {
  if (!rule.action?.watched.status || !rule.await) return undefined;
  const skipped = lastStatus(rule, place, conditionAt);
  const known = rule.policy.onFailure !== 'continue' && skipped === success;
  const { output: withOutput } = rule.action.watched;
  return known ? undefined : { variable: actionVariable(place.task?.name, rule), withOutput, skipped };
}

const success: Word = [{ kind: 'text', text: 'success' }];

function reported(rule: Rule, place: BindPlace): Word {
  const firstLine = rule.action?.watched.output ? 'head -n 1' : undefined;
  const variable = actionVariable(place.task?.name, rule);
  return [{ kind: 'expression', expression: place.shell.variable(variable, firstLine) }];
}

/**
 * What an action of a type gave, the nearest one before this one that may have run and that is waited for, or
 * `undefined`.
 */
function lastOutput(type: string, rule: Rule, place: BindPlace, conditionAt: ConditionAt): Word | undefined {
  const source = rule.action?.earlier.find(
    (earlier) => earlier.step.type === type && earlier.await && conditionAt(earlier, place) !== 'never',
  );
  if (!source?.action?.watched.output) return undefined;
  const behindStatus = statusReport(source, place, conditionAt) ? 'tail -n +2' : undefined;
  const variable = actionVariable(place.task?.name, source);
  return [{ kind: 'expression', expression: place.shell.variable(variable, behindStatus) }];
}
