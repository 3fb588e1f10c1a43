import { createFields } from './fields.js';
import { isMap } from './is-map.js';
import { noPolicy, readPolicy, type SettingsPolicy } from './policy.js';
import type { HandlerContext } from './read-handler.js';
import { readHooks } from './read-hooks.js';
import type { Dialect, SettingsHook, SettingsIssue } from './settings-hook.js';

export interface ReadSettings {
  readonly hooks: readonly SettingsHook[];
  /** `disableAllHooks`, where the file states it. */
  readonly disabled: boolean | undefined;
  /** `env`: variables for every hook, of whatever file. */
  readonly env: ReadonlyMap<string, string>;
  readonly policy: SettingsPolicy;
  readonly issues: readonly SettingsIssue[];
}

export interface SettingsOptions extends Partial<Pick<HandlerContext, 'checkCommand' | 'checkModel' | 'timeouts'>> {
  readonly dialect: Dialect;
  /** It is a file that the administrator of the machine has put there. */
  readonly managed?: boolean;
  /** The event that a name was probably meant for; who is in a hurry does not ask. */
  readonly nearestEvent?: (name: string) => string | undefined;
}

/**
 * The hooks of a file of settings, as plain values: its other keys belong to the agent. What has mistakes is left out, or blocks where
 * there is a gate in it, and the others are read. It loads no schema library, because `dispatch` waits for it.
 */
export function readSettings(
  file: unknown,
  { dialect, managed = false, nearestEvent, checkCommand, checkModel, timeouts = {} }: SettingsOptions,
): ReadSettings {
  const issues: SettingsIssue[] = [];
  const add = (issue: SettingsIssue) => void issues.push(issue);
  if (!isMap(file)) {
    add({ path: [], kind: 'expected', expected: 'a map' });
    return { hooks: [], disabled: undefined, env: new Map(), policy: noPolicy, issues };
  }
  const fields = createFields(file, [], add)!;
  return {
    disabled: fields.truth('disableAllHooks'),
    env: fields.environment('env'),
    policy: readPolicy(file, managed, add),
    hooks: readHooks(file.hooks, { dialect, nearestEvent, add, checkCommand, checkModel, timeouts }),
    issues,
  };
}
