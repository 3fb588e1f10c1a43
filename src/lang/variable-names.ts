/** The built-in variables. */
export const builtInNames = [
  'task_id',
  'spec_id',
  'worktree_path',
  'branch_name',
  'parent_branch',
  'arborist_home',
  'timestamp',
] as const;

export type BuiltInName = (typeof builtInNames)[number];

/** A step that runs under Arborist sees one of these in its environment. Nobody else's branches are called by its rule. */
export const arboristSettings = [
  'ARBORIST_SPEC_ID',
  'ARBORIST_MANIFEST',
  'ARBORIST_WORKTREE',
  'ARBORIST_HOME',
] as const;

/** Of these, what holds the path of a file, whose name without its ending is meant. */
export const fileSettings: ReadonlySet<string> = new Set(['ARBORIST_MANIFEST']);

/** The values of the built-in variables among these: others may well be empty. */
export function ofPlace(values: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return builtInNames.flatMap((name) => (values.has(name) ? [[name, values.get(name)!] as const] : []));
}

/** What may be before a dot: `task.id`, `vars.team`. */
export const namespaces = ['task', 'dag', 'step', 'env', 'vars'] as const;

/** The list of names is closed: every other name in a template belongs to the engine. */
export function isOurs(name: string): boolean {
  return (builtInNames as readonly string[]).includes(name) || namespaced.test(name);
}

/** The same in a pack, which has parameters besides. */
export function isOursInPack(name: string): boolean {
  return isOurs(name) || /^params\.[^.]/.test(name);
}

const namespaced = new RegExp(`^(?:${namespaces.join('|')})\\.[^.]`);

/** Variables about the run around a hook. A rule brings them with it, written `${NAME}`, and says where each comes from. */
export const runVariables = [
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

export type RunVariable = (typeof runVariables)[number];

/** Is it one that some kind of template fills in: `task_id`, or `ITERATION`? */
export function isFilledIn(name: string): boolean {
  return isOurs(name) || (runVariables as readonly string[]).includes(name);
}
