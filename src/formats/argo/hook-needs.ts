import type { DagPlan, InjectedNode, PlannedNode } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { textOf } from '../../text/yaml-access.js';
import type { StepText } from '../yaml-steps/step-list.js';
import { asksForSuccess, parseDepends, tasksIn } from './depends.js';
import { type ChainOf, extended } from './edit-depends.js';

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
 * would; every other one asks that what is before it went well.
 */
export function hookExpressions(text: StepText, plan: DagPlan): (node: InjectedNode) => HookWait | undefined {
  const chainOf = chainsOf(plan);
  const isHook = new Set(plan.nodes.flatMap((node) => (node.kind === 'injected' ? [node.name] : [])));
  const followed = tasksBehind(plan.nodes);
  const byName = new Map(text.dag.nodes.map(({ name, index }) => [name, expressionOf(text, index)]));
  const forgives = [...byName.values()].some((own) => own !== undefined && !isStrict(own));
  const hasOthers = awaitedBy(text.dag, plan.nodes);
  return (node) => {
    if (node.needs === undefined || node.needs.length === 0) return undefined;
    const hooks = node.needs.filter((need) => isHook.has(need));
    const behind = followed.get(node);
    const own = behind === undefined ? undefined : expressionOf(text, behind);
    const isCopied = own !== undefined && isWaitingFor(text.dag, behind!, node.needs, isHook);
    if (forgives && !node.injection.rule.await && !isCopied) return aside(node.needs, hasOthers);
    if (!isCopied)
      return { expression: node.needs.map((need) => optional(need, node, byName)).join(' && '), asked: [] };
    const { opening, closing } = extended(own, hooks, chainOf);
    return { expression: opening + own + closing, asked: [] };
  };
}

/** A hook in front of a task is right before it in the list. */
function tasksBehind(nodes: readonly PlannedNode[]): ReadonlyMap<InjectedNode, number> {
  const found = new Map<InjectedNode, number>();
  let next: number | undefined;
  for (const node of [...nodes].reverse()) {
    if (node.kind === 'kept') next = node.node;
    else if (next !== undefined && isInFront(node)) found.set(node, next);
  }
  return found;
}

function isInFront({ injection: { rule } }: InjectedNode): boolean {
  return rule.anchor ? rule.anchor.side === 'before' : rule.point === 'pre_task';
}

function expressionOf({ list, spelling }: StepText, node: number): string | undefined {
  const map = list.steps[node]!.map!;
  const text = textOf(spelling.fieldOf(map, 'depends')?.value);
  return text?.trim().replace(/\s+/g, ' ') || undefined;
}

/** Does the hook wait for no other tasks than the one behind it does, where hooks may have taken the place of some? */
function isWaitingFor(dag: Dag, task: number, needs: readonly string[], isHook: ReadonlySet<string>): boolean {
  const asked = new Set((dag.nodes[task]!.needs ?? []).map(({ name }) => name));
  const bases = needs.filter((need) => !isHook.has(need));
  return bases.every((need) => asked.has(need)) && (bases.length > 0 || isHook.size > 0);
}

/**
 * At the end of everything, a task that only runs where something failed may have had nothing to do. What it asks about has to
 * have gone well then.
 */
function optional(
  need: string,
  { injection: { rule } }: InjectedNode,
  byName: ReadonlyMap<string, string | undefined>,
): string {
  const own = rule.point === 'final' ? byName.get(need) : undefined;
  const read = own === undefined ? undefined : parseDepends(own);
  if (!read?.ok || asksForSuccess(read.tree)) return need;
  const others = [...new Set(tasksIn(read.tree).map(({ name }) => name))];
  return `(${need} || (${need}.Omitted && ${others.join(' && ')}))`;
}

function isStrict(expression: string): boolean {
  const read = parseDepends(expression);
  return read.ok && asksForSuccess(read.tree);
}

/**
 * A hook that nobody waits for, where a failure before it may be made good by a task that asks for one. Left out, the hook would
 * count as failed with what is before it. So it runs whatever came of that, and does its work only where all went well.
 */
function aside(needs: readonly string[], hasOthers: ReadonlySet<string>): HookWait {
  const asked = needs.filter((need) => hasOthers.has(need));
  const parts = needs.map((need) =>
    hasOthers.has(need) ? `(${need} || ${need}.Failed || ${need}.Errored || ${need}.Omitted)` : need,
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
