import type { Report } from '../../diagnostics/diagnostics.js';
import { madeLate } from '../../lang/late.js';
import type { Engine } from '../../model/engine.js';
import { isOfPolicy } from '../../model/layer.js';
import { hookPoints, isOfTasks, type Rule, type RuleSet } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import { childDags, decidedChildren, keepsPolicy } from '../graph/children.js';
import type { EdgesOf } from '../graph/edges.js';
import type { Hook } from '../graph/slot.js';
import { nodesAsTasks, type Task } from '../graph/tasks.js';
import type { PlaceMatcher } from '../match/places.js';
import type { IsTeardown } from '../match/teardown.js';
import type { WhyNever } from '../variables/bind-place.js';
import { addedBy, reportTooMany } from './added-steps.js';
import { findSlots, resolveAnchors } from './anchor.js';
import type { Candidate } from './candidate.js';
import { countMatches, reportUnsure } from './count-matches.js';
import { createRuleMatches, type Refusal } from './rule-matches.js';
import { type PlaceFinding, placesOf, taskFinder } from './rule-places.js';
import { type HandlerHook, settlePlaces } from './settle-places.js';
import { tellWorkspaces } from './tell-workspaces.js';
import { createWorkspaces, type Workspaces } from './workspaces.js';

export interface Selection {
  /** In the order that decides where hooks match: point, `order`, layer, position; then by DAG and node. */
  readonly hooks: readonly Hook[];
  /** Rules for what the engine runs at the end of a root DAG, or of a task. */
  readonly handlers: readonly HandlerHook[];
}

/** Is something to be known of what is in a DAG, beside others? */
export type IsAsked = (dag: number, places: readonly Pick<Candidate, 'rule' | 'task'>[]) => boolean;

export interface Selecting extends Omit<PlaceFinding, 'tasksFor' | 'nodesFor'> {
  /** The nodes that a rule about nodes may be for: all, unless this says otherwise. */
  readonly nodesFor?: PlaceFinding['nodesFor'] | undefined;
  readonly rules: RuleSet;
  readonly tasks: readonly Task[];
  readonly mayRun: (place: Candidate) => boolean;
  /** What keeps a rule from a place where it may not run. */
  readonly whyNever: (place: Candidate) => WhyNever;
  readonly placeMatcher: Pick<PlaceMatcher, 'at'>;
  readonly isTeardown: IsTeardown;
  readonly edgesOf: EdgesOf;
  readonly engine: Pick<Engine, 'can'>;
  /** Is something to be reported of hooks in a DAG? Of all, unless this says otherwise. */
  readonly isAsked?: IsAsked | undefined;
}

/** Which rule matches which place. */
export function selectHooks(selecting: Selecting, report: Report): Selection {
  const { workflow, rules, tasks, matches, view, ruleMatches, engine, isAsked } = selecting;
  for (const task of tasks) ruleMatches.tasks.add(task.name);
  if (rules.rules.some(({ action }) => action)) {
    for (const { name } of view.sessionOf(workflow).stages) ruleMatches.stages.add(name);
  }
  const wanted = placesWanted(selecting, report);
  const closed = new Set(wanted.filter((place) => isClosed(place, workflow, report)));
  tellRefused('closed DAG', [...closed], selecting);
  const handlers = engine.can.handlers === 'nodes' ? [] : wanted.flatMap(handlerHook);
  const inHandlers = new Set(handlers.map(({ place }) => place));
  const settled = settlePlaces(
    wanted.filter((place) => !closed.has(place) && !inHandlers.has(place)),
    workflow,
    report,
  );
  tellRefused('run', settled.refused, selecting);
  const workspaces = createWorkspaces(workflow, rules, matches, selecting.edgesOf, selecting.isTeardown);
  const inEngine = [...handlers.map(({ hook }) => hook), ...settled.handlers];
  const { asked, others } = askedOf(settled.places, selecting);
  const slotsOf = findSlots(asked, workflow, workspaces, matches);
  const slotsOfOthers = findSlots(others, workflow, anySlot, matches);
  // A rule with an anchor that many steps match adds one for each task and each of these: more than memory may hold.
  if (reportTooMany(addedBy([slotsOf, slotsOfOthers], inEngine), workflow, rules, report))
    return { hooks: [], handlers: [] };
  // Where only some DAGs are asked about, nobody knows of an anchor that is in another one.
  const anchored = { matches, ruleMatches: isAsked ? createRuleMatches() : ruleMatches };
  const hooks = resolveAnchors(slotsOf, workflow, workspaces, anchored, report);
  tellWorkspaces(isAsked ? hooks.filter((hook) => isAsked(hook.dag, [hook])) : hooks, workflow, workspaces, report);
  tellPlaced(asked, hooks, selecting);
  return { hooks, handlers: inEngine };
}

