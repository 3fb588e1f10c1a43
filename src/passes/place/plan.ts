import type { Report } from '../../diagnostics/diagnostics.js';
import type { Engine } from '../../model/engine.js';
import type { DagPlan, HandlerPlan, InjectedNode, Injection, Plan, PlannedNode } from '../../model/plan.js';
import { handlerEvents, type Rule, type RuleSet } from '../../model/rule.js';
import type { Dag, NamesIn, Workflow } from '../../model/workflow.js';
import { graphsOf, nodeRoles, type ReadGraph, writtenGraph } from '../graph/base-graphs.js';
import { type BaseGraph, borderOf, newlyHeldBack, nodesThatMayBeSkipped } from '../graph/border.js';
import { checkChildCycles } from '../graph/call-graph.js';
import type { Hook } from '../graph/slot.js';
import type { Matches } from '../graph/tasks.js';
import { findTasks, type Task } from '../graph/tasks.js';
import { hookName, nameGiver } from '../rules/name.js';
import type { Candidate } from '../select/anchor.js';
import type { RuleMatches } from '../select/rule-matches.js';
import { type HandlerHook, selectHooks } from '../select/select.js';
import { statusReport } from '../variables/action-status.js';
import type { ActionView } from '../variables/action-view.js';
import type { Bind } from '../variables/bind-place.js';
import { givenNames, referenceWriter } from './given-names.js';
import { findBreaches, type LawNode } from './laws.js';
import { checkLimits } from './limits.js';
import { nameHooks, nameOutputs } from './names.js';
import { type PlacedHook, type PlacedNode, placeHooks, type Ref } from './place.js';
import { createRemarks, type Remarks } from './remarks.js';
import { warnOfSharedPorts } from './shared-ports.js';
import { type Stage, stagesBySlot } from './stages.js';
import { standIns } from './stand-ins.js';
import { warnOfToleratedFailures } from './tolerated-failures.js';
import { entryNumbers, needsToWrite } from './write-needs.js';

export interface PlanInput {
  readonly workflow: Workflow;
  readonly rules: RuleSet;
  readonly engine: Engine;
  readonly matches: Matches;
  readonly ruleMatches: RuleMatches;
  readonly bind: Bind;
  readonly view: ActionView;
  readonly namesIn: NamesIn;
}

/** A plan with what is needed to check that its text means the same. */
export interface ProvenPlan {
  readonly plan: Plan;
  readonly proofs: ReadonlyMap<number, Proof>;
}

export interface Proof {
  readonly graphs: readonly ReadGraph[];
  readonly list: readonly LawNode[];
}

/** Everything that will be added to a workflow, checked against the laws under each way to read it. */
export function planWorkflow(input: PlanInput, report: Report): ProvenPlan {
  const { workflow, rules, matches, ruleMatches, view } = input;
  const mayRun = ({ rule, dag, task }: Candidate) =>
    view.conditionAt(rule, { workflow, dag: workflow.dags[dag]!, task, shell: input.engine.shell }) !== 'never';
  const { hooks, handlers } = selectHooks({ workflow, rules, matches, view, mayRun, ruleMatches }, report);
  const roles = nodeRoles(workflow, findTasks(workflow, rules, matches), rules, matches);
  const remarks = createRemarks();
  const proofs = new Map<number, Proof>();
  const dags = [...byDag(hooks)].map(([index, ofDag]) => {
    const dag = workflow.dags[index]!;
    const planned = planDag(dag, ofDag, graphsOf(dag, roles(dag)), input, remarks, report);
    proofs.set(index, planned.proof);
    return planned.plan;
  });
  const written = handlers.filter((hook) => !isLeftOut(hook, input, report));
  const plan = { dags, handlers: planHandlers(written, input, remarks), marks: rules.marks };
  remarks.tell(report);
  checkChildCycles(workflow, plan, report);
  const listOf = (dag: number) => proofs.get(dag)?.list;
  checkLimits(workflow, plan, listOf, rules, report);
  warnOfSharedPorts(workflow, plan, listOf, report);
  warnOfToleratedFailures(workflow, plan, report);
  return { plan, proofs };
}

