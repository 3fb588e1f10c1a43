import type { Report } from '../../diagnostics/diagnostics.js';
import type { EngineWords } from '../../model/engine.js';
import { isOfTaskEnd, type Rule } from '../../model/rule.js';
import type { Dag, Node } from '../../model/workflow.js';
import type { Hook } from '../graph/slot.js';
import { positionMayCount } from '../graph/topology.js';
import type { PlacedHook, PlacedNode } from './place.js';
import type { HookRow } from './rows.js';

/** What happened with rules while they were placed, reported once a rule, however many DAGs it matches. */
export interface Remarks {
  /** The made-up names of nodes get written down. */
  named(nodes: readonly number[], dag: Dag): void;
  /** @param softly the steps behind it wait for it, but not for its success */
  detached(rule: Rule, dag: Dag, softly: boolean): void;
  keepsCallerWaiting(rule: Rule, dag: Dag): void;
  heldBack(rows: readonly HookRow[], dag: Dag, count: number): void;
  skippedWith(rows: readonly HookRow[], dag: Dag, nodes: readonly number[]): void;
  /** It does not wait for nodes that may never start. */
  passes(rows: readonly HookRow[], dag: Dag, nodes: readonly number[]): void;
  runsUnchosen(rule: Rule, dag: Dag, node: number): void;
  equalOrder(rows: readonly HookRow[], dag: Dag): void;
  /** For rules in the order in which one handler runs them. */
  equalOrderInHandler(rules: readonly Rule[], dag: Dag): void;
  serialGroup(list: readonly PlacedNode[], dag: Dag): void;
  /** A node of the workflow has the name that a hook of the rule would have. */
  calledLike(rule: Rule, dag: Dag, node: Node): void;
  notCaptured(rule: Rule, dag: Dag): void;
  /** The engine hands on nothing that a step prints. */
  capturesNothing(rule: Rule, dag: Dag): void;
  tell(report: Report): void;
}

export function createRemarks(words: EngineWords): Remarks {
  const told = new Map<
    string,
    { readonly tell: (report: Report, dags: readonly string[]) => void; readonly dags: Set<string> }
  >();
  const remark = (key: string, dag: Dag, tell: (report: Report, dags: readonly string[]) => void) => {
    const known = told.get(key) ?? { tell, dags: new Set<string>() };
    known.dags.add(dag.name);
    told.set(key, known);
  };
  const undecided = (first: Rule, second: Rule, dag: Dag) =>
    remark(`order ${first.id} ${second.id}`, dag, (report, dags) =>
      report(
        'DW410',
        { first: first.id, second: second.id, dags },
        { span: second.span, related: { message: 'the other rule', span: first.span } },
      ),
    );
  const unchosen = new Map<string, Set<string>>();
  const waiting = new Map<Dag, ReadonlyMap<number, readonly string[]>>();
  const waitingIn = (dag: Dag) => {
    const known = waiting.get(dag) ?? waitingByNode(dag);
    waiting.set(dag, known);
    return known;
  };
  return {
    named(nodes, dag) {
      if (nodes.length === 0) return;
      const sorted = [...nodes].sort((a, b) => a - b);
      const names = sorted.map((node) => dag.nodes[node]!.name);
      const { span } = dag.nodes[sorted[0]!]!;
      remark(`named ${dag.index}`, dag, (report) => report('DW425', { dag: dag.name, names }, { span }));
    },
    calledLike(rule, dag, { name, index, span, needs }) {
      const args = {
        node: name,
        dag: dag.name,
        rule: rule.id,
        sources: needs?.map((need) => need.name) ?? (positionMayCount(dag) ? undefined : []),
        waiting: waitingIn(dag).get(index) ?? [],
      };
      remark(`like ${dag.index} ${index}`, dag, (report) => report('DW715', args, { span }));
    },
    notCaptured(rule, dag) {
      remark('captures', dag, (report, dags) => report('DW419', { dags }, { span: rule.span }));
    },
    capturesNothing(rule, dag) {
      remark(`nothing ${rule.id}`, dag, (report) =>
        report('DW246', { rule: rule.id, needed: false }, { span: rule.span }),
      );
    },
    detached(rule, dag, softly) {
      remark(`detached ${rule.id}`, dag, (report, dags) =>
        report(softly ? 'DW476' : 'DW412', { rule: rule.id, dags }, { span: rule.span }),
      );
    },
    keepsCallerWaiting(rule, dag) {
      remark(`caller ${rule.id}`, dag, (report, dags) => report('DW414', { rule: rule.id, dags }, { span: rule.span }));
    },
    heldBack(rows, dag, count) {
      if (count === 0) return;
      const awaited = rows.flatMap(({ hooks }) => hooks.filter(({ rule }) => rule.await));
      for (const { rule } of awaited.slice(0, 1)) {
        remark(`held ${rule.id} ${dag.name}`, dag, (report) =>
          report(
            'DW409',
            { rule: rule.id, dag: dag.name, count, isTask: rule.point !== 'post_roots' },
            { span: rule.span },
          ),
        );
      }
    },
    skippedWith(rows, dag, nodes) {
      if (nodes.length === 0) return;
      const names = nodes.map((node) => dag.nodes[node]!.name);
      for (const { rule, slot } of rows.flatMap(({ hooks }) => hooks)) {
        const everything = slot.kind === 'middle' && rule.await;
        const args = { rule: rule.id, dag: dag.name, nodes: names, everything, field: words.goesOnWhenSkipped };
        remark(`skipped ${rule.id} ${dag.index}`, dag, (report) => report('DW420', args, { span: rule.span }));
      }
    },
    passes(rows, dag, nodes) {
      const names = nodes.map((node) => dag.nodes[node]!.name);
      if (names.length === 0) return;
      for (const { rule } of rows.flatMap(({ hooks }) => hooks)) {
        const args = { rule: rule.id, dag: dag.name, nodes: names };
        remark(`passes ${rule.id} ${dag.index}`, dag, (report) => report('DW487', args, { span: rule.span }));
      }
    },
    runsUnchosen(rule, dag, node) {
      const nodes = unchosen.get(`${rule.id} ${dag.index}`) ?? new Set();
      unchosen.set(`${rule.id} ${dag.index}`, nodes.add(dag.nodes[node]!.name));
      remark(`unchosen ${rule.id} ${dag.index}`, dag, (report) =>
        report(
          'DW436',
          { rule: rule.id, dag: dag.name, nodes: [...nodes], chooser: words.chooser },
          { span: rule.span },
        ),
      );
    },
    equalOrder(rows, dag) {
      for (const [first, second] of undecidedNeighbours(rows)) undecided(first, second, dag);
    },
    equalOrderInHandler(rules, dag) {
      rules.forEach((rule, index) => {
        const before = rules[index - 1];
        if (before && !isDecided(before, rule)) undecided(before, rule, dag);
      });
    },
    serialGroup(list, dag) {
      if (!positionMayCount(dag)) return;
      for (const { rule } of sideBySide(list)) {
        const group = rule.parallel!;
        remark(`group ${rule.id}`, dag, (report, dags) =>
          report('DW413', { rule: rule.id, group, dags, asGraph: words.asGraph }, { span: rule.span }),
        );
      }
    },
    tell(report) {
      for (const { tell, dags } of told.values()) tell(report, [...dags]);
    },
  };
}

