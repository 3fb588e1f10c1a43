import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { isExactPattern } from '../../lang/pattern.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Pattern } from '../../model/pattern.js';
import type { Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import type { Hook, Slot } from '../graph/slot.js';
import type { Matches } from '../graph/tasks.js';
import { settleBesideHooks } from './beside-hooks.js';
import type { Candidate } from './candidate.js';
import { type NamedRules, namedRulesByPlace, type PlaceKey, placeKey } from './named-rules.js';
import type { AnchorUse, RuleMatches } from './rule-matches.js';
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
  const meansOwnHook = ownHookFinder(wanted, matches);
  return new Map(wanted.map((place) => [place, meansOwnHook(place) ? undefined : slotsOf(place)]));
}

/** Makes hooks of all: where the anchor is, or else at the point's own place. */
export function resolveAnchors(
  slotsOf: SlotsOf,
  workflow: Workflow,
  workspaces: Workspaces,
  { matches, ruleMatches }: { readonly matches: Matches; readonly ruleMatches: Pick<RuleMatches, 'anchors'> },
  report: Report,
): readonly Hook[] {
  const resolved = new Map<Candidate, readonly Hook[]>();
  const wanted = [...slotsOf.keys()];
  const waiting: Candidate[] = [];
  for (const [place, slots] of slotsOf) {
    if (slots)
      resolved.set(
        place,
        slots.map((slot) => hookAt(place, slot)),
      );
    else waiting.push(place);
  }
  // What is left names something that is no node: another hook, which may itself wait for a hook, or nothing at all.
  if (waiting.length > 0) {
    const settling = { workflow, matches, fallBack: (place: Candidate) => fallBack(place, workspaces) };
    const { missing, foreign } = settleBesideHooks(waiting, resolved, settling);
    if (missing.size > 0) reportAllMissing(missing, foreign, wanted, { workflow, ...ruleMatches }, report);
  }
  const hooks: Hook[] = [];
  for (const place of wanted) {
    for (const hook of resolved.get(place)!) {
      hooks.push(hook);
      if (place.rule.anchor && !hook.fellBack) ruleMatches.anchors.found.add(place.rule);
    }
  }
  return hooks;
}

function hookAt({ rule, dag, task }: Candidate, slot: Slot): Hook {
  return { rule, dag, task, slot, beside: undefined };
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
  const nodesIn = new Map<number, (pattern: Pattern) => readonly number[]>();
  const nodesNamed = (pattern: Pattern, dag: number) => {
    const find = nodesIn.get(dag) ?? nodeFinder(workflow.dags[dag]!, matches);
    nodesIn.set(dag, find);
    return find(pattern);
  };
  // Where tasks are nodes, a rule matches the same DAG once a task: its anchor is looked up once.
  const found = new Map<string, Map<number, readonly Slot[]>>();
  return (place) => {
    const { rule, dag: index } = place;
    if (!rule.anchor) return [ownSlot(place)];
    const { side, pattern } = rule.anchor;
    const key = `${side} ${pattern.text}`;
    const byDag = found.get(key) ?? new Map<number, readonly Slot[]>();
    found.set(key, byDag);
    const slots = byDag.get(index) ?? nodesNamed(pattern, index).map((node): Slot => ({ kind: side, node }));
    byDag.set(index, slots);
    return slots.length === 0 ? undefined : slots;
  };
}

/** By name or id, or else by what a pattern means. */
function nodeFinder({ nodes }: Dag, matches: Matches): (pattern: Pattern) => readonly number[] {
  const called = new Map<string, number[]>();
  for (const { index, name, id } of nodes) {
    listAt(called, name).push(index);
    if (id !== undefined && id !== name) listAt(called, id).push(index);
  }
  return (pattern) => {
    const exact = called.get(pattern.text);
    if (exact || isExactPattern(pattern.text)) return exact ?? [];
    return nodes
      .filter(({ name, id }) => matches(pattern, name) || (id !== undefined && matches(pattern, id)))
      .map(({ index }) => index);
  };
}

/** Where the point's own place is, for a message. */
const ownPlaces: Readonly<Record<Rule['point'], string>> = {
  pre_root: 'before the first steps',
  post_roots: 'after the setup steps',
  pre_task: "before the task's first step",
  post_task: 'at the end of the task, before any clean-up',
  final: 'after the last steps',
};

/** A policy that names a hook of its own means that hook, also where a step of the workflow is called the same. */
function ownHookFinder(wanted: readonly Candidate[], matches: Matches): (place: Candidate) => boolean {
  let ofPolicy: ReadonlyMap<PlaceKey, NamedRules> | undefined;
  return (place) => {
    const { anchor } = place.rule;
    if (!anchor || !isOfPolicy(place.rule)) return false;
    ofPolicy ??= namedRulesByPlace(
      wanted.filter(({ rule }) => isOfPolicy(rule)),
      matches,
    );
    return ofPolicy.get(placeKey(place))!.hasOtherCalled(anchor.pattern.text, place.rule);
  };
}

function fallBack(place: Candidate, { ownSlot }: Pick<Workspaces, 'ownSlot'>): readonly Hook[] {
  if (place.rule.anchor!.onMissing !== 'default') return [];
  return [{ ...hookAt(place, ownSlot(place)), fellBack: true }];
}

interface Missing {
  readonly workflow: Workflow;
  readonly anchors: AnchorUse;
}

/** Once a rule, with all its places in the order of the workflow, whichever of them was found to be lost first. */
function reportAllMissing(
  missing: ReadonlySet<Candidate>,
  foreign: ReadonlySet<Rule>,
  wanted: readonly Candidate[],
  found: Missing,
  report: Report,
): void {
  const { workflow } = found;
  const lostPlaces = new Map<Rule, string[]>();
  const first = new Map<Rule, Candidate>();
  for (const place of wanted) {
    if (!first.has(place.rule)) first.set(place.rule, place);
    if (missing.has(place)) listAt(lostPlaces, place.rule).push(place.task?.name ?? workflow.dags[place.dag]!.name);
  }
  for (const [rule, places] of lostPlaces) {
    reportMissing(first.get(rule)!, { places, isForeign: foreign.has(rule) }, found, report);
  }
}

function reportMissing(
  { rule, dag, task }: Candidate,
  missing: { readonly places: readonly string[]; readonly isForeign: boolean },
  { workflow, anchors }: Missing,
  report: Report,
): void {
  const anchor = rule.anchor!;
  const nearest = nearestName(
    anchor.pattern.text,
    workflow.dags[dag]!.nodes.map((node) => node.name),
  );
  if (nearest !== undefined && !missing.isForeign && !anchor.isMissingStated) anchors.meant.set(rule, nearest);
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