function byDag(hooks: readonly Hook[]): ReadonlyMap<number, readonly Hook[]> {
  const groups = new Map<number, Hook[]>();
  for (const hook of hooks) {
    const group = groups.get(hook.dag);
    if (group) group.push(hook);
    else groups.set(hook.dag, [hook]);
  }
  return new Map([...groups].sort(([a], [b]) => a - b));
}

function planDag(
  dag: Dag,
  hooks: readonly Hook[],
  graphs: readonly ReadGraph[],
  input: PlanInput,
  remarks: Remarks,
  report: Report,
): { readonly plan: DagPlan; readonly proof: Proof } {
  const slots = stagesBySlot(hooks);
  const list = placeHooks(dag, writtenGraph(graphs), slots);
  const names = nameHooks(dag, list, input.engine.maxNameBytes, remarks);
  const outputs = nameOutputs(dag, names, input.engine, remarks);
  const written = needsToWrite(dag, list);
  const detached = list.map(
    (node, at) => node.kind === 'hook' && isDetached(dag, node, at === list.length - 1, input.engine),
  );
  for (const stages of slots.values()) remarks.equalOrder(stages, dag);
  const middle = slots.get('middle');
  if (middle) remarks.heldBack(middle, dag, newlyHeldBack(writtenGraph(graphs)));
  remarkSkips(dag, slots, writtenGraph(graphs), remarks);
  remarks.serialGroup(list, dag);
  const proof = { graphs, list: lawNodes(dag, list, written, names, detached) };
  checkReadings(dag, graphs, proof.list, input.engine, report);
  const named = givenNames(dag, list, written, names, input.namesIn);
  remarks.named([...named.given], dag);
  const writeReference = referenceWriter(dag, names, named, report);
  const instead = standIns(dag, proof.list, (node) => dag.nodes[node]!.reference ?? dag.nodes[node]!.name);
  const nodes = list.map((node, at): PlannedNode => {
    const needs = written[at]?.flatMap((ref) => writeReference(ref, node));
    if (node.kind === 'base') return { kind: 'kept', node: node.node, needs, named: named.given.has(node.node) };
    const { rule, slot } = node.hook;
    if ('node' in slot && dag.nodes[slot.node]!.chosen) remarks.runsUnchosen(rule, dag, slot.node);
    if (detached[at]) remarks.detached(node.hook.rule, dag);
    else if (!node.hook.rule.await && node.hook.task?.body !== undefined)
      remarks.keepsCallerWaiting(node.hook.rule, dag);
    const own = { name: names.get(node.hook)!, needs, detached: detached[at]!, instead: instead.get(at) ?? [] };
    return injected(node, own, detached[at] ? undefined : outputs.get(node.hook), dag, input);
  });
  return { plan: { dag: dag.index, nodes }, proof };
}

/** A hook that waits for many is skipped with any of them; elsewhere it shares the fate of its only neighbour. */
function remarkSkips(dag: Dag, slots: ReadonlyMap<string, readonly Stage[]>, base: BaseGraph, remarks: Remarks): void {
  for (const kind of ['middle', 'exit'] as const) {
    const stages = slots.get(kind);
    if (!stages) continue;
    const skipped = nodesThatMayBeSkipped(dag, base);
    remarks.skippedWith(
      stages,
      dag,
      borderOf({ kind }, base).after.filter((node) => skipped.has(node)),
    );
  }
}

/** In a list that is run in order, whatever stands behind a hook waits for it, unless it starts and returns at once. */
function isDetached(dag: Dag, { hook }: PlacedHook, isLast: boolean, { can }: Engine): boolean {
  return can.background && !hook.rule.await && !isLast && dag.readings.some((reading) => reading.sequence !== 'none');
}

