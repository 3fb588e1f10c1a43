import { catalog } from '../diagnostics/catalog.js';
import { createCollector, type Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import type { Removal } from '../model/mark.js';
import type { Plan } from '../model/plan.js';
import { isOfTaskEnd, type RuleSet } from '../model/rule.js';
import type { SourceFile, TextEdit } from '../model/source.js';
import type { Dag, Node, Workflow } from '../model/workflow.js';
import {
  countOf,
  demandedNodes,
  markedNodes,
  namedLikeHooks,
  removalOf,
  sameNodes,
  type TakenHooks,
  type TakenNodes,
  united,
  withoutRefuted,
} from '../passes/earlier/known-hooks.js';
import {
  countNames,
  endsToldBy,
  namesGivenAgain,
  namesLikeGiven,
  type WrittenNames,
} from '../passes/earlier/unmarked-hooks.js';
import { findStripFaults } from '../passes/earlier/verify-stripped.js';
import { checkWorkflow } from '../passes/graph/check.js';
import { applyEdits } from '../text/edits.js';
import { type Planning, planWorkflows } from './plan-workflows.js';
import { toInputs } from './point-into-inputs.js';
import { type ReadOptions, readWorkflows, reportCutOff } from './read-workflows.js';

/** Workflows without the hooks that an earlier run put in. */
export interface Base {
  readonly files: readonly SourceFile[];
  readonly read: readonly OpenWorkflow[];
  /** What leads from the files as they came to these. */
  readonly edits: readonly TextEdit[];
  /** By workflow: the nodes that were taken out. */
  readonly taken: readonly TakenNodes[];
}

export interface EarlierHooks {
  readonly reading: ReadOptions;
  /** By them, hooks without a mark are known; `undefined` where there are no rules to go by. */
  readonly planning: Planning | undefined;
  /** Takes out also what was edited by hand. */
  readonly force: boolean;
  /** Takes what is only called like a hook for one, whatever it says. */
  readonly alsoEdited?: boolean;
}

/** As far as they are known as such while all of them are there. */
export function takeOutOnce(
  files: readonly SourceFile[],
  read: readonly OpenWorkflow[],
  earlier: EarlierHooks,
  report: Report,
): Base {
  reportMarks(read, earlier.force, report);
  const marked = read.map(({ marks }) => markedNodes(marks()));
  const take = (removed: readonly TakenHooks[]) => takeOut(files, read, removed, earlier.reading, report);
  const takeMarked = () => take(marked.map((taken) => ({ taken, names: none, ends: none, handlers: [] })));
  const { planning } = earlier;
  const candidates = planning ? read.map((one) => likeHooks(one, planning.rules)) : [];
  if (!planning || !(candidates.some(isSome) || read.some((one) => mayShare(one, planning.rules)))) return takeMarked();

  const without = (likely: readonly TakenNodes[]) =>
    withoutLikely(files, read, { marked, likely, planning }, earlier.reading);
  const someLeft = (unmarked: readonly TakenNodes[]) =>
    unmarked.map((nodes, index) => ofDagsWithOthers(read[index]!.workflow, nodes, united(nodes, marked[index]!)));
  // Where nothing would be left that could be a workflow, none of them is taken for a hook at first.
  const first = without(someLeft(candidates)) ?? without(candidates.map(() => none));
  if (!first) return takeMarked();
  const knownBy = ({ likely, plans, names }: Guess, before: readonly TakenNodes[] = []) =>
    read.map((one, index): KnownHooks => {
      const { plan, demanded } = plans[index]!;
      const found = isSome(candidates[index]!) ? one.fingerprints() : [];
      const again = earlier.alsoEdited ? likely[index]! : demandedNodes(candidates[index]!, found, plan, demanded());
      const unmarked = united(before[index] ?? none, again);
      const taken = united(marked[index]!, unmarked);
      const ends = isSome(unmarked) ? endsToldBy(unmarked, one.workflow, found, plan, demanded()) : none;
      const possible = withoutRefuted(likely[index]!, again, one.workflow, plan);
      return { unmarked, taken, names: names[index]!, ends, handlers: plan.handlers, possible };
    });
  let guess = first;
  let known = knownBy(guess);
  // What is only called like a hook stays, and has hooks of its own.
  for (let round = 1; round < mostRounds && !isAsGuessed(known, guess); round += 1) {
    const unmarked = known.map((one) => one.unmarked);
    const likely = known.map(({ possible }, index) =>
      sameNodes(possible, guess.likely[index]!) ? unmarked[index]! : united(unmarked[index]!, possible),
    );
    const leavesSome = someLeft(likely).every((nodes, index) => sameNodes(nodes, likely[index]!));
    const better = leavesSome ? without(likely) : undefined;
    if (!better) break;
    guess = better;
    known = knownBy(guess, unmarked);
  }
  const isWhole = known.every(({ ends, handlers }) => countOf(ends) === 0 && handlers.length === 0);
  return isWhole && isAsGuessed(known, guess) ? guess.base : take(known);
}

interface KnownHooks extends TakenHooks {
  /** Those of `taken` that carry no mark. */
  readonly unmarked: TakenNodes;
  /** Those that may be hooks, once it is known of some others that they are not. */
  readonly possible: TakenNodes;
}

function isAsGuessed(known: readonly KnownHooks[], { likely }: Guess): boolean {
  return known.every(({ unmarked }, index) => sameNodes(unmarked, likely[index]!));
}

/** Without the nodes of DAGs that have no others than are taken: some of these are the workflow's own. */
function ofDagsWithOthers({ dags }: Workflow, likely: TakenNodes, taken: TakenNodes): TakenNodes {
  return new Map([...likely].filter(([dag]) => taken.get(dag)!.size < dags[dag]!.nodes.length));
}

/** The first need of each step that stays which names another one as soon as steps before that are gone. */
function namedByPlace(
  { nodes }: Dag,
  taken: ReadonlySet<number> = new Set(),
): readonly { readonly node: Node; readonly need: string }[] {
  let first = nodes.length;
  for (const node of taken) first = Math.min(first, node);
  return nodes.flatMap((node) => {
    const need = node.needs?.find((one) => one.node !== undefined && one.node > first && !nodes[one.node]!.named);
    return need && !taken.has(node.index) ? [{ node, need: need.name }] : [];
  });
}

interface Likely {
  readonly marked: readonly TakenNodes[];
  readonly likely: readonly TakenNodes[];
  readonly planning: Planning;
}

interface Guess {
  readonly base: Base;
  /** What carries no mark and was taken out. */
  readonly likely: readonly TakenNodes[];
  readonly plans: ReturnType<typeof plansFor>;
  readonly names: readonly WrittenNames[];
}

/**
 * All that may be ours taken out, and what the rules would put there now: names only as far as they would be written down again.
 * `undefined` where that would leave no workflow, so some of it was not added by us.
 */
function withoutLikely(
  files: readonly SourceFile[],
  read: readonly OpenWorkflow[],
  { marked, likely, planning }: Likely,
  reading: ReadOptions,
): Guess | undefined {
  const taken = marked.map((nodes, index) => united(nodes, likely[index]!));
  let names = read.map((one, index): WrittenNames => namesLikeGiven(one, likely[index]!, taken[index]!));
  for (let round = 1; ; round += 1) {
    const removed = taken.map((nodes, index) => ({ taken: nodes, names: names[index]!, ends: none, handlers: [] }));
    const { report, hasErrors } = createCollector();
    const base = takeOut(files, read, removed, reading, report);
    if (hasErrors()) return undefined;
    const plans = plansFor(base.read, planning);
    const again = read.map((one, index) => namesGivenAgain(names[index]!, one, taken[index]!, plans[index]!.plan));
    if (again.every((ofOne, index) => countNames(ofOne) === countNames(names[index]!)))
      return { base, likely, plans, names };
    names = round < mostRounds ? again : read.map(() => new Map());
  }
}

/** A name that is not ours may take others with it, and so may a step that is only called like a hook. */
export const mostRounds = 4;

const none: ReadonlyMap<number, never> = new Map<number, never>();

function isSome(taken: TakenNodes): boolean {
  return taken.size > 0;
}

function likeHooks({ workflow, engine, marks }: OpenWorkflow, rules: RuleSet): TakenNodes {
  return namedLikeHooks(workflow, engine, marks(), rules);
}

/** Hooks in handlers without a mark are known by what they say alone. */
function mayShare({ marks, workflow }: OpenWorkflow, { rules }: RuleSet): boolean {
  const ofTasks = rules.some(isOfTaskEnd);
  const ofRuns = rules.some((rule) => rule.run !== 'success' && !isOfTaskEnd(rule));
  return marks().openHandlers.some((dag) => (workflow.roots.includes(dag) ? ofRuns : ofTasks));
}

function reportMarks(read: readonly OpenWorkflow[], force: boolean, report: Report): void {
  for (const { workflow, marks } of read) {
    for (const { rule, dag, node, span, intact } of marks().nodes) {
      if (intact || force) continue;
      const { name, nodes } = workflow.dags[dag]!;
      const hooks = new Set(marks().nodes.flatMap((mark) => (mark.dag === dag ? [mark.node] : [])));
      const beside = placeAmong(nodes, node, (index) => !hooks.has(index));
      report('DW701', { what: `the step \`${nodes[node]!.name}\` of \`${name}\`${beside}`, rule }, { span });
    }
    for (const { rules, dag, handler, span, intact } of marks().handlers) {
      const what = `the handler \`${handler}\` of \`${workflow.dags[dag]!.name}\``;
      if (!intact && !force) report('DW701', { what, rule: rules.join(', ') }, { span });
    }
    for (const { rule, span } of marks().stray) report('DW702', { rule }, { span });
  }
}

/** Which step of the workflow itself a hook is behind, or else in front of, as far as its needs tell. */
function placeAmong(nodes: readonly Node[], hook: number, isOwn: (index: number) => boolean): string {
  const name = (index: number) => `\`${nodes[index]!.name}\``;
  const before = nodes[hook]!.needs?.find(({ node }) => node !== undefined && isOwn(node))?.node;
  if (before !== undefined) return `, behind ${name(before)}`;
  const after = nodes.find(({ index, needs }) => isOwn(index) && needs?.some(({ node }) => node === hook))?.index;
  return after === undefined ? '' : `, in front of ${name(after)}`;
}

function plansFor(
  workflows: readonly OpenWorkflow[],
  planning: Planning,
): readonly { readonly plan: Plan; readonly demanded: () => ReturnType<OpenWorkflow['fingerprints']> }[] {
  const { report } = createCollector();
  const checked = workflows.map((one) => ({ ...one, workflow: checkWorkflow(one.workflow, one.engine, report) }));
  return planWorkflows(checked, planning, report).map(({ plan, fingerprints }) => ({
    plan,
    demanded: () => fingerprints(plan),
  }));
}

/**
 * Somebody may have taken away what was there besides, so that nothing is left that could be a workflow, which is reported.
 * @throws where something else is left than should be: a fault of ours
 */
function takeOut(
  files: readonly SourceFile[],
  read: readonly OpenWorkflow[],
  removed: readonly TakenHooks[],
  reading: ReadOptions,
  report: Report,
): Base {
  const taken = removed.map((one) => one.taken);
  const removals = read.map((one, index) => removalOf(one, one.marks(), removed[index]!));
  const untouched = { files, read, edits: [], taken };
  const idle = read.flatMap(({ workflow }, index) => nothingButHooks(workflow, removals[index]!));
  const reportIdle = () => {
    for (const { name, span } of idle) report('DW714', { dag: name }, { span });
  };
  if (idle.some(({ ofCommands }) => ofCommands)) {
    reportIdle();
    return untouched;
  }
  const edits = read.flatMap(({ erase }, index) => erase(removals[index]!, report));
  if (edits.length === 0) return untouched;
  const stripped = applyEdits(files, edits);
  const { report: reportAgain, hasErrors } = createCollector();
  const reportLeft: Report = (code, args, place = {}) => {
    reportAgain(code, args, place);
    if (catalog[code].severity !== 'error' || idle.length > 0) return;
    report(code, args, { span: place.span && toInputs(edits)(place.span) });
  };
  for (const file of stripped) reportCutOff(file, reportLeft);
  const again = readWorkflows(stripped, reading, reportLeft);
  if (hasErrors()) {
    reportIdle();
    return untouched;
  }
  const empty = read.flatMap(({ workflow }, index) =>
    emptiedDocuments(workflow, again[index]?.workflow, removals[index]!),
  );
  for (const { name, span } of empty) report('DW714', { dag: name }, { span });
  if (empty.length > 0) return untouched;
  const faults = read.flatMap(({ workflow }, index) =>
    findStripFaults(workflow, again[index]?.workflow, removals[index]!).map((fault) => ({
      ...fault,
      hooks: taken[index]!,
    })),
  );
  if (faults.length === 0) return { files: stripped, read: again, edits, taken };
  for (const { dag, why, hooks } of faults) {
    const taken = hooks.get(dag.index);
    const doubtful = dag.nodes.filter(({ index, readAsHook }) => readAsHook && !taken?.has(index));
    const byPlace = namedByPlace(dag, taken);
    for (const { node, need } of byPlace)
      report('DW716', { node: node.name, need, dag: dag.name }, { span: node.span });
    if (byPlace.length > 0) continue;
    if (doubtful.length === 0) throw new Error(`taking hooks out of \`${dag.name}\`: ${why}`);
    for (const { name, span } of doubtful) report('DW286', { node: name, dag: dag.name }, { span });
  }
  return untouched;
}

function nothingButHooks({ dags }: Workflow, removal: Removal): readonly Dag[] {
  return removal.dags.flatMap(({ dag, nodes }) => {
    const one = dags[dag]!;
    return nodes.size > 0 && one.nodes.every(({ index }) => nodes.has(index)) ? [one] : [];
  });
}

/** Where documents are gone, those of which nothing but hooks was left. */
function emptiedDocuments({ dags }: Workflow, again: Workflow | undefined, removal: Removal): readonly Dag[] {
  if (again?.dags.length === dags.length) return [];
  const taken = new Map(removal.dags.map(({ dag, nodes }) => [dag, nodes.size]));
  return dags.filter(({ index, nodes }) => nodes.length === (taken.get(index) ?? 0));
}
