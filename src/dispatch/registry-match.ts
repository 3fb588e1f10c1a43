import { compilePathGlob } from '../lang/path-glob.js';
import { compilePattern } from '../lang/pattern.js';
import type { EventContext } from '../model/event.js';

/** What has to hold for a hook of the registry to run; what is `undefined` always holds. */
export interface RegistryCondition {
  readonly abilities: readonly string[] | undefined;
  readonly operationKeys: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  readonly minDuration: number | undefined;
  readonly changedPaths: readonly string[] | undefined;
}

/**
 * Why a hook does not run, in words that end the sentence "it does not run, because"; `undefined` where it runs. What an event
 * does not name is not what a hook waits for. What cannot be measured keeps no hook away.
 */
export function missedBy(condition: RegistryCondition, context: EventContext): string | undefined {
  const { abilities, operationKeys, statuses, minDuration = 0, changedPaths } = condition;
  const named = (field: string, found: unknown, wanted: readonly string[] | undefined) => {
    const matches =
      !wanted || wanted.includes('*') || wanted.some((one) => typeof found === 'string' && meetsPattern(one, found));
    return matches ? undefined : `${field} is ${shown(found)}, and it is for ${wanted.join(', ')}`;
  };
  const duration = context.duration_ms;
  const files = listedFiles(context);
  return (
    named('ability_id', context.ability_id, abilities) ??
    named('operation_key', context.operation_key, operationKeys) ??
    named('status', context.status, statuses) ??
    (typeof duration === 'number' && duration < minDuration
      ? `duration_ms is ${duration}, and it is for at least ${minDuration}`
      : undefined) ??
    (changedPaths && files && !meetsPath(changedPaths, files)
      ? `none of the ${files.length} changed files matches ${changedPaths.join(', ')}`
      : undefined)
  );
}

/** The files that an event tells of, changed or touched. */
export function listedFiles({ changed_files, files_touched }: EventContext): readonly string[] | undefined {
  const given = changed_files ?? files_touched;
  return Array.isArray(given) ? given.filter((path): path is string => typeof path === 'string') : undefined;
}

function meetsPattern(pattern: string, text: string): boolean {
  const compiled = compilePattern(pattern);
  return compiled.ok && compiled.matches(text);
}

function meetsPath(globs: readonly string[], files: readonly string[]): boolean {
  return globs.some((glob) => {
    const compiled = compilePathGlob(glob);
    return compiled.ok && files.some((file) => compiled.matches(file));
  });
}

function shown(found: unknown): string {
  return typeof found === 'string' ? `"${found}"` : 'not stated';
}
