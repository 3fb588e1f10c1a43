import { eventKind } from '../model/event-table.js';
import { isMap } from './is-map.js';
import { compileMatcher } from './matcher.js';
import { brokenGate, gateKey, type HandlerContext, readHandler } from './read-handler.js';
import type { Dialect, Path, SettingsHook } from './settings-hook.js';

export interface HooksContext extends HandlerContext {
  readonly dialect: Dialect;
  /** The event that a name was probably meant for; who is in a hurry does not ask. */
  readonly nearestEvent: ((name: string) => string | undefined) | undefined;
}

/** The map `hooks`: for each event groups, and in each group hooks that share a matcher. */
export function readHooks(events: unknown, context: HooksContext): readonly SettingsHook[] {
  if (events === undefined) return [];
  if (isMap(events)) return Object.entries(events).flatMap(([event, groups]) => readEvent(event, groups, context));
  context.add({ path: ['hooks'], kind: 'expected', expected: 'a map' });
  return [];
}

function readEvent(event: string, groups: unknown, context: HooksContext): readonly SettingsHook[] {
  const { dialect, nearestEvent, add } = context;
  const path = ['hooks', event];
  if (!eventKind(event)) {
    add({ path, kind: 'unknown-event', event });
    const nearest = nearestEvent?.(event);
    return nearest === undefined ? [] : gateIn(groups, { event: nearest, dialect, matcher: undefined, path });
  }
  if (!Array.isArray(groups)) {
    add({ path, kind: 'expected', expected: 'a list' });
    return gateIn(groups, { event, dialect, matcher: undefined, path });
  }
  return groups.flatMap((group: unknown, index) => readGroup(event, group, [...path, index], context));
}

function readGroup(event: string, group: unknown, path: Path, context: HooksContext): readonly SettingsHook[] {
  const { dialect, add } = context;
  const anywhere = { event, dialect, matcher: undefined, path };
  if (!isMap(group)) {
    add({ path, kind: 'expected', expected: 'a map with `matcher` and `hooks`' });
    return gateIn(group, anywhere);
  }
  const stray = gateKey(group);
  reportKeys(group, stray, path, context);
  const { matcher, hooks: entries } = group;
  if (matcher !== undefined && typeof matcher !== 'string') {
    add({ path: [...path, 'matcher'], kind: 'expected', expected: 'text' });
    return gateIn(group, anywhere);
  }
  const compiled = compileMatcher(matcher, dialect, event);
  if (!compiled.ok) {
    add({ path: [...path, 'matcher'], kind: 'matcher', matcher: matcher!, reason: compiled.reason });
    return gateIn(group, anywhere);
  }
  const place = { event, dialect, matcher, path };
  if (!Array.isArray(entries)) {
    add({ path: entries === undefined ? path : [...path, 'hooks'], kind: 'expected', expected: 'a list `hooks`' });
    return gateIn(group, place);
  }
  const hooks = entries.flatMap(
    (entry: unknown, index) => readHandler(entry, { ...place, path: [...path, 'hooks', index] }, context) ?? [],
  );
  return stray === undefined ? hooks : [...hooks, ...gateIn(group, place)];
}

const groupKeys: readonly string[] = ['matcher', 'hooks', 'description'];

/** @param stray the key of a gate, which belongs into each hook of the group */
function reportKeys(group: object, stray: string | undefined, path: Path, { add }: HooksContext): void {
  for (const key of Object.keys(group)) {
    if (key === stray) add({ path: [...path, key], kind: 'expected', expected: 'it in each hook of the group' });
    else if (!groupKeys.includes(key))
      add({ path, kind: 'unknown-key', key, where: 'a group of hooks', known: groupKeys });
  }
}

/** In place of a part that cannot be read: nothing, or a gate that blocks where there is one in it. */
function gateIn(part: unknown, place: Parameters<typeof brokenGate>[1]): readonly SettingsHook[] {
  const gate = brokenGate(part, place);
  return gate ? [gate] : [];
}
