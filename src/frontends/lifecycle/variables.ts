import { madeLate } from '../../lang/late.js';
import { type RunVariable, runVariables } from '../../lang/variable-names.js';
import type { NoValueHere, RuleVariable, VariableOrigin } from '../../model/rule.js';
import { type LifecyclePoint, lifecyclePoints } from './schema.js';

/** The variables of the actions of a point: where each has its value from, or why it has none there. */
export function variablesAt(point: LifecyclePoint): ReadonlyMap<string, RuleVariable> {
  return atPoints().get(point)!;
}

type OriginAt = (point: LifecyclePoint) => VariableOrigin;

const iterations: readonly LifecyclePoint[] = ['on_iteration_start', 'on_iteration_complete'];
const ofStages: readonly LifecyclePoint[] = [...iterations, 'on_stage_complete'];
const afterWork: readonly LifecyclePoint[] = [
  'on_iteration_complete',
  'on_stage_complete',
  'on_session_complete',
  'on_error',
];

const stage: (from: 'stage' | 'next stage') => OriginAt = (from) => (point) =>
  ofStages.includes(point) ? { from } : nothing(noneRuns('stage', point), ofStages);

const noFile = always(nothing('a workflow has no such file unless something says where it is'));

const origins: Readonly<Record<RunVariable, OriginAt>> = {
  SESSION: always({ from: 'run name' }),
  STAGE: stage('stage'),
  NEXT_STAGE: stage('next stage'),
  ITERATION: (point) => {
    if (point === 'on_session_complete') return { from: 'task count' };
    const none = nothing(noneRuns('iteration', point), [...ofStages, 'on_session_complete']);
    return ofStages.includes(point) ? { from: 'task position', otherwise: none } : none;
  },
  MAX_ITERATIONS: always({ from: 'task count' }),
  PROGRESS: noFile,
  STATUS: noFile,
  CTX: noFile,
  LAST_DECISION: always(nothing('no step of this DAG has `output: LAST_DECISION`')),
  LAST_HOOK_STATUS: always({ from: 'earlier status' }),
  CHANGED_FILES: (point) =>
    afterWork.includes(point) ? { from: 'changed files' } : nothing('nothing has changed yet', afterWork),
  STAGE_OUTPUTS: (point) => {
    const none = nothing('the stage is not complete', ['on_stage_complete']);
    const isBehind = point === 'on_stage_complete' || point === 'on_iteration_complete';
    return isBehind ? { from: 'stage output', otherwise: none } : none;
  },
  ERROR: (point) => (point === 'on_error' ? { from: 'failure' } : nothing('nothing has failed', ['on_error'])),
  TIMESTAMP: always({ from: 'built-in variable', name: 'timestamp' }),
  CALLBACK_URL: always(nothing('only a webhook with `await: true` waits for a callback')),
  HOOK_RESPONSE: always({ from: 'earlier output', type: 'webhook' }),
  SPAWN_OUTPUT: always({ from: 'earlier output', type: 'spawn' }),
};

/** A step that prints something into a variable of such a name gives it a value; with the others it means something of its own. */
const printed: ReadonlySet<RunVariable> = new Set([
  'PROGRESS',
  'STATUS',
  'CTX',
  'LAST_DECISION',
  'CHANGED_FILES',
  'STAGE_OUTPUTS',
  'HOOK_RESPONSE',
  'SPAWN_OUTPUT',
]);

/** What nobody can know but the run. */
const ofRunAlone: ReadonlySet<RunVariable> = new Set([
  'LAST_HOOK_STATUS',
  'HOOK_RESPONSE',
  'SPAWN_OUTPUT',
  'CALLBACK_URL',
  'ERROR',
]);

const atPoints = madeLate(
  (): ReadonlyMap<LifecyclePoint, ReadonlyMap<string, RuleVariable>> =>
    new Map(
      lifecyclePoints.map((point) => [point, new Map(runVariables.map((name) => [name, variableAt(name, point)]))]),
    ),
);

function variableAt(name: RunVariable, point: LifecyclePoint): RuleVariable {
  return { origin: origins[name](point), mayBePrinted: printed.has(name), mayBeStated: !ofRunAlone.has(name) };
}

function always(origin: VariableOrigin): OriginAt {
  return () => origin;
}

function nothing(reason: string, points: readonly LifecyclePoint[] = []): NoValueHere & { readonly from: 'nothing' } {
  return { from: 'nothing', reason, points };
}

function noneRuns(what: 'iteration' | 'stage', point: LifecyclePoint): string {
  if (point !== 'on_error') return `no ${what} is running`;
  return `the engine has one handler for a failed run, which does not know the ${what}; \`\${ERROR}\` tells what failed`;
}
