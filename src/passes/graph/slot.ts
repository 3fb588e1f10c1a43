import type { Rule } from '../../model/rule.js';
import type { Task } from './tasks.js';

/**
 * Where hooks can be in a DAG.
 * - `entry`: before every node that waits for nothing.
 * - `before`, `after`: at one node.
 * - `middle`: after the setup nodes and before the tasks; in the DAG of a task, after its work and before what takes its workspace away.
 * - `exit`: after every last node.
 */
export type Slot =
  | { readonly kind: 'entry' }
  | { readonly kind: 'before'; readonly node: number }
  | { readonly kind: 'after'; readonly node: number }
  | { readonly kind: 'middle' }
  | { readonly kind: 'exit' };

/** What a slot lies between: everything in `after` comes before it, everything in `before` waits for it. */
export interface Border {
  readonly after: readonly number[];
  readonly before: readonly number[];
}

/** A rule at a place that it matches. */
export interface Hook {
  readonly rule: Rule;
  readonly dag: number;
  readonly task: Task | undefined;
  readonly slot: Slot;
  /** Its anchor is another hook: it is right beside that one, in that one's slot. */
  readonly beside: { readonly side: 'before' | 'after'; readonly hook: Hook } | undefined;
  /** Its anchor is not there, so that the point's own place was taken. */
  readonly fellBack?: true;
}

export function slotKey(slot: Slot): string {
  return 'node' in slot ? `${slot.kind} ${slot.node}` : slot.kind;
}
