import { createFields } from './fields.js';
import type { SettingsIssue } from './settings-hook.js';

/** What a file states about hooks of all files. */
export interface SettingsPolicy {
  /** Patterns of addresses that hooks may be sent to; `undefined` where the file says nothing of it. */
  readonly allowedUrls: readonly string[] | undefined;
  /** Environment variables that headers may name. */
  readonly allowedVariables: readonly string[] | undefined;
  /** Only hooks of managed settings run; `false` in all other files. */
  readonly managedOnly: boolean;
}

export const noPolicy: SettingsPolicy = { allowedUrls: undefined, allowedVariables: undefined, managedOnly: false };

/**
 * A list that cannot be read allows nothing: the one who wrote it wanted to keep something out.
 * @param managed it is a file that the administrator of the machine has put there
 */
export function readPolicy(
  file: Readonly<Record<string, unknown>>,
  managed: boolean,
  add: (issue: SettingsIssue) => void,
): SettingsPolicy {
  const fields = createFields(file, [], add)!;
  const listed = (name: string) => (file[name] === undefined ? undefined : (fields.texts(name) ?? []));
  const managedOnly = fields.truth('allowManagedHooksOnly') === true;
  if (managedOnly && !managed) {
    add({ path: ['allowManagedHooksOnly'], kind: 'managed-only', key: 'allowManagedHooksOnly' });
  }
  return {
    allowedUrls: listed('allowedHttpHookUrls'),
    allowedVariables: listed('httpHookAllowedEnvVars'),
    managedOnly: managedOnly && managed,
  };
}
