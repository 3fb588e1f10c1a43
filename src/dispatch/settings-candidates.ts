import type { CommandHandler, EventContext, EventHook, Handler } from '../model/event.js';
import { isToolEvent } from '../model/event-table.js';
import { compileMatcher, type MatchResult, matchedName } from '../settings/matcher.js';
import { describePath, type SettingsHook } from '../settings/settings-hook.js';
import type { Candidate } from './run-hooks.js';

/** The hooks of one file. */
export interface SettingsSource {
  /** As messages show it. */
  readonly path: string;
  readonly hooks: readonly SettingsHook[];
}

/** The hooks of all files at an event, the files in order of precedence, and why some of them do not run. */
export async function settingsCandidates(
  event: string,
  context: EventContext,
  sources: readonly SettingsSource[],
): Promise<readonly Candidate[]> {
  const seen = new Map<string, string>();
  const results = new Map<string, MatchResult>();
  const candidates: Candidate[] = [];
  for (const source of sources) {
    for (const hook of source.hooks.filter((one) => one.event === event)) {
      const met = matchResult(hook, context, results);
      const missed = (await whyMissed(hook, met, context)) ?? whyRepeated(hook, source.path, seen);
      const lateMatcher = met === 'late' ? hook.matcher : undefined;
      candidates.push({ hook: await readyHook(hook, source.path, context, missed !== undefined), missed, lateMatcher });
    }
  }
  return candidates;
}

/** Each matcher is asked once: it may be one that takes long. */
function matchResult(hook: SettingsHook, context: EventContext, known: Map<string, MatchResult>): MatchResult {
  const { event, matcher, dialect } = hook;
  const name = matchedName(event, context);
  if (name === undefined || matcher === undefined) return true;
  const key = `${dialect} ${matcher}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const compiled = compileMatcher(matcher, dialect, event);
  const met = !compiled.ok || compiled.matches(name);
  known.set(key, met);
  return met;
}

async function whyMissed(hook: SettingsHook, result: MatchResult, context: EventContext): Promise<string | undefined> {
  const { event, matcher, condition } = hook;
  if (result === false) {
    const name = matchedName(event, context);
    return name === ''
      ? `its matcher "${matcher}" asks for what the context does not say`
      : `its matcher "${matcher}" does not match "${name}"`;
  }
  if (condition === undefined) return undefined;
  if (!isToolEvent(event)) return `its condition is "${condition}", and ${event} is about no tool`;
  if (typeof context.tool_name !== 'string') return undefined;
  const { matchesPermissionRule } = await import('../settings/permission-rule.js');
  const args = typeof context.tool_args === 'object' && context.tool_args !== null ? { ...context.tool_args } : {};
  return matchesPermissionRule(condition, context.tool_name, args) ? undefined : `its condition is "${condition}"`;
}

/** What is in several files runs once, for the file that counts most; a gate is not made up for by the same hook without one. */
function whyRepeated(hook: SettingsHook, path: string, seen: Map<string, string>): string | undefined {
  const { handler, dialect, onFailure, unheard } = hook;
  const plain = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);
  const key = JSON.stringify([dialect, onFailure, unheard, handler], plain);
  const first = seen.get(key);
  if (first !== undefined) return `the same hook runs for ${first} already`;
  seen.set(key, path);
  return undefined;
}

async function readyHook(
  { handler, timeout, onFailure, path, unheard, dialect }: SettingsHook,
  source: string,
  context: EventContext,
  missed: boolean,
): Promise<EventHook> {
  if (handler.kind === 'unusable') {
    const told = { ...handler, reason: `${source}: ${handler.reason}` };
    return { id: describePath(path), source, handler: told, timeout, onFailure, unheard, contract: 'settings' };
  }
  const isTemplate = handler.kind === 'command' && dialect === 'agent' && handler.args === undefined;
  const ready = isTemplate && !missed ? await filled(handler, context) : handler;
  return { id: describePath(path), source, handler: ready, timeout, onFailure, unheard, contract: 'settings' };
}

async function filled(handler: CommandHandler, context: EventContext): Promise<Handler> {
  if (!handler.command.includes('{{')) return handler;
  const { fillCommand } = await import('./fill-command.js');
  const result = fillCommand(handler.command, context);
  if (!result.ok) return { kind: 'unusable', reason: result.reason };
  return { ...handler, command: result.command, env: new Map([...handler.env, ...result.env]) };
}
