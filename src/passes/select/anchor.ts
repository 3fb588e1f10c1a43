import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Pattern } from '../../model/pattern.js';
import type { Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { nodesAbout } from '../graph/nodes-about.js';
import type { Hook, Slot } from '../graph/slot.js';
import type { Matches } from '../graph/tasks.js';
import { hookName, namesOfRule } from '../rules/hook-name.js';
import type { Candidate } from './candidate.js';
import type { Workspaces } from './workspaces.js';

/** The slots of each place; `undefined` where its anchor names no node of the DAG, but maybe a hook. */
export type SlotsOf = ReadonlyMap<Candidate, readonly Slot[] | undefined>;

export function findSlots(
  wanted: readonly Candidate[],
  workflow: Workflow,
  workspaces: Pick<Workspaces, 'ownSlot'>,
  matches: Matches,
): SlotsOf {
  const slotsOf = slotFinder(workflow, matches, workspaces);
  const meansOwnHook = ownHookFinder(wanted);
  return new Map(wanted.map((place) => [place, meansOwnHook(place) ? undefined : slotsOf(place)]));
}

/** Makes hooks of all: where the anchor is, or else at the point's own place. */
export function resolveAnchors(
  slotsOf: SlotsOf,
  workflow: Workflow,
  workspaces: Workspaces,
  matches: Matches,
  report: Report,
): readonly Hook[] {
  const missing = new Set<Candidate>();
  const resolved = new Map<Candidate, readonly Hook[]>();
  // Rules of a policy whose anchor only a hook of another layer has.
  const foreign = new Set<Rule>();
  const wanted = [...slotsOf.keys()];
  let waiting: Candidate[] = [];
  for (const [place, slots] of slotsOf) {
    if (slots)
      resolved.set(
        place,
        slots.map((slot) => hookAt(place, slot)),
      );
    else waiting.push(place);
  }
  const hooksByPlace = new Map<PlaceKey, Hook[]>();
  if (waiting.length > 0) for (const [place, hooks] of resolved) addAll(listAt(hooksByPlace, placeKey(place)), hooks);
  const hooksAt = (place: Candidate) => hooksByPlace.get(placeKey(place)) ?? [];
  const settle = (place: Candidate, hooks: readonly Hook[]) => {
    resolved.set(place, hooks);
    addAll(listAt(hooksByPlace, placeKey(place)), hooks);
  };
  // What is left names something that is no node: another hook, which may itself wait for a hook, or nothing at all.
  while (waiting.length > 0) {
    const still = waiting.filter((place) => {
      const anchor = place.rule.anchor!;
      const hooks = hooksAt(place).filter((hook) => mayFollow(place.rule, hook.rule));
      const hook = findHook(anchor.pattern, hooks, workflow.dags[place.dag]!, matches);
      if (hook) settle(place, [{ ...place, slot: hook.slot, beside: { side: anchor.side, hook } }]);
      return !hook;
    });
    const lost = still.length < waiting.length ? new Set<Candidate>() : unresolvable(still, matches);
    for (const place of lost) {
      const { rule, dag } = place;
      if (findHook(rule.anchor!.pattern, hooksAt(place), workflow.dags[dag]!, matches)) foreign.add(rule);
      settle(place, fallBack(place, workspaces));
      missing.add(place);
    }
    waiting = still.filter((place) => !lost.has(place));
  }
  if (missing.size > 0) reportAllMissing(missing, foreign, wanted, workflow, report);
  const hooks: Hook[] = [];
  for (const place of wanted) for (const hook of resolved.get(place)!) hooks.push(hook);
  return hooks;
}

/** One by one: so many arguments of one call as there may be hooks are too many. */
function addAll(list: Hook[], hooks: readonly Hook[]): void {
  for (const hook of hooks) list.push(hook);
}

function hookAt({ rule, dag, task }: Candidate, slot: Slot): Hook {
  return { rule, dag, task, slot, beside: undefined };
}

/** A DAG, or a node of one that is a task. */
type PlaceKey = number | `${number} ${number}`;

function placeKey({ dag, task }: Candidate): PlaceKey {
  return task?.body === undefined && task !== undefined ? `${dag} ${task.node!.node}` : dag;
}

function listAt<K, V>(lists: Map<K, V[]>, key: K): V[] {
  let list = lists.get(key);
  if (!list) {
    list = [];
    lists.set(key, list);
  }
  return list;
}

/** Finds the slots of a rule at a place; `undefined` where its anchor names no node of the DAG. */
function slotFinder(
  workflow: Workflow,
  matches: Matches,
  { ownSlot }: Pick<Workspaces, 'ownSlot'>,
): (place: Candidate) => readonly Slot[] | undefined {
  // Where tasks are nodes, a rule matches the same DAG once a task: its anchor is looked up once.
  const found = new Map<string, Map<number, readonly Slot[]>>();
  return (place) => {
    const { rule, dag: index } = place;
    if (!rule.anchor) return [ownSlot(place)];
    const { side, pattern } = rule.anchor;
    const key = `${side} ${pattern.text}`;
    const byDag = found.get(key) ?? new Map<number, readonly Slot[]>();
    found.set(key, byDag);
    const slots =
      byDag.get(index) ??
      nodesNamed(pattern, workflow.dags[index]!, matches).map((node): Slot => ({ kind: side, node }));
    byDag.set(index, slots);
    return slots.length === 0 ? undefined : slots;
  };
}

function nodesNamed(pattern: Pattern, dag: Dag, matches: Matches): readonly number[] {
  const exact = dag.nodes.filter((node) => node.name === pattern.text || node.id === pattern.text);
  const meant =
    exact.length > 0
      ? exact
      : dag.nodes.filter(({ name, id }) => matches(pattern, name) || (id !== undefined && matches(pattern, id)));
  return meant.map((node) => node.index);
}

/** Where the point's own place is, for a message. */
const ownPlaces: Readonly<Record<Rule['point'], string>> = {
  pre_root: 'before the first steps',
  post_roots: 'after the setup steps',
  pre_task: "before the task's first step",
  post_task: 'at the end of the task, before any clean-up',
  final: 'after the last steps',
};

/** Where a rule of a policy goes is not for a hook of another layer to say. */
function mayFollow(rule: Rule, other: Rule): boolean {
  return !isOfPolicy(rule) || isOfPolicy(other);
}

const unlimited = { maxNameBytes: Number.POSITIVE_INFINITY };

/** By its own name, or by one that its rule is known by. */
function findHook(pattern: Pattern, hooks: readonly Hook[], dag: Dag, matches: Matches): Hook | undefined {
  const own = ({ rule }: Hook) => namesOfRule(rule)[0]!;
  return (
    hooks.find((hook) => hookName(hook.rule, nodesAbout(hook, dag), unlimited) === pattern.text) ??
    hooks.find((hook) => own(hook) === pattern.text || hook.rule.id === pattern.text) ??
    hooks.find(({ rule }) => namesOfRule(rule).includes(pattern.text)) ??
    hooks.find((hook) => matches(pattern, own(hook)))
  );
}

/** Hooks whose anchor no other waiting hook can become; all of them if they depend on each other in a cycle. */
function unresolvable(waiting: readonly Candidate[], matches: Matches): ReadonlySet<Candidate> {
  const byPlace = rulesByPlace(waiting);
  const lost = waiting.filter((place) => {
    const { pattern } = place.rule.anchor!;
    const others = [...byPlace.get(placeKey(place))!].filter(
      (rule) => rule !== place.rule && mayFollow(place.rule, rule),
    );
    return !others.some((rule) => isNamed(pattern, rule, matches));
  });
  return new Set(lost.length > 0 ? lost : waiting);
}

function rulesByPlace(places: readonly Candidate[]): ReadonlyMap<PlaceKey, ReadonlySet<Rule>> {
  const byPlace = new Map<PlaceKey, Set<Rule>>();
  for (const place of places) {
    const key = placeKey(place);
    byPlace.set(key, (byPlace.get(key) ?? new Set()).add(place.rule));
  }
  return byPlace;
}

/** A policy that names a hook of its own means that hook, also where a step of the workflow is called the same. */
function ownHookFinder(wanted: readonly Candidate[]): (place: Candidate) => boolean {
  let byPlace: ReadonlyMap<PlaceKey, ReadonlySet<Rule>> | undefined;
  return (place) => {
    const { anchor } = place.rule;
    if (!anchor || !isOfPolicy(place.rule)) return false;
    byPlace ??= rulesByPlace(wanted);
    return [...byPlace.get(placeKey(place))!].some(
      (rule) => rule !== place.rule && isOfPolicy(rule) && namesOfRule(rule)[0] === anchor.pattern.text,
    );
  };
}

function isNamed(pattern: Pattern, rule: Rule, matches: Matches): boolean {
  const [own, ...others] = namesOfRule(rule);
  return (
    [own, ...others, rule.id].includes(pattern.text) || pattern.text.startsWith(`${own}-`) || matches(pattern, own!)
  );
}

function fallBack(place: Candidate, { ownSlot }: Pick<Workspaces, 'ownSlot'>): readonly Hook[] {
  if (place.rule.anchor!.onMissing !== 'default') return [];
  return [{ ...hookAt(place, ownSlot(place)), fellBack: true }];
}

/** Once a rule, with all its places in the order of the workflow, whichever of them was found to be lost first. */
function reportAllMissing(
  missing: ReadonlySet<Candidate>,
  foreign: ReadonlySet<Rule>,
  wanted: readonly Candidate[],
  workflow: Workflow,
  report: Report,
): void {
  const lostPlaces = new Map<Rule, string[]>();
  for (const place of wanted)
    if (missing.has(place)) listAt(lostPlaces, place.rule).push(place.task?.name ?? workflow.dags[place.dag]!.name);
  for (const [rule, places] of lostPlaces) {
    reportMissing(rule, { places, isForeign: foreign.has(rule) }, wanted, workflow, report);
  }
}

function reportMissing(
  rule: Rule,
  missing: { readonly places: readonly string[]; readonly isForeign: boolean },
  wanted: readonly Candidate[],
  workflow: Workflow,
  report: Report,
): void {
  const anchor = rule.anchor!;
  const { dag, task } = wanted.find((place) => place.rule === rule)!;
  const nearest = nearestName(
    anchor.pattern.text,
    workflow.dags[dag]!.nodes.map((node) => node.name),
  );
  const args = { rule: rule.id, side: anchor.side, anchor: anchor.pattern.text, ...missing, nearest };
  if (anchor.onMissing === 'error') {
    const step = task?.node && workflow.dags[task.node.dag]!.nodes[task.node.node]!;
    const span = step?.span ?? workflow.dags[dag]!.span;
    report('DW404', args, { span, related: { message: 'the rule', span: anchor.pattern.span } });
  } else
    report(
      'DW403',
      { ...args, skipped: anchor.onMissing === 'skip', fallback: ownPlaces[rule.point] },
      { span: anchor.pattern.span },
    );
}
