import type { Report } from '../../diagnostics/diagnostics.js';
import type { Engine } from '../../model/engine.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Pattern } from '../../model/pattern.js';
import { hookPoints, isOfTasks, type Rule, type RuleSet } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { childDags, decidedChildren, keepsPolicy } from '../graph/children.js';
import type { EdgesOf } from '../graph/edges.js';
import type { Hook } from '../graph/slot.js';
import { type Matches, nodesAsTasks, type Task } from '../graph/tasks.js';
import type { PlaceMatcher } from '../match/places.js';
import type { IsTeardown } from '../match/teardown.js';
import type { ActionView, WhyNever } from '../variables/bind-place.js';
import { actionPlaces } from './action-places.js';
import { addedBy, reportTooMany } from './added-steps.js';
import { findSlots, resolveAnchors } from './anchor.js';
import { type Candidate, createWorkspaces, type Workspaces } from './own-slot.js';
import { countFinding, type Matched, type Refusal, type RuleMatches } from './rule-matches.js';
import { type HandlerHook, settlePlaces } from './settle-places.js';
import { tellWorkspaces } from './tell-workspaces.js';

export interface Selection {
  /** In the order that decides where hooks match: point, `order`, layer, position; then by DAG and node. */
  readonly hooks: readonly Hook[];
  /** Rules for what the engine runs at the end of a root DAG, or of a task. */
  readonly handlers: readonly HandlerHook[];
}

/** Is something to be known of what is in a DAG, beside others? */
export type IsAsked = (dag: number, places: readonly Pick<Candidate, 'rule' | 'task'>[]) => boolean;

export interface Selecting {
  readonly workflow: Workflow;
  readonly rules: RuleSet;
  readonly tasks: readonly Task[];
  /** The nodes that a rule about nodes may be for: all, unless this says otherwise. */
  readonly nodesFor?: ((rule: Rule) => readonly Task[]) | undefined;
  readonly matches: Matches;
  readonly view: Pick<ActionView, 'sessionOf'>;
  readonly mayRun: (place: Candidate) => boolean;
  /** What keeps a rule from a place where it may not run. */
  readonly whyNever: (place: Candidate) => WhyNever;
  readonly ruleMatches: RuleMatches;
  readonly placeMatcher: Pick<PlaceMatcher, 'at'>;
  readonly isTeardown: IsTeardown;
  readonly edgesOf: EdgesOf;
  readonly engine: Pick<Engine, 'can'>;
  /** Is something to be reported of hooks in a DAG? Of all, unless this says otherwise. */
  readonly isAsked?: IsAsked | undefined;
}