/** Neighbours in a slot whose order only their position in the configuration decides. */
function undecidedNeighbours(rows: readonly HookRow[]): readonly (readonly [Rule, Rule])[] {
  if (rows.length < 2) return [];
  const hooks = rows.flatMap((row) => row.hooks.map((hook) => ({ hook, row })));
  return hooks.flatMap(({ hook, row }, index): (readonly [Rule, Rule])[] => {
    const before = hooks[index - 1];
    if (!before || before.row === row || !areBesideTheSame(before.hook, hook)) return [];
    const [first, second] = [before.hook.rule, hook.rule];
    return isDecided(first, second) ? [] : [[first, second]];
  });
}

/** A hook that is beside another one by its anchor has its place for another reason than `order`. */
function areBesideTheSame(first: Hook, second: Hook): boolean {
  return first.beside?.hook === second.beside?.hook && first.beside?.side === second.beside?.side;
}

/** A list of actions is meant to run from top to bottom. */
function isDecided(first: Rule, second: Rule): boolean {
  return (
    first === second ||
    (first.action !== undefined && second.action !== undefined) ||
    first.order !== second.order ||
    first.layer !== second.layer ||
    first.point !== second.point ||
    isOfTaskEnd(first) !== isOfTaskEnd(second)
  );
}

function sideBySide(list: readonly PlacedNode[]) {
  if (!list.some((node) => node.kind === 'hook' && node.hook.rule.parallel !== undefined)) return [];
  const hooks = list.filter((node): node is PlacedHook => node.kind === 'hook').map((node) => node.hook);
  return hooks.filter((hook, index) => {
    const group = hook.rule.parallel;
    return group !== undefined && [hooks[index - 1], hooks[index + 1]].some((other) => other?.rule.parallel === group);
  });
}

/** For each node, the names of those that wait for it. */
function waitingByNode({ nodes }: Dag): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const { name, needs = [] } of nodes)
    for (const node of new Set(needs.map((need) => need.node))) {
      if (node === undefined) continue;
      const names = found.get(node);
      if (names) names.push(name);
      else found.set(node, [name]);
    }
  return found;
}
