import type { DagPlan } from '../../model/plan.js';
import { pairOf, present, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { StepText } from '../yaml-steps/step-list.js';
import { type Depends, parseDepends } from './depends.js';
import { plannedNeeds, reached, turned } from './planned-needs.js';

/** What is right before tasks of a DAG that may be left out or skipped in a run that goes well. */
export function beforeLeftOut(text: Pick<StepText, 'dag' | 'list'>, plan: DagPlan): ReadonlySet<string> {
  const { dag } = text;
  const { skipped, omitted } = idleIn(text);
  const hooks = plan.nodes.flatMap((node) => (node.kind === 'injected' ? [node] : []));
  // A hook in front of a task asks for what that asks for.
  const copies = hooks.filter(({ slot, about }) => slot === 'before' && omitted.has(dag.nodes[about!]!.name));
  const needs = plannedNeeds(dag, plan);
  const isHook = new Set(hooks.map(({ name }) => name));
  // Where more than success is asked for, each hook of a chain is.
  const chains = new Map(hooks.map(({ name }) => [name, needs.get(name)!.filter((need) => isHook.has(need))]));
  const before = (names: Iterable<string>) => [...names].flatMap((name) => needs.get(name)!);
  return new Set([...before(skipped), ...reached(before([...omitted, ...copies.map(({ name }) => name)]), chains)]);
}

/** Tasks of a DAG that may be left out or skipped in a run that goes well. */
export function leftOutIn(text: Pick<StepText, 'dag' | 'list'>): ReadonlySet<string> {
  const { skipped, omitted } = idleIn(text);
  return new Set([...skipped, ...omitted]);
}

function idleIn({ dag, list }: Pick<StepText, 'dag' | 'list'>): Record<'skipped' | 'omitted', ReadonlySet<string>> {
  const namesWhere = (test: (task: YamlMap) => boolean) =>
    dag.nodes.flatMap(({ name }, index) => (test(list.steps[index]!.map!) ? [name] : []));
  const own = new Map(dag.nodes.map(({ name, needs }) => [name, (needs ?? []).map((need) => need.name)]));
  const skipped = new Set(namesWhere(mayBeSkipped));
  const asking = namesWhere((task) => asksForMore(task, skipped));
  return { skipped, omitted: reached(asking, turned(own)) };
}

function mayBeSkipped(task: YamlMap): boolean {
  if (['when', 'withParam', 'withSequence'].some((key) => present(pairOf(task, key)?.value))) return true;
  const items = present(pairOf(task, 'withItems')?.value);
  return items !== undefined && !(items.kind === 'sequence' && items.items.length > 0);
}

/** Does it ask for more than that other tasks went well? */
function asksForMore(task: YamlMap, skipped: ReadonlySet<string>): boolean {
  const read = parseDepends(textOf(pairOf(task, 'depends')?.value) ?? '');
  return read.ok && !holdsWhereAllIsWell(read.tree, skipped);
}

function holdsWhereAllIsWell(tree: Depends, skipped: ReadonlySet<string>): boolean {
  if (tree.kind === 'task')
    return tree.result === undefined || (tree.result === 'Succeeded' && !skipped.has(tree.name));
  return tree.kind === 'and' && tree.parts.every((part) => holdsWhereAllIsWell(part, skipped));
}
