import { isLifecycleVariable } from './lifecycle-names.js';

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

/** What may stand before a dot: `task.id`, `vars.team`. */
export const namespaces = ['task', 'dag', 'step', 'env', 'vars'] as const;

/** The list of names is closed: every other name in a template belongs to the engine. */
export function isOurs(name: string): boolean {
  return (builtInNames as readonly string[]).includes(name) || namespaced.test(name);
}

const namespaced = new RegExp(`^(?:${namespaces.join('|')})\\.[^.]`);

/** Is it one that either kind of template fills in: `task_id`, or `ITERATION` of lifecycle files? */
export function isFilledIn(name: string): boolean {
  return isOurs(name) || isLifecycleVariable(name);
}
