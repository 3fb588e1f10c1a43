import type { InjectedNode, Injection } from '../../model/plan.js';
import { mayFail } from '../../model/rule.js';
import type { CommandCall, ScriptCall } from '../../model/step.js';
import type { Field, PrintedMap } from '../../text/print-yaml.js';
import { asMap, pairOf } from '../../text/yaml-access.js';
import { callFields } from './called-workflow.js';
import type { GithubDocument } from './document.js';
import { fieldText } from './fields.js';
import type { ConditionOf } from './hook-conditions.js';
import { scriptFields } from './hook-script.js';
import type { GithubWorkflow } from './read.js';
import { type Surroundings, surroundingsOf } from './surroundings.js';

/** A hook as a step of a job or an action. */
export function stepFields(
  node: InjectedNode,
  marks: boolean,
  conditionOf: ConditionOf,
  surroundings: Surroundings,
): readonly Field[] {
  const named = !(surroundings.inFlow && marks);
  return [
    { key: 'id', value: node.name },
    ...(named ? [nameField(node)] : []),
    ...conditionField(conditionOf(node)),
    ...workFields(node, surroundings),
  ];
}

/** A hook as a job of its own, which is there for one step, or calls a workflow. Whether it runs is said at the job only where it ends a run. */
export function jobFields(
  node: InjectedNode,
  marks: boolean,
  conditionOf: ConditionOf,
  { document, settings, callable }: Pick<GithubWorkflow, 'document' | 'settings' | 'callable'>,
): readonly Field[] {
  const { call, rule } = node.injection;
  const head = [
    { key: 'id', value: node.name },
    ...(document.outer.node?.flow && marks ? [] : [nameField(node)]),
    ...(node.needs ? [{ key: 'needs', value: node.needs }] : []),
    ...conditionField(conditionOf(node)),
  ];
  if (call.kind === 'spawn') return [...head, ...callFields(call, rule, callable)];
  const surroundings = surroundingsOf(document, undefined, false);
  const isApproval = call.kind === 'approval';
  const setup: readonly PrintedMap[] = isApproval ? [] : mayFail(rule) ? settings.setup.map(tolerated) : settings.setup;
  // Other jobs find nothing of what it leaves.
  const alone = { ...node, injection: { ...node.injection, statusReport: undefined } };
  const step = { fields: [{ key: 'id', value: 'hook' }, ...workFields(alone, surroundings)] };
  return [
    ...head,
    { key: 'runs-on', value: settings.runsOn },
    ...(setup.length > 0 ? permissionFields(document) : []),
    ...(isApproval ? [{ key: 'environment', value: settings.environment }] : []),
    { key: 'steps', value: [...setup, step] },
  ];
}

/** A step whose failure is not that of its job: hooks that may fail must not hold up what is behind them in any way. */
function tolerated({ fields }: PrintedMap): PrintedMap {
  if (fields.some(({ key }) => key === 'continue-on-error')) return { fields };
  return { fields: [...fields, { key: 'continue-on-error', value: true }] };
}

/** Where a workflow takes the right to read the repository from its jobs, a checkout needs it back. */
function permissionFields({ root }: GithubDocument): readonly Field[] {
  const permissions = asMap(pairOf(root, 'permissions')?.value);
  if (!permissions || !['none', undefined].includes(fieldText(permissions, 'contents'))) return [];
  return [{ key: 'permissions', value: { fields: [{ key: 'contents', value: 'read' }] } }];
}

function nameField({ injection }: InjectedNode): Field {
  return { key: 'name', value: `hook ${injection.rule.id}` };
}

function conditionField(condition: string | undefined): readonly Field[] {
  return condition === undefined ? [] : [{ key: 'if', value: condition }];
}

/** What a step does, and what becomes of its failure. GitHub counts time in whole minutes. */
function workFields(node: InjectedNode, surroundings: Surroundings): readonly Field[] {
  const { rule, statusReport } = node.injection;
  // A step that GitHub stops can say no more how it ended.
  const timesSteps = surroundings.timesSteps && !statusReport;
  const minutes = timesSteps ? timeoutMinutes(node.injection) : undefined;
  return [
    ...(mayFail(rule) ? [{ key: 'continue-on-error', value: true }] : []),
    ...(minutes === undefined ? [] : [{ key: 'timeout-minutes', value: minutes }]),
    ...scriptFields(node, commandOf(node.injection), { ...surroundings, timesSteps }),
  ];
}

/** Minutes for all tries together; a command of ours takes its own time. */
export function timeoutMinutes({ call, rule: { policy } }: Injection): number | undefined {
  if (call.kind !== 'script' || policy.timeout === undefined) return undefined;
  return Math.ceil((policy.timeout * (policy.retries + 1) + policy.retryDelay * policy.retries) / 60);
}

/** A person is asked by the environment of the job, which has reviewers; the step says what was asked. */
function commandOf({ call }: Injection): ScriptCall | CommandCall {
  if (call.kind === 'spawn') return call.command;
  if (call.kind !== 'approval') return call;
  const env = [{ name: 'HOOK_PROMPT', value: call.prompt }];
  return { kind: 'script', script: `printf '%s\\n' "$HOOK_PROMPT"`, env, workingDir: undefined };
}
