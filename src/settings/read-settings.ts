import { eventKind } from '../model/event-table.js';
import { createFields } from './fields.js';
import { compileMatcher } from './matcher.js';
import { brokenGate, gateKey, type HandlerContext, readHandler } from './read-handler.js';
import type { Dialect, Path, SettingsHook, SettingsIssue } from './settings-hook.js';

export interface ReadSettings {
  readonly hooks: readonly SettingsHook[];
  /** `disableAllHooks`, where the file states it. */
  readonly disabled: boolean | undefined;
  /** `env`: variables for every hook, of whatever file. */
  readonly env: ReadonlyMap<string, string>;
  readonly policy: SettingsPolicy;
  readonly issues: readonly SettingsIssue[];
}

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
  { dialect, managed = false, nearestEvent, ...more }: SettingsOptions,
): ReadSettings {
  const issues: SettingsIssue[] = [];
  const add = (issue: SettingsIssue) => void issues.push(issue);
  const reading: HandlerContext = {
    add,
    checkCommand: more.checkCommand,
    checkModel: more.checkModel,
    timeouts: more.timeouts ?? {},
  };
  if (!isMap(file))
    return {
      hooks: [],
      disabled: undefined,
      env: new Map(),
      policy: noPolicy,
      issues: [{ path: [], kind: 'expected', expected: 'a map' }],
    };
  const disabled = file.disableAllHooks;
  if (disabled !== undefined && typeof disabled !== 'boolean') {
    add({ path: ['disableAllHooks'], kind: 'expected', expected: 'true or false' });
  }
  const env = createFields(file, [], add)?.environment('env') ?? new Map();
  const policy = readPolicy(file);
  const hooks = isMap(file.hooks)
    ? Object.entries(file.hooks).flatMap(([event, groups]) => readEvent(event, groups))
    : [];
  if (file.hooks !== undefined && !isMap(file.hooks)) add({ path: ['hooks'], kind: 'expected', expected: 'a map' });
  return { hooks, disabled: typeof disabled === 'boolean' ? disabled : undefined, env, policy, issues };

  /** A list that cannot be read allows nothing: the one who wrote it wanted to keep something out. */
  function readPolicy(values: Readonly<Record<string, unknown>>): SettingsPolicy {
    const fields = createFields(values, [], add)!;
    const listed = (name: string) => (values[name] === undefined ? undefined : (fields.texts(name) ?? []));
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

  function readEvent(event: string, groups: unknown): readonly SettingsHook[] {
    const path = ['hooks', event];
    if (!eventKind(event)) {
      add({ path, kind: 'unknown-event', event });
      const nearest = nearestEvent?.(event);
      return nearest === undefined ? [] : broken(groups, nearest, path);
    }
    if (!Array.isArray(groups)) {
      add({ path, kind: 'expected', expected: 'a list' });
      return broken(groups, event, path);
    }
    return groups.flatMap((group: unknown, index) => readGroup(event, group, [...path, index]));
  }

  function readGroup(event: string, group: unknown, path: Path): readonly SettingsHook[] {
    if (!isMap(group)) {
      add({ path, kind: 'expected', expected: 'a map with `matcher` and `hooks`' });
      return broken(group, event, path);
    }
    const stray = gateKey(group);
    for (const key of Object.keys(group)) {
      if (key === stray) add({ path: [...path, key], kind: 'expected', expected: 'it in each hook of the group' });
      else if (!groupKeys.includes(key))
        add({ path, kind: 'unknown-key', key, where: 'a group of hooks', known: groupKeys });
    }
    const { matcher, hooks: entries } = group;
    if (matcher !== undefined && typeof matcher !== 'string') {
      add({ path: [...path, 'matcher'], kind: 'expected', expected: 'text' });
      return broken(group, event, path);
    }
    const compiled = compileMatcher(matcher, dialect, event);
    if (!compiled.ok) {
      add({ path: [...path, 'matcher'], kind: 'matcher', matcher: matcher!, reason: compiled.reason });
      return broken(group, event, path);
    }
    if (!Array.isArray(entries)) {
      add({ path: entries === undefined ? path : [...path, 'hooks'], kind: 'expected', expected: 'a list `hooks`' });
      return broken(group, event, path, matcher);
    }
    const hooks = entries.flatMap((entry: unknown, index) => {
      const place = { event, dialect, matcher, path: [...path, 'hooks', index] };
      return readHandler(entry, place, reading) ?? [];
    });
    return stray === undefined ? hooks : [...hooks, ...broken(group, event, path, matcher)];
  }

  function broken(part: unknown, event: string, path: Path, matcher?: string): readonly SettingsHook[] {
    return [brokenGate(part, { event, dialect, matcher, path }) ?? []].flat();
  }
}

const groupKeys: readonly string[] = ['matcher', 'hooks', 'description'];

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
