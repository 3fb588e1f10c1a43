import type { LifecyclePoint, LifecycleVariable } from '../../lang/lifecycle-names.js';
import type { EngineShell } from '../../model/plan.js';
import type { Word } from '../../model/step.js';
import type { Lookup, VariableTable } from '../variable-table.js';
import { sessionName } from '../workflow-variables.js';
import { lastOutput, lastStatus } from './status.js';
import type { ActionPlace, LifecycleView } from './view.js';

/** What a variable of lifecycle hooks is where nobody gives it a value; the reason where it has none. */
export function derivedVariable(
  name: LifecycleVariable,
  here: ActionPlace,
  table: VariableTable,
  view: LifecycleView,
): Lookup {
  const { rule, place } = here;
  const { point } = rule.action;
  const session = view.sessionOf(place.workflow);
  switch (name) {
    case 'SESSION':
      return sessionOf(here);
    case 'MAX_ITERATIONS':
      return known(String(session.length));
    case 'TIMESTAMP':
      return table('timestamp');
    case 'ITERATION': {
      const position = point === 'on_session_complete' ? session.length : place.task && session.positionOf(place.task);
      return position === undefined
        ? none(name, here, noneRuns('iteration', here), aroundTasks)
        : known(String(position));
    }
    case 'STAGE':
    case 'NEXT_STAGE':
      return stageVariable(name, here, view);
    case 'STAGE_OUTPUTS':
      return stageOutputs(here, view);
    case 'CHANGED_FILES':
      return afterWork.includes(point as LifecyclePoint)
        ? later(changedFiles(here.place.shell))
        : none(name, here, 'nothing has changed yet', afterWork);
    case 'ERROR': {
      if (point !== 'on_error') return none(name, here, 'nothing has failed', ['on_error']);
      const { failure } = place.shell;
      return failure === undefined ? none(name, here, 'the engine does not tell what failed', []) : later(failure);
    }
    case 'LAST_HOOK_STATUS': {
      const { earlier } = rule.action;
      if (earlier.length === 0) return none(name, here, 'this is the first action of its list', []);
      const value = lastStatus(rule, place, view.conditionAt);
      const isLeft = earlier[0]!.action?.watched.status || value.every((part) => part.kind === 'text');
      if (!isLeft || !earlier.some(({ action }) => action?.watched.status))
        return none(name, here, 'nobody asks for it', []);
      return { ok: true, value, source: { kind: 'default' } };
    }
    case 'HOOK_RESPONSE':
      return given('webhook', lastOutput('webhook', rule, place, view.conditionAt), name, here);
    case 'SPAWN_OUTPUT':
      return given('spawn', lastOutput('spawn', rule, place, view.conditionAt), name, here);
    case 'CALLBACK_URL':
      return none(name, here, 'only a webhook with `await: true` waits for a callback', []);
    case 'PROGRESS':
    case 'STATUS':
    case 'CTX':
      return none(name, here, 'a workflow has no such file unless something says where it is', []);
    case 'LAST_DECISION':
      return none(name, here, 'no step of this DAG has `output: LAST_DECISION`', []);
  }
}

function sessionOf(here: ActionPlace): Lookup {
  const value = sessionName(here.place);
  if (value) return { ok: true, value, source: { kind: 'default' } };
  return none(
    'SESSION',
    here,
    'no `name` is written into the DAG that the run starts with, and one that it calls cannot ask for it',
    [],
  );
}

const aroundTasks: readonly LifecyclePoint[] = [
  'on_iteration_start',
  'on_iteration_complete',
  'on_stage_complete',
  'on_session_complete',
];
const ofStages: readonly LifecyclePoint[] = ['on_iteration_start', 'on_iteration_complete', 'on_stage_complete'];
const afterWork: readonly LifecyclePoint[] = [
  'on_iteration_complete',
  'on_stage_complete',
  'on_session_complete',
  'on_error',
];

/** New files too, before the first commit all that are added, and paths from the root of the repository, as hooks of the event registry are told them. */
function changedFiles({ ownFiles }: EngineShell): string {
  const left = ownFiles.map((pattern) => `-x '${pattern}'`).join(' ');
  return (
    '$({ git -c core.quotePath=false diff --name-only --no-renames HEAD || git -c core.quotePath=false ls-files --full-name :/; ' +
    `git -c core.quotePath=false ls-files --others --exclude-standard ${left} ` +
    '--full-name :/; } 2>/dev/null)'
  );
}

function noneRuns(what: 'iteration' | 'stage', { rule }: ActionPlace): string {
  if (rule.action.point !== 'on_error') return `no ${what} is running`;
  return `the engine has one handler for a failed run, which does not know the ${what}; \`\${ERROR}\` tells what failed`;
}

/** Empty in a task of no stage, and behind the last stage. */
function stageVariable(name: 'STAGE' | 'NEXT_STAGE', here: ActionPlace, view: LifecycleView): Lookup {
  const { task, workflow } = here.place;
  if (!task) return none(name, here, noneRuns('stage', here), ofStages);
  const { stages, stagesOf } = view.sessionOf(workflow);
  const names = [...new Set(stagesOf(task).map((stage) => stage.name))];
  if (names.length > 1) return none(name, here, `the task is a part of several stages: ${names.join(', ')}`, []);
  const [stage] = names;
  if (name === 'STAGE' || stage === undefined) return known(stage ?? '');
  const inOrder = [...new Set(stages.map((one) => one.name))];
  return known(inOrder[inOrder.indexOf(stage) + 1] ?? '');
}

/** Outputs are seen in the DAG of the step that has them, so around the stage and not in it. Without one there are none. */
function stageOutputs(here: ActionPlace, view: LifecycleView): Lookup {
  const { task, workflow } = here.place;
  const { point } = here.rule.action;
  const around = task?.body === undefined && (point === 'on_stage_complete' || point === 'on_iteration_complete');
  if (!task || !around) return none('STAGE_OUTPUTS', here, 'the stage is not complete', ['on_stage_complete']);
  const stage = view.sessionOf(workflow).stagesOf(task)[0];
  if (stage?.output !== undefined) return later(here.place.shell.variable(stage.output));
  return known('');
}

function given(type: string, value: Word | undefined, name: string, here: ActionPlace): Lookup {
  if (value) return { ok: true, value, source: { kind: 'default' } };
  return none(name, here, `no ${type} that is waited for stands before this action in its list`, []);
}

function known(text: string): Lookup {
  return { ok: true, value: text === '' ? [] : [{ kind: 'text', text }], source: { kind: 'default' } };
}

function later(expression: string): Lookup {
  const value: Word = [{ kind: 'expression', expression }];
  return { ok: true, value, source: { kind: 'default' } };
}

function none(name: string, { rule }: ActionPlace, reason: string, points: readonly LifecyclePoint[]): Lookup {
  return { ok: false, name, why: 'not-here', lifecycle: { point: rule.action.point, reason, points } };
}