/** Which rule matches which place. */
export function selectHooks(selecting: Selecting, report: Report): Selection {
  const { workflow, rules, tasks, matches, view, mayRun, ruleMatches } = selecting;
  for (const task of tasks) ruleMatches.tasks.add(task.name);
  if (rules.rules.some(({ action }) => action)) {
    for (const { name } of view.sessionOf(workflow).stages) ruleMatches.stages.add(name);
  }
  const sorted = [...rules.rules].sort(inRuleOrder);
  const children = childDags(workflow, rules);
  const forPolicy = decidedChildren(workflow, rules);
  for (const [dag, rule] of children) {
    const { name, span } = workflow.dags[dag]!;
    const butPolicy = keepsPolicy(workflow, dag, rules);
    report(
      'DW431',
      { dag: name, rule: rule.id, butPolicy },
      { span, related: { message: 'the rule', span: rule.span } },
    );
  }
  const wanted = sorted.flatMap((rule) => {
    const met = placesOf(rule, tasks, selecting).filter((place) => meetsMatch(place, selecting, report));
    countMatches(rule, met, selecting, report);
    if (met.length > 0) ruleMatches.rules.add(rule);
    const without = isOfPolicy(rule) ? forPolicy : children;
    const places = met.filter(({ dag }) => !without.has(dag));
    tellRefused(
      'child workflow',
      met.filter(({ dag }) => without.has(dag)),
      workflow,
      ruleMatches,
    );
    const refused = new Set(places.filter((place) => !mayRun(place)));
    for (const place of refused) {
      const { witness } = ruleMatches;
      witness?.refused({ clause: 'when', ...place, workflow, pattern: undefined, why: selecting.whyNever(place) });
    }
    const open = places.filter((place) => !refused.has(place));
    const taken = rule.once ? open.slice(0, 1) : open;
    tellRefused('once', open.slice(taken.length), workflow, ruleMatches);
    return taken;
  });
  const closed = new Set(wanted.filter((place) => isClosed(place, workflow, report)));
  tellRefused('closed DAG', [...closed], workflow, ruleMatches);
  const handlers = selecting.engine.can.handlers === 'nodes' ? [] : wanted.flatMap(handlerHook);
  const inHandlers = new Set(handlers.map(({ place }) => place));
  const settled = settlePlaces(
    wanted.filter((place) => !closed.has(place) && !inHandlers.has(place)),
    workflow,
    report,
  );
  tellRefused('run', settled.refused, workflow, ruleMatches);
  const open = settled.places;
  const workspaces = createWorkspaces(workflow, rules, matches, selecting.edgesOf, selecting.isTeardown);
  const inEngine = [...handlers.map(({ hook }) => hook), ...settled.handlers];
  const { asked, others } = askedOf(open, selecting);
  const slotsOf = findSlots(asked, workflow, workspaces, matches);
  const slotsOfOthers = findSlots(others, workflow, anySlot, matches);
  // A rule with an anchor that many steps match adds one for each task and each of these: more than memory may hold.
  if (reportTooMany(addedBy([slotsOf, slotsOfOthers], inEngine), workflow, rules, report))
    return { hooks: [], handlers: [] };
  const hooks = resolveAnchors(slotsOf, workflow, workspaces, matches, report);
  const { isAsked } = selecting;
  tellWorkspaces(isAsked ? hooks.filter((hook) => isAsked(hook.dag, [hook])) : hooks, workflow, workspaces, report);
  tellPlaced(asked, hooks, workflow, ruleMatches);
  return { hooks, handlers: inEngine };
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
  workflow: Workflow,
  { witness }: RuleMatches,
): void {
  for (const place of places) witness?.refused({ clause, ...place, workflow, pattern: undefined });
}

