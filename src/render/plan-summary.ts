import { isOfPolicy } from '../model/layer.js';
import type { Denied } from '../model/match.js';
import { isChanged, type Picture, type PictureDag, type PictureHook, roleOf } from '../model/picture.js';
import type { PlanCosts, PlanCounts, PlanSummary } from '../model/plan.js';
import type { Forecast } from '../model/run-table.js';
import type { FileChange } from './diff.js';
import { callText, deniedWords } from './graph/words.js';
import type { Locator } from './locator.js';

export interface PlanLineFacts {
  readonly summary: PlanSummary;
  /** Places that change although they are neither a new step nor a dependency. */
  readonly changedOtherwise: number;
  /** False where the text is already what it will be. */
  readonly changes: boolean;
  readonly prompts: readonly PromptChange[];
  /** True where hooks of an earlier run are in the text; they are taken out before others are added. */
  readonly hadHooks: boolean;
}

/** A prompt file beside a workflow that will be there, or no longer. */
type PromptChange = Pick<FileChange, 'path' | 'file'>;

/**
 * What a preview ends with: `Plan: 12 steps to add in 5 DAGs, 7 dependencies rewired, 0 changed otherwise; 3 model calls, critical
 * path 2 steps longer`.
 */
export function planLine(facts: PlanLineFacts): string {
  const { summary, changedOtherwise, changes, prompts, hadHooks } = facts;
  const files = promptText(prompts);
  const forbidden = summary.denied === 0 ? '' : `; ${plural(summary.denied, 'finding')} of \`deny\``;
  if (!changes) return `Plan: no changes${files === '' ? '' : ` in workflows${files}`}${forbidden}`;
  const { steps, dags, rewired } = summary;
  const { modelCalls, criticalPath } = summary.costs;
  const line =
    `Plan: ${plural(steps, 'step')} to add in ${plural(dags, 'DAG')}, ` +
    `${plural(rewired, 'dependency', 'dependencies')} rewired, ${changedOtherwise} changed otherwise; ` +
    `${plural(modelCalls, 'model call')}, critical path ${plural(criticalPath, 'step')} longer${files}${forbidden}`;
  return hadHooks ? `${line} (counted from the workflow without the hooks of an earlier run)` : line;
}

function promptText(prompts: readonly PromptChange[]): string {
  const created = prompts.filter(({ file }) => file === 'created').length;
  const removed = prompts.length - created;
  if (prompts.length === 0) return '';
  if (removed === 0) return `; ${plural(created, 'prompt file')} to write`;
  return `; ${plural(created, 'prompt file')} to write and ${removed} to remove`;
}

/** What a run ends with that adds steps: `Added 12 steps to 5 DAGs`. */
export function addedLine({ steps, dags }: PlanCounts, changes: boolean): string {
  if (steps === 0) return changes ? 'Removed the hooks of an earlier run, added none' : 'Added no steps';
  const what = `${plural(steps, 'step')} ${changes ? 'to' : 'in'} ${plural(dags, 'DAG')}`;
  return changes ? `Added ${what}` : `No changes: ${what} already`;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * What will be added, for programs; its shape is `dag-schemas/plan.schema.json`.
 * @param planned `changes` is false where all of it is in the workflow already
 */
export function planJson(
  { dags }: Picture,
  costs: PlanCosts,
  { changes, prompts }: Pick<PlanLineFacts, 'changes' | 'prompts'>,
  locate: Locator,
): string {
  const changed = dags.filter(isChanged);
  const steps = changed.reduce((sum, dag) => sum + addedTo(dag).length + dag.handlers.length, 0);
  const { modelCalls, criticalPath } = costs;
  const view = {
    version: 2,
    changes,
    summary: { steps, dags: changed.length, model_calls: modelCalls, added_critical_path: criticalPath },
    dags: changed.map((dag) => dagView(dag, locate)),
    denied: dags.flatMap((dag) => dag.denied.map((one) => deniedView(one, dag, locate))),
    ...(prompts.length > 0 && { prompt_files: prompts.map(({ path, file }) => ({ path, change: file })) }),
  };
  return `${JSON.stringify(view, null, 2)}\n`;
}

function addedTo(dag: PictureDag): readonly number[] {
  return dag.nodes.flatMap((node, at) => (node.hook?.injection ? [at] : []));
}

function dagView(dag: PictureDag, locate: Locator): object {
  const nameOf = (at: number) => dag.nodes[at]!.name;
  const edges = (change: string) =>
    dag.edges.filter((edge) => edge.change === change).map(({ from, to }) => ({ from: nameOf(from), to: nameOf(to) }));
  return {
    name: dag.name,
    file: dag.file,
    ...(dag.reading !== undefined && { reading: dag.reading }),
    steps: addedTo(dag).map((at) => ({ name: nameOf(at), ...hookView(dag.nodes[at]!.hook!, locate) })),
    handlers: dag.handlers.map(({ name, event, hook }) => ({ name, event, ...hookView(hook, locate) })),
    added_edges: edges('added'),
    removed_edges: edges('removed'),
  };
}

function deniedView({ denial, place, what, command, why, span }: Denied, dag: PictureDag, locate: Locator): object {
  return {
    dag: dag.name,
    ...(place !== undefined && { step: place }),
    severity: denial.severity,
    message: denial.message,
    ...(denial.ofPolicy && { policy: true }),
    reason: deniedWords({ what, command, why }),
    ...(command !== undefined && { command }),
    at: { file: span.file, ...locate(span)?.start },
    written: { file: denial.span.file, ...locate(denial.span)?.start },
  };
}

function hookView({ rule: id, injection, forecast }: PictureHook, locate: Locator): object {
  const { rule, task, output } = injection!;
  const start = locate(rule.span)?.start;
  return {
    rule: id,
    point: rule.point,
    ...(isOfPolicy(rule) && { policy: true }),
    type: rule.step.type,
    ...(rule.step.name !== undefined && { definition: rule.step.name }),
    ...(task !== undefined && { task }),
    gate: roleOf(injection!),
    ...(output !== undefined && { output }),
    runs: callText(injection!),
    written: { file: rule.span.file, ...start },
    will_it_run: forecastView(forecast!),
  };
}

function forecastView({ rows, successors, ends }: Forecast): object {
  return {
    before: rows.map(({ before, runs, blockedBy, perhapsBlockedBy }) => ({
      before,
      runs,
      ...(blockedBy.length > 0 && { blocked_by: blockedBy }),
      ...(perhapsBlockedBy.length > 0 && { perhaps_blocked_by: perhapsBlockedBy }),
    })),
    waiting: successors,
    ends: ends.map(({ command, successors: waiting, failsRun }) => ({ command, waiting, run_fails: failsRun })),
  };
}
