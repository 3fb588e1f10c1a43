import type { HandlerEvent } from './rule.js';

/**
 * How a step ended, for those that wait for it; or a run, for its handlers.
 * - `skipped`: its own condition did not hold, or what it waits for was skipped; of a run, that this befell its last steps.
 * - `aborted`: something before it failed, or the run was stopped; of a run, that it was stopped.
 */
export type NodeEnd = 'success' | 'failure' | 'skipped' | 'aborted';

export const nodeEnds = ['success', 'failure', 'skipped', 'aborted'] as const satisfies readonly NodeEnd[];

/** What becomes of a step: it runs, or it does not and counts as what is here for those behind it. */
export type Fate = 'runs' | 'skipped' | 'aborted';

/**
 * What an added step is to those behind it.
 * - `gate`: they wait, and run only if it succeeds.
 * - `awaited`: they wait, and run whatever comes of it.
 * - `aside`: nobody waits.
 * - `background`: they wait for its start only.
 */
export type HookKind = 'gate' | 'awaited' | 'aside' | 'background';

/** How the command of an added step ends, after its last try. `left_out`: the rule's condition did not hold. */
export type CommandEnd = 'success' | 'failure' | 'left_out';

/** What an engine does, as far as it decides which steps run. A format states it, and tests hold it against the engine. */
export interface RunTable {
  /** What becomes of a step by how one ended that it waits for, where all others ended well. */
  readonly behind: Readonly<Record<NodeEnd, Fate>>;
  /** The same where the step before it says that others go on after such an end. */
  readonly behindTolerant: Readonly<Record<NodeEnd, Fate>>;
  /** What an added step counts as for those behind it, as the format writes it. */
  readonly hooks: Readonly<Record<HookKind, Readonly<Record<CommandEnd, NodeEnd>>>>;
  /** Does a handler start, by how the run ended? */
  readonly handlers: Readonly<Record<HandlerEvent, Readonly<Record<NodeEnd, boolean>>>>;
}

/** Will an added step run, and whom does it hold up? */
export interface Forecast {
  /** One for each way in which what is before it can end; a single one where nothing is. */
  readonly rows: readonly ForecastRow[];
  /** Names of the steps that wait for it. */
  readonly successors: readonly string[];
  /** What follows from each way in which its command can end. */
  readonly ends: readonly ForecastEnd[];
}

export interface ForecastRow {
  /** How one of those before it ended, while all others ended well; of a handler, how the run did. */
  readonly before: NodeEnd | 'nothing';
  /** It depends on which of those before it that was, or on how exactly it failed. */
  readonly runs: 'yes' | 'no' | 'depends';
  /** Names of those before it that keep it from running when they end so. */
  readonly blockedBy: readonly string[];
  /** Names of those that do so sometimes: their exit code or output decides. */
  readonly perhapsBlockedBy: readonly string[];
}

export interface ForecastEnd {
  readonly command: CommandEnd;
  /** What becomes of the steps that wait for it. */
  readonly successors: 'run' | 'held' | 'none';
  /** Does the run of its DAG fail, and with it the step that calls it, if there is one? */
  readonly failsRun: boolean;
}
