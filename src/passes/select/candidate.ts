import type { Rule } from '../../model/rule.js';
import type { Task } from '../graph/tasks.js';

/** A rule at a place that it may go to, its slot not yet known. */
export interface Candidate {
  readonly rule: Rule;
  readonly dag: number;
  readonly task: Task | undefined;
}
