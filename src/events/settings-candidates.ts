import type { CommandHandler, EventContext, EventHook, Handler } from '../model/event.js';
import { isToolEvent } from '../model/event-table.js';
import { compileMatcher, matchedName } from '../settings/matcher.js';
import { describePath, type SettingsHook } from '../settings/settings-hook.js';
import type { Candidate } from './dispatch.js';

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
  const candidates: Candidate[] = [];
  for (const source of sources) {
    for (const hook of source.hooks.filter((one) => one.event === event)) {
      const missed = (await whyMissed(hook, context)) ?? whyRepeated(hook, source.path, seen);
      candidates.push({ hook: await readyHook(hook, source.path, context, missed !== undefined), missed });
    }
  }
  return candidates;
}

async function whyMissed(hook: SettingsHook, context: EventContext): Promise<string | undefined> {
  const { event, matcher, dialect, condition } = hook;
  const name = matchedName(event, context);
  const compiled = compileMatcher(matcher, dialect);
  if (name !== undefined && compiled.ok && !compiled.meets(name)) {
    return name === ''
      ? `its matcher "${matcher}" asks for what the context does not say`
      : `its matcher "${matcher}" does not meet "${name}"`;
  }
  if (condition === undefined) return undefined;
  if (!isToolEvent(event)) return `its condition is "${condition}", and ${event} is about no tool`;
  if (typeof context.tool_name !== 'string') return undefined;
  const { meetsPermissionRule } = await import('../settings/permission-rule.js');
  const args = typeof context.tool_args === 'object' && context.tool_args !== null ? { ...context.tool_args } : {};
  return meetsPermissionRule(condition, context.tool_name, args) ? undefined : `its condition is "${condition}"`;
}

/** What stands in several files runs once, for the file that counts most; a gate is not made up for by the same hook without one. */
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
  const isTemplate = handler.kind === 'command' && dialect === 'agent' && handler.args === undefined;
  const ready = isTemplate && !missed ? await filled(handler, context) : handler;
  return { id: describePath(path), source, handler: ready, timeout, onFailure, unheard, contract: 'settings' };
}

async function filled(handler: CommandHandler, context: EventContext): Promise<Handler> {
  if (!handler.command.includes('{{')) return handler;
  const { fillCommand } = await import('../runtime/handler/fill-command.js');
  const result = fillCommand(handler.command, context);
  if (!result.ok) return { kind: 'unusable', reason: result.reason };
  return { ...handler, command: result.command, env: new Map([...handler.env, ...result.env]) };
}
