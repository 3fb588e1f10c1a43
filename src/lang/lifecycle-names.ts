/** Where the actions of a lifecycle file run, in the order in which a run comes to them. */
export const lifecyclePoints = [
  'on_session_start',
  'on_iteration_start',
  'on_iteration_complete',
  'on_stage_complete',
  'on_session_complete',
  'on_error',
] as const;

export type LifecyclePoint = (typeof lifecyclePoints)[number];

/** The variables of a lifecycle file, written `${NAME}`. Every other name is one of the environment at run time. */
export const lifecycleVariables = [
  'SESSION',
  'STAGE',
  'NEXT_STAGE',
  'ITERATION',
  'MAX_ITERATIONS',
  'PROGRESS',
  'STATUS',
  'CTX',
  'LAST_DECISION',
  'LAST_HOOK_STATUS',
  'CHANGED_FILES',
  'STAGE_OUTPUTS',
  'ERROR',
  'TIMESTAMP',
  'CALLBACK_URL',
  'HOOK_RESPONSE',
  'SPAWN_OUTPUT',
] as const;

export type LifecycleVariable = (typeof lifecycleVariables)[number];

export function isLifecycleVariable(name: string): name is LifecycleVariable {
  return (lifecycleVariables as readonly string[]).includes(name);
}
