import type { WrittenRule } from '../../model/layer.js';
import type { ActionKind, HookPoint } from '../../model/rule.js';

/** Where the actions of a file run, in the order in which a run comes to them. */
export const lifecyclePoints = [
  'on_session_start',
  'on_iteration_start',
  'on_iteration_complete',
  'on_stage_complete',
  'on_session_complete',
  'on_error',
] as const;

export type LifecyclePoint = (typeof lifecyclePoints)[number];

/** What a point is in a DAG. */
export interface Place extends Pick<WrittenRule, 'run' | 'order'>, Omit<ActionKind, 'variables'> {
  readonly point: HookPoint;
}

const ofRun = { run: 'success', order: 0, around: 'run', dispensable: false } as const;
const ofTasks = { ...ofRun, around: 'tasks' } as const;

export const places: Readonly<Record<LifecyclePoint, Place>> = {
  on_session_start: { ...ofRun, point: 'pre_root' },
  on_iteration_start: { ...ofTasks, point: 'pre_task' },
  on_iteration_complete: { ...ofTasks, point: 'post_task' },
  // Where both run after one task, the iteration is complete before the stage is.
  on_stage_complete: { ...ofRun, around: 'stages', point: 'post_task', order: 1 },
  on_session_complete: { ...ofRun, point: 'final' },
  // It may hold for every pipeline there is, and keeps none of them from running.
  on_error: { ...ofRun, point: 'final', run: 'failure', dispensable: true },
};