/** The places that rules match and where their conditions may hold, in the order in which hooks are placed. */
function placesWanted(selecting: Selecting, report: Report): readonly Candidate[] {
  const { workflow, rules, tasks, mayRun, whyNever, ruleMatches } = selecting;
  const children = childDags(workflow, rules);
  const childrenForPolicy = decidedChildren(workflow, rules);
  reportChildren(children, selecting, report);
  const allNodes = madeLate(() => nodesAsTasks(workflow));
  const finding = { ...selecting, tasksFor: taskFinder(tasks, ruleMatches), nodesFor: selecting.nodesFor ?? allNodes };
  return [...rules.rules].sort(inRuleOrder).flatMap((rule) => {
    const matched = placesOf(rule, tasks, finding).filter((place) => holdsAt(place, selecting, report));
    countMatches(rule, matched, selecting, report);
    if (matched.length > 0) ruleMatches.rules.add(rule);
    const without = isOfPolicy(rule) ? childrenForPolicy : children;
    const inChildren = matched.filter(({ dag }) => without.has(dag));
    tellRefused('child workflow', inChildren, selecting);
    const places = matched.filter(({ dag }) => !without.has(dag));
    const refused = new Set(places.filter((place) => !mayRun(place)));
    for (const place of refused) {
      const { witness } = ruleMatches;
      witness?.refused({ clause: 'when', ...place, workflow, pattern: undefined, why: whyNever(place) });
    }
    const open = places.filter((place) => !refused.has(place));
    const taken = rule.once ? open.slice(0, 1) : open;
    tellRefused('once', open.slice(taken.length), selecting);
    return taken;
  });
}

function reportChildren(children: ReadonlyMap<number, Rule>, { workflow, rules }: Selecting, report: Report): void {
  for (const [dag, rule] of children) {
    const { name, span } = workflow.dags[dag]!;
    const args = { dag: name, rule: rule.id, butPolicy: keepsPolicy(workflow, dag, rules) };
    report('DW431', args, { span, related: { message: 'the rule', span: rule.span } });
  }
}

/** Hooks of one DAG may wait for each other: a DAG is asked about with all that is in it, or not. */
function askedOf(places: readonly Candidate[], { isAsked }: Selecting) {
  if (!isAsked) return { asked: places, others: [] };
  const dags = new Set(places.filter((place) => isAsked(place.dag, [place])).map(({ dag }) => dag));
  return {
    asked: places.filter(({ dag }) => dags.has(dag)),
    others: places.filter(({ dag }) => !dags.has(dag)),
  };
}

/** To count hooks, nobody has to know where a place is that each has once. */
const anySlot: Pick<Workspaces, 'ownSlot'> = { ownSlot: () => ({ kind: 'entry' }) };

function handlerHook(place: Candidate): readonly { readonly place: Candidate; readonly hook: HandlerHook }[] {
  const { rule, dag } = place;
  return rule.point === 'final' && rule.run !== 'success'
    ? [{ place, hook: { rule, dag, event: rule.run, task: undefined } }]
    : [];
}

function tellRefused(
  clause: Refusal['clause'],
  places: readonly Candidate[],
  { workflow, ruleMatches: { witness } }: Selecting,
): void {
  for (const place of places) witness?.refused({ clause, ...place, workflow, pattern: undefined });
}

function tellPlaced(asked: readonly Candidate[], hooks: readonly Hook[], selecting: Selecting): void {
  const { workflow, ruleMatches } = selecting;
  if (!ruleMatches.witness) return;
  const key = ({ rule, dag, task }: Candidate) => `${rule.id} ${dag} ${task?.name}`;
  const placed = new Set(hooks.map(key));
  for (const hook of hooks) ruleMatches.witness.placed(hook, workflow);
  const unplaced = asked.filter((place) => !placed.has(key(place)));
  tellRefused('anchor', unplaced, selecting);
}

/** In which order hooks of rules are placed. */
export function inRuleOrder(a: Rule, b: Rule): number {
  return (
    hookPoints.indexOf(a.point) - hookPoints.indexOf(b.point) ||
    a.order - b.order ||
    a.layer - b.layer ||
    a.position - b.position ||
    (a.id < b.id ? -1 : 1)
  );
}

/** Does the `match` of a rule hold at a place, or may it? */
function holdsAt(place: Candidate, { workflow, placeMatcher, ruleMatches }: Selecting, report: Report): boolean {
  const { rule } = place;
  if (!rule.match) return true;
  const answer = placeMatcher.at(rule.match, place);
  if (answer.kind === 'no') {
    const { witness } = ruleMatches;
    witness?.refused({ clause: 'match', ...place, workflow, pattern: undefined, miss: answer.miss() });
    return false;
  }
  if (answer.kind === 'unsure') reportUnsure(place, answer.why, workflow, report);
  return true;
}

function isClosed({ rule, dag }: Candidate, workflow: Workflow, report: Report): boolean {
  const { closed, name, span } = workflow.dags[dag]!;
  if (closed === undefined) return false;
  report(
    'DW405',
    { rule: rule.id, dag: name, isOfTasks: isOfTasks(rule), ...closed },
    { span, related: { message: 'the rule', span: rule.span } },
  );
  return true;
}