function lawNodes(
  dag: Dag,
  list: readonly PlacedNode[],
  written: readonly (readonly Ref[] | undefined)[],
  names: ReadonlyMap<Hook, string>,
  detached: readonly boolean[],
): readonly LawNode[] {
  const entries = entryNumbers(dag, list);
  const position = new Map<Ref, number>(list.map((node, at) => [node.kind === 'base' ? node.node : node.hook, at]));
  return list.map((node, at): LawNode => {
    const own = node.kind === 'base' ? dag.nodes[node.node]! : undefined;
    const refs = written[at] ?? own?.needs?.flatMap((need) => need.node ?? []);
    return {
      base: own?.index,
      hook: node.kind === 'hook' ? lawHook(node.hook, names.get(node.hook)!, detached[at]!) : undefined,
      entry: entries[at]!,
      needs: refs?.map((ref) => position.get(ref)!),
      engineNeeds: own?.engineNeeds.map((need) => position.get(need)!) ?? [],
    };
  });
}

function lawHook({ rule, slot }: Hook, name: string, detached: boolean) {
  return { name, rule: rule.id, slot, awaited: rule.await, detached };
}

/** Where two readings are possible and only one of them can have the hooks, a line in the workflow has to decide. */
function checkReadings(
  dag: Dag,
  graphs: readonly ReadGraph[],
  list: readonly LawNode[],
  { words }: Engine,
  report: Report,
): void {
  const breached = graphs.map(({ reading, base }) => ({
    reading,
    breaches: findBreaches(dag, base, list, reading.sequence),
  }));
  const fine = breached.find(({ breaches }) => breaches.length === 0);
  for (const { reading, breaches } of breached) {
    const breach = breaches[0];
    if (!breach) continue;
    const rule = breach.hook?.rule ?? list.find((node) => node.hook)!.hook!.rule;
    const args = { rule, dag: dag.name, reading: reading.name, why: breach.why };
    if (fine) report('DW407', { ...args, other: fine.reading.name }, { span: dag.span });
    else report('DW408', { ...args, asGraph: words.asGraph }, { span: dag.span });
    return;
  }
}

function injected(
  node: PlacedHook,
  own: Pick<InjectedNode, 'name' | 'needs' | 'detached' | 'instead'>,
  output: string | undefined,
  dag: Dag,
  input: PlanInput,
): InjectedNode {
  const { rule, task } = node.hook;
  return { kind: 'injected', ...own, joins: node.joins, injection: inject(rule, dag, task, output, input) };
}

function inject(rule: Rule, dag: Dag, task: Task | undefined, output: string | undefined, input: PlanInput): Injection {
  const place = { workflow: input.workflow, dag, task, shell: input.engine.shell };
  const { conditionAt } = input.view;
  const verdict = conditionAt(rule, place);
  const condition = typeof verdict === 'string' ? undefined : verdict;
  const report = statusReport(rule, place, conditionAt);
  const own = { rule, task: task?.name, call: input.bind(rule, place), condition };
  return { ...own, output: report?.variable ?? output, statusReport: report };
}

function isLeftOut({ rule, dag }: HandlerHook, { workflow, engine }: PlanInput, report: Report): boolean {
  const { handlers } = engine.can;
  if (handlers === true || !rule.action?.dispensable) return false;
  report('DW615', { rule: rule.id, dag: workflow.dags[dag]!.name, why: handlers.because }, { span: rule.span });
  return true;
}

function planHandlers(handlers: readonly HandlerHook[], input: PlanInput, remarks: Remarks): readonly HandlerPlan[] {
  const groups = new Map<string, { dag: number; event: HandlerPlan['event']; rules: Rule[] }>();
  for (const { rule, dag, event } of handlers) {
    const group = groups.get(`${dag} ${event}`) ?? { dag, event, rules: [] };
    group.rules.push(rule);
    groups.set(`${dag} ${event}`, group);
  }
  const inOrder = [...groups.values()].sort(
    (a, b) => a.dag - b.dag || handlerEvents.indexOf(a.event) - handlerEvents.indexOf(b.event),
  );
  return inOrder.map(({ dag, event, rules }) => {
    remarks.equalOrderInHandler(rules, input.workflow.dags[dag]!);
    const giveName = nameGiver([], input.engine.maxNameBytes);
    const injections = rules.map((rule) => ({
      name: giveName(hookName(rule)).name,
      injection: inject(rule, input.workflow.dags[dag]!, undefined, undefined, input),
    }));
    return { dag, event, injections };
  });
}
