import type { CommandEnd, Outcome } from './run-table.js';

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
  readonly before: Outcome | 'nothing';
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