function tellPlaced(
  open: readonly Candidate[],
  hooks: readonly Hook[],
  workflow: Workflow,
  ruleMatches: RuleMatches,
): void {
  if (!ruleMatches.witness) return;
  const key = ({ rule, dag, task }: Candidate) => `${rule.id} ${dag} ${task?.name}`;
  const placed = new Set(hooks.map(key));
  for (const hook of hooks) ruleMatches.witness.placed(hook, workflow);
  tellRefused(
    'anchor',
    open.filter((place) => !placed.has(key(place))),
    workflow,
    ruleMatches,
  );
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

function placesOf(
  rule: Rule,
  tasks: readonly Task[],
  { workflow, matches, view, ruleMatches, nodesFor = () => nodesAsTasks(workflow) }: Selecting,
): readonly Candidate[] {
  if (rule.action) {
    const places = actionPlaces(rule, rule.action, tasks, () => view.sessionOf(workflow));
    if (places) {
      tellOtherStages(rule, places, tasks, { workflow, view, ruleMatches });
      return places;
    }
  }
  if (isOfTasks(rule)) {
    return (rule.ofNodes || rule.each ? nodesFor(rule) : tasks).flatMap((task) => {
      const place = { rule, dag: task.body ?? task.node!.dag, task };
      const metAs = meetsTask(place, workflow, matches, ruleMatches);
      if (metAs === undefined) return [];
      if (!rule.ofNodes) return place;
      const shellAs = metAs === 'shell' ? rule.ofNodes.shellAs : undefined;
      return { ...place, task: { ...task, metAs: shellAs ?? metAs } };
    });
  }
  const roots =
    rule.run === 'success' ? workflow.roots.filter((root) => workflow.dags[root]!.nodes.length > 0) : workflow.roots;
  return roots.map((dag) => ({ rule, dag, task: undefined }));
}

function tellOtherStages(
  rule: Rule,
  places: readonly Candidate[],
  tasks: readonly Task[],
  { workflow, view, ruleMatches: { witness } }: Pick<Selecting, 'workflow' | 'view' | 'ruleMatches'>,
): void {
  if (!witness) return;
  const met = new Set(places.map(({ task }) => task?.name));
  const stages = rule.action?.around === 'stages' ? view.sessionOf(workflow).stages.map(({ name }) => name) : undefined;
  for (const task of tasks) {
    if (met.has(task.name)) continue;
    const dag = task.body ?? task.node!.dag;
    witness.refused({ clause: 'stages', rule, workflow, dag, task, pattern: undefined, stages });
  }
}

/** @returns the name by which the rule means the task, or its kind; `undefined` where it does not */
export function meetsTask(
  place: Candidate & { readonly task: Task },
  workflow: Workflow,
  matches: Matches,
  { patterns, witness }: Pick<RuleMatches, 'patterns' | 'witness'>,
): string | undefined {
  const { name, id, kinds = [] } = place.task;
  const names = id === undefined ? [name] : [name, id];
  if (place.rule.ofNodes) names.push(...kinds);
  const met = firstMet(place.rule.tasks, names, matches, patterns);
  if (!met) {
    witness?.refused({ clause: 'tasks', ...place, workflow, pattern: undefined });
    return undefined;
  }
  const pattern = firstMet(place.rule.tasksExclude, names, matches, patterns);
  if (pattern) witness?.refused({ clause: 'tasks_exclude', ...place, workflow, pattern });
  return pattern === undefined ? names.find((one) => matches(met, one)) : undefined;
}

/** @param all takes every pattern that means one of the names */
function firstMet(
  some: readonly Pattern[],
  names: readonly string[],
  matches: Matches,
  all: Set<Pattern>,
): Pattern | undefined {
  let first: Pattern | undefined;
  for (const pattern of some) {
    if (!isOneMeant(pattern, names, matches)) continue;
    all.add(pattern);
    first ??= pattern;
  }
  return first;
}

function isOneMeant(pattern: Pattern, names: readonly string[], matches: Matches): boolean {
  for (const name of names) if (matches(pattern, name)) return true;
  return false;
}

function meetsMatch(place: Candidate, { workflow, placeMatcher, ruleMatches }: Selecting, report: Report): boolean {
  const { rule } = place;
  if (!rule.match) return true;
  const answer = placeMatcher.at(rule.match, place);
  if (answer.kind === 'no') {
    ruleMatches.witness?.refused({ clause: 'match', ...place, workflow, pattern: undefined, answer });
    return false;
  }
  if (answer.kind === 'unsure') {
    const { name, span } = matchedAt(place, workflow);
    const args = { rule: rule.id, place: name, why: answer.why };
    report('DW452', args, { span, related: { message: 'the rule', span: rule.span } });
  }
  return true;
}

/** Counts the matches of a rule, and reports the workflow or the DAGs in which they are too few or too many. */
export function countMatches(
  rule: Rule,
  places: readonly Candidate[],
  { workflow, ruleMatches: { counted } }: Pick<Selecting, 'workflow' | 'ruleMatches'>,
  report: Report,
): void {
  const { expect } = rule;
  if (!expect) return;
  const before = counted.get(rule) ?? [];
  for (const place of places) before.push(matchedAt(place, workflow));
  counted.set(rule, before);
  const check = (found: readonly Candidate[], dag: Dag) => {
    const matched = found.map((place) => matchedAt(place, workflow));
    const finding = countFinding(rule, expect, matched, dag.name);
    const related = { message: 'the rule', span: expect.span };
    if (finding) report('DW453', finding.args, { span: finding.span ?? dag.span, related });
  };
  if (expect.per === 'workflow') check(places, workflow.dags[workflow.roots[0] ?? 0]!);
  if (expect.per === 'dag')
    for (const dag of workflow.dags)
      check(
        places.filter((place) => place.dag === dag.index),
        dag,
      );
}

function matchedAt({ dag, task }: Candidate, { dags }: Workflow): Matched {
  const { name, span } = dags[dag]!;
  const step = task?.node && dags[task.node.dag]!.nodes[task.node.node]!;
  return { name: task?.name ?? name, span: step?.span ?? span };
}

function isClosed({ rule, dag }: Candidate, workflow: Workflow, report: Report): boolean {
  const { closed, name, span } = workflow.dags[dag]!;
  if (closed === undefined) return false;
  report(
    'DW405',
    { rule: rule.id, dag: name, why: closed },
    { span, related: { message: 'the rule', span: rule.span } },
  );
  return true;
}
