import type { Denied } from './match.js';
import type { Injection } from './plan.js';
import type { HandlerEvent } from './rule.js';
import type { Forecast, HookKind } from './run-table.js';
import type { Span } from './source.js';

/** What a preview draws: every DAG with the order that really holds in it, before and after a change. */
export interface Picture {
  readonly dags: readonly PictureDag[];
}

export interface PictureDag {
  readonly name: string;
  readonly file: string;
  /** Does a run start with it? */
  readonly isRoot: boolean;
  /** The reading that is drawn, where the text allows several; `undefined` where there is one. */
  readonly reading: string | undefined;
  /** In the order of the list, added ones among them. */
  readonly nodes: readonly PictureNode[];
  /** Direct ones only, by positions in `nodes`. */
  readonly edges: readonly PictureEdge[];
  /** What is added to the engine's own handlers, in the order in which it runs. */
  readonly handlers: readonly PictureHandler[];
  /** What is in it although a rule forbids it. */
  readonly denied: readonly PictureDenied[];
}

export interface PictureDenied extends Denied {
  /** Position in `nodes`; `undefined` for the DAG itself, and for what it runs beside its steps. */
  readonly at: number | undefined;
}

export interface PictureNode {
  readonly name: string;
  /** What the node is in the engine's words: `command`, `call`. */
  readonly type: string;
  readonly call: PictureCall | undefined;
  readonly hook: PictureHook | undefined;
  /** Where it is written; `undefined` for a node that is yet to be written. */
  readonly span: Span | undefined;
}

interface PictureCall {
  readonly name: string;
  /** Position in `Picture.dags`; `undefined` where the DAG is not among what was read. */
  readonly dag: number | undefined;
}

export interface PictureHook {
  /** Id of the rule. */
  readonly rule: string;
  /** `undefined` where only a mark in the text tells of it, so that nothing more is known. */
  readonly injection: Injection | undefined;
  /** Known where the injection is. */
  readonly forecast: Forecast | undefined;
}

export interface PictureEdge {
  /** Runs first. */
  readonly from: number;
  readonly to: number;
  readonly change: 'kept' | 'added' | 'removed';
}

interface PictureHandler {
  readonly name: string;
  readonly event: HandlerEvent;
  readonly hook: PictureHook;
}

/** Does anything change in it? */
export function isChanged(dag: PictureDag): boolean {
  return (
    dag.handlers.length > 0 ||
    dag.nodes.some((node) => node.hook?.injection) ||
    dag.edges.some((edge) => edge.change !== 'kept')
  );
}

/** What a rule asks its hooks to be. */
export type Gate = Exclude<HookKind, 'background'>;

/** How a hook looks in a picture; `unknown` where only a mark in the text tells of it. */
export type HookLook = HookRole | 'unknown';

export function lookOf({ injection }: PictureHook): HookLook {
  return injection ? roleOf(injection) : 'unknown';
}

/** The looks that occur in some DAGs, in the order in which a legend lists them. */
export function looksIn(dags: readonly PictureDag[]): readonly HookLook[] {
  const found = new Set(
    dags.flatMap(({ nodes, handlers }) => [...nodes, ...handlers].flatMap(({ hook }) => (hook ? [lookOf(hook)] : []))),
  );
  return hookLooks.filter((look) => found.has(look));
}

const hookLooks: readonly HookLook[] = ['gate', 'observation', 'awaited', 'aside', 'unknown'];

/** Does what follows wait for a hook, and does its failure hold them up? */
export function gateOf({ rule }: Pick<Injection, 'rule'>): Gate {
  if (!rule.await || (rule.point === 'final' && rule.run !== 'success')) return 'aside';
  return rule.policy.onFailure === 'continue' ? 'awaited' : 'gate';
}

/** What a hook is called: one that never fails for what it finds is no gate, although what follows waits for it. */
export type HookRole = Gate | 'observation';

export function roleOf(injection: Pick<Injection, 'rule' | 'observes'>): HookRole {
  const gate = gateOf(injection);
  return gate === 'gate' && injection.observes ? 'observation' : gate;
}
