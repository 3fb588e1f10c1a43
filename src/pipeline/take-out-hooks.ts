import { createCollector, type Report, silent } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import type { Plan } from '../model/plan.js';
import { isOfTaskEnd, type RuleSet } from '../model/rule.js';
import type { SourceFile } from '../model/source.js';
import type { Workflow } from '../model/workflow.js';
import { demandedNodes, markedNodes, namedLikeHooks, withoutRefuted } from '../passes/earlier/known-hooks.js';
import { countNodes, type NodesByDag, sameNodes, united } from '../passes/earlier/nodes-by-dag.js';
import type { TakenHooks } from '../passes/earlier/removal.js';
import {
  countNames,
  endsToldBy,
  namesGivenAgain,
  namesLikeGiven,
  type WrittenNames,
} from '../passes/earlier/unmarked-hooks.js';
import { checkWorkflows } from './check-workflows.js';
import { type Base, takeOut } from './erase-hooks.js';
import { type Planning, planWorkflows } from './plan-workflows.js';
import type { ReadOptions } from './read-workflows.js';
import { reportMarks } from './report-marks.js';

export interface EarlierHooks {
  readonly reading: ReadOptions;
  /** By them, hooks without a mark are known; `undefined` where there are no rules to go by. */
  readonly planning: Planning | undefined;
  /** Takes out also what was edited by hand. */
  readonly force: boolean;
  /** Takes what is only called like a hook for one, whatever it says. */
  readonly alsoEdited?: boolean;
}

/**
 * Takes out the hooks that are known as such while all of them are there. Which nodes without a mark are hooks follows from what the rules
 * would put into the workflow without them, so these are guessed by their names first.
 */
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

  const without = (likely: readonly NodesByDag[]) =>
    withoutLikely(files, read, { marked, likely, planning }, earlier.reading);
  const someLeft = (unmarked: readonly NodesByDag[]) =>
    unmarked.map((nodes, index) => ofDagsWithOthers(read[index]!.workflow, nodes, united(nodes, marked[index]!)));
  // Where nothing would be left that could be a workflow, none of them is taken for a hook at first.
  const first = without(someLeft(candidates)) ?? without(candidates.map(() => none));
  if (!first) return takeMarked();
  const knownBy = ({ likely, plans, names }: Guess, before: readonly NodesByDag[] = []) =>
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
  const isWhole = known.every(({ ends, handlers }) => countNodes(ends) === 0 && handlers.length === 0);
  return isWhole && isAsGuessed(known, guess) ? guess.base : take(known);
}

interface KnownHooks extends TakenHooks {
  /** Those of `taken` that carry no mark. */
  readonly unmarked: NodesByDag;
  /** Those that may be hooks, once it is known of some others that they are not. */
  readonly possible: NodesByDag;
}

function isAsGuessed(known: readonly KnownHooks[], { likely }: Guess): boolean {
  return known.every(({ unmarked }, index) => sameNodes(unmarked, likely[index]!));
}

/** Without the nodes of DAGs that have no others than are taken: some of these are the workflow's own. */
function ofDagsWithOthers({ dags }: Workflow, likely: NodesByDag, taken: NodesByDag): NodesByDag {
  return new Map([...likely].filter(([dag]) => taken.get(dag)!.size < dags[dag]!.nodes.length));
}

interface Likely {
  readonly marked: readonly NodesByDag[];
  readonly likely: readonly NodesByDag[];
  readonly planning: Planning;
}

interface Guess {
  readonly base: Base;
  /** What carries no mark and was taken out. */
  readonly likely: readonly NodesByDag[];
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

function isSome(taken: NodesByDag): boolean {
  return taken.size > 0;
}

function likeHooks({ workflow, engine, marks }: OpenWorkflow, rules: RuleSet): NodesByDag {
  return namedLikeHooks(workflow, engine, marks(), rules);
}

/** Hooks in handlers without a mark are known by what they say alone. */
function mayShare({ marks, workflow }: OpenWorkflow, { rules }: RuleSet): boolean {
  const ofTasks = rules.some(isOfTaskEnd);
  const ofRuns = rules.some((rule) => rule.run !== 'success' && !isOfTaskEnd(rule));
  return marks().openHandlers.some((dag) => (workflow.roots.includes(dag) ? ofRuns : ofTasks));
}

function plansFor(
  workflows: readonly OpenWorkflow[],
  planning: Planning,
): readonly { readonly plan: Plan; readonly demanded: () => ReturnType<OpenWorkflow['fingerprints']> }[] {
  return planWorkflows(checkWorkflows(workflows, silent), planning, silent).map(({ plan, fingerprints }) => ({
    plan,
    demanded: () => fingerprints(plan),
  }));
}
