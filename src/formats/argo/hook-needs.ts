import type { DagPlan, InjectedNode, PlannedNode } from '../../model/plan.js';
import { isOfTaskEnd, type Rule } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import type { StepText } from '../yaml-steps/step-list.js';
import { type ChainOf, extended } from './edit-depends.js';
import { eitherEnd, lettingBy } from './either-end.js';
import { expressionOf, idleTasks } from './idle-tasks.js';

/** What a hook of a DAG with expressions waits for. */
export interface HookWait {
  readonly expression: string;
  /** Tasks that it runs behind in any case, and that have to have gone well for it to do its work. */
  readonly asked: readonly string[];
}

/** The chains of the hooks of a plan. */
export function chainsOf({ nodes }: DagPlan): ChainOf {
  const hooks = new Map(nodes.flatMap((node) => (node.kind === 'injected' ? [[node.name, node]] : [])));
  const known = new Map<string, readonly string[]>();
  const chainOf = (hook: string): readonly string[] => {
    const remembered = known.get(hook);
    if (remembered) return remembered;
    const found = new Set([hook]);
    for (const name of found) for (const need of hooks.get(name)?.needs ?? []) if (hooks.has(need)) found.add(need);
    const chain = [...found].reverse();
    known.set(hook, chain);
    return chain;
  };
  return chainOf;
}

/**
 * What a hook waits for, as an expression. One in front of a task asks for what that task asks for, so that it runs where the task
 * would; every other one asks that what is before it went well, or ended as what is behind the hook goes on after in any case.
 */
export function hookExpressions(text: StepText, plan: DagPlan): (node: InjectedNode) => HookWait | undefined {
  const chainOf = chainsOf(plan);
  const isHook = new Set(plan.nodes.flatMap((node) => (node.kind === 'injected' ? [node.name] : [])));
  const followed = tasksBehind(plan.nodes);
  const hasOthers = awaitedBy(text.dag, plan.nodes);
  const copied = (node: InjectedNode): number | undefined => {
    const behind = followed.get(node);
    const isCopied =
      behind !== undefined &&
      expressionOf(text, behind) !== undefined &&
      isWaitingFor(text.dag, behind, node.needs ?? [], isHook);
    return isCopied ? behind : undefined;
  };
  const letsBy = lettingBy(text, plan, chainOf);
  const wentWell = idleTasks(text, plan, copied, eitherEnd(text, plan, chainOf));
  return (node) => {
    if (node.needs === undefined || node.needs.length === 0) return undefined;
    const { rule } = node.injection;
    if (isOfTaskEnd(rule)) return { expression: endOf(node.needs, rule), asked: [] };
    const task = copied(node);
    const whereWell = (need: string) => wentWell.of(need, node);
    if (task === undefined) {
      if (wentWell.forgives && !node.injection.rule.await) return aside(node.needs, hasOthers, whereWell);
      return { expression: node.needs.map(whereWell).join(' && '), asked: [] };
    }
    const own = expressionOf(text, task)!;
    const hooks = node.needs.filter((need) => isHook.has(need));
    const { opening, closing } = extended(own, hooks, chainOf, letsBy);
    return { expression: opening + own + closing, asked: [] };
  };
}

/** A task that was skipped or left out has no end. */
function endOf(tasks: readonly string[], { run }: Pick<Rule, 'run'>): string {
  const ends = run === 'failure' ? ['Failed', 'Errored'] : ['Succeeded', 'Daemoned', 'Failed', 'Errored'];
  const parts = tasks.map((task) => ends.map((end) => `${task}.${end}`).join(' || '));
  return parts.length === 1 ? parts[0]! : parts.map((part) => `(${part})`).join(' && ');
}

/** A hook in front of a task is right before it in the list. */
function tasksBehind(nodes: readonly PlannedNode[]): ReadonlyMap<InjectedNode, number> {
  const found = new Map<InjectedNode, number>();
  let next: number | undefined;
  for (const node of [...nodes].reverse()) {
    if (node.kind === 'kept') next = node.node;
    else if (next !== undefined && node.about === next) found.set(node, next);
  }
  return found;
}

/** Does the hook wait for no other tasks than the one behind it does, where hooks may have taken the place of some? */
function isWaitingFor(dag: Dag, task: number, needs: readonly string[], isHook: ReadonlySet<string>): boolean {
  const asked = new Set((dag.nodes[task]!.needs ?? []).map(({ name }) => name));
  const bases = needs.filter((need) => !isHook.has(need));
  return bases.every((need) => asked.has(need)) && (bases.length > 0 || isHook.size > 0);
}

/**
 * A hook that nobody waits for, where a failure before it may be made good by a task that asks for one. Left out, the hook would
 * count as failed with what is before it. So it runs whatever came of that, and does its work only where all went well.
 */
function aside(
  needs: readonly string[],
  hasOthers: ReadonlySet<string>,
  whereWell: (need: string) => string,
): HookWait {
  const asked = needs.filter((need) => hasOthers.has(need));
  const parts = needs.map((need) =>
    hasOthers.has(need) ? `(${need} || ${need}.Failed || ${need}.Errored || ${need}.Omitted)` : whereWell(need),
  );
  return { expression: parts.join(' && '), asked };
}

/** What somebody else waits for who counts for how the run ends. */
function awaitedBy(dag: Dag, nodes: readonly PlannedNode[]): ReadonlySet<string> {
  const needs = nodes.flatMap((node) => {
    if (node.kind === 'kept') return node.needs ?? (dag.nodes[node.node]!.needs ?? []).map(({ name }) => name);
    return node.injection.rule.await ? (node.needs ?? []) : [];
  });
  return new Set(needs);
}
