import * as z from 'zod/mini';
import { madeLate } from '../../lang/late.js';
import type { WrittenRule } from '../../model/layer.js';
import type { ActionKind, HookPoint } from '../../model/rule.js';
import { frameSchema, ruleSchema } from '../section-schema.js';

/**
 * The `hooks` section of a lifecycle file. A custom message completes the sentence "expected …"; the rest is worded in
 * `schema-issues.ts`.
 */

/** Only a lifecycle file asks for them. */
export const lifecycleSchemas = madeLate(() => {
  const text = z.string().check(z.minLength(1));
  const anything = z.optional(z.unknown());
  const { id, await: wait, when, on_failure, retries, retry_delay, timeout } = ruleSchema.whole()._zod.def.shape;
  const common = { id, await: wait, when, on_failure, retries, retry_delay, timeout };

  /** The fields of each type of action that lifecycle files know by themselves; the step's type checks the values of its own. */
  const actionSchemas = {
    shell: own({ command: anything }),
    webhook: own({
      url: anything,
      method: anything,
      headers: anything,
      body: anything,
      callback_port: anything,
      callback_url: anything,
      on_timeout: anything,
    }),
    spawn: own({ pipeline: anything, inputs: anything, external: anything }),
  } as const;

  /** Another type of step: its own fields pass here and are checked by the type. */
  const otherActionSchema = z.looseObject({ type: text, ...common });

  const list = z.optional(z.nullable(z.array(z.unknown())));

  const ofPacks = { name: true, parameters: true, extends: true } as const;

  /** The section without what is in its lists, whose entries are read one by one. */
  const lifecycleSchema = z.extend(
    z.omit(frameSchema.whole(), { ...ofPacks, step_definitions: true, injections: true, deny: true, version: true }),
    {
      on_session_start: list,
      on_iteration_start: list,
      on_iteration_complete: list,
      on_stage_complete: list,
      on_session_complete: list,
      on_error: list,
    } satisfies Record<(typeof lifecyclePoints)[number], typeof list>,
  );

  /** What a file may say outside of its `hooks` section. */
  const surroundingsSchema = z.looseObject({
    name: z.optional(text),
    disable_global_hooks: z.optional(z.boolean()),
    stages: z.optional(
      z.nullable(
        z.array(
          z.union([text, z.looseObject({ name: text, loop: z.optional(text) })], 'a name, or a mapping with one'),
        ),
      ),
    ),
  });

  function own<Fields extends Readonly<Record<string, typeof anything>>>(fields: Fields) {
    return z.strictObject({ type: text, ...common, ...fields });
  }

  return {
    actions: actionSchemas,
    otherAction: otherActionSchema,
    section: lifecycleSchema,
    surroundings: surroundingsSchema,
  };
});

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
