import type * as z from 'zod/mini';
import type { Arguments } from '../../diagnostics/catalog.js';
import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { compilePathGlob } from '../../lang/path-glob.js';
import { compilePattern } from '../../lang/pattern.js';
import { eventNames } from '../../model/event-table.js';
import type { Located } from '../../model/layer.js';
import {
  type RegistryEvent,
  type RegistryHandler,
  type RegistryHook,
  type RegistryMatch,
  registryEvents,
} from '../../model/registry.js';
import type { Span } from '../../model/source.js';
import { check } from '../schema-issues.js';
import { keySpan, locate, readTexts, type Written, type WrittenMap } from '../written.js';
import { type HandlerFields, type HandlerKind, hookSchema, registryKeys } from './schema.js';

/** Checks a file of the registry and gives every value its place. `undefined` where mistakes were reported. */
export function readRegistryHook(written: WrittenMap, report: Report): RegistryHook | undefined {
  const several = written.fields.get('event_type')?.value.kind === 'list';
  const kind = kindOf(written);
  const fields = check(hookSchema(several, kind), written, 'a hook of the registry', tellingMisplaced(report));
  const isComplete = reportMissing(written, kind, report);
  if (fields && reportNearEvents(fields, written, report)) return undefined;
  if (!fields || !isComplete) return undefined;
  const match = readMatch(fields.match ?? {}, locate(written, ['match']));
  if (!patternsAreSound(match, report)) return undefined;
  const environments = fields.environments === undefined ? undefined : [fields.environments].flat();
  const hook: RegistryHook = {
    id: { value: fields.id!, span: locate(written, ['id']).span },
    events: readEvents(fields, written),
    enabled: fields.enabled ?? true,
    summary: fields.summary ?? undefined,
    environments: environments && { value: environments, span: locate(written, ['environments']).span },
    match,
    handler: readRegistryHandler(fields.handler!, locate(written, ['handler'])),
    blocking: fields.blocking ?? false,
    span: written.span,
  };
  warnOfIdleMatch(hook, report);
  return hook;
}

type Fields = z.output<ReturnType<typeof hookSchema>>;

const noKey = { key: undefined, where: '' };

/** A handler that says nothing of its kind is a script; `undefined` for a kind that there is not. */
function kindOf(written: WrittenMap): HandlerKind | undefined {
  const handler = locate(written, ['handler']).value;
  const kind = typeof handler === 'object' && handler !== null && 'kind' in handler ? handler.kind : 'script';
  return kind === 'script' || kind === 'prompt' || kind === 'agent' ? kind : undefined;
}

/** A key that is known, but elsewhere in the file, is reported where it belongs. */
function tellingMisplaced(report: Report): Report {
  return (code, args, place) => {
    const { key, where } = code === 'DW310' ? (args as Arguments<'DW310'>) : noKey;
    const home = [...registryKeys()].find(([, keys]) => key !== undefined && keys.includes(key))?.[0];
    // A key of another kind of handler is at home where it is, and means nothing there.
    if (key === undefined || home === undefined || where === `\`${home}\``) report(code, args, place);
    else report('DW381', { key, way: wayTo(home) }, place);
  };
}

function wayTo(home: string): string {
  return home === 'the hook' ? 'move it out of `handler`, one level up' : `move it below \`${home}\``;
}

function reportMissing(written: WrittenMap, kind: HandlerKind | undefined, report: Report): boolean {
  const own = kind === undefined ? [] : [['handler', kind === 'script' ? 'command' : 'prompt']];
  const missing = [['id'], ['event_type'], ['handler'], ...own].filter((path) => {
    const above = locate(written, path.slice(0, -1));
    const isThere = path.length === 1 || written.fields.has(path[0]!);
    return isThere && above.kind === 'map' && !above.fields.has(path.at(-1)!);
  });
  for (const path of missing) {
    const span = path.length === 1 ? written.span : keySpan(written, path[0]!);
    report('DW380', { field: path.join('.') }, { span });
  }
  return missing.length === 0;
}

/** An event may have any name, but one that is nearly that of a known event was meant as that. */
function reportNearEvents(fields: Fields, written: WrittenMap, report: Report): boolean {
  if (fields.event_type === undefined) return false;
  const near = readEvents(fields, written).flatMap(({ value, span }) => {
    const nearest = eventNames.includes(value) ? undefined : nearestName(value, eventNames);
    return nearest === undefined ? [] : [{ value, span, nearest }];
  });
  const several = typeof fields.event_type !== 'string';
  for (const { value, span, nearest } of near) {
    const field = several ? `event_type[${fields.event_type.indexOf(value)}]` : 'event_type';
    report('DW312', { field, found: value, choices: registryEvents, nearest }, { span });
  }
  return near.length > 0;
}

function readEvents({ event_type = [] }: Fields, written: WrittenMap): RegistryHook['events'] {
  const place = locate(written, ['event_type']);
  if (typeof event_type === 'string') return [{ value: event_type, span: place.span }];
  return [...new Set(event_type)].map((value, index) => ({ value, span: locate(place, [index]).span }));
}

function readMatch(fields: NonNullable<Fields['match']>, written: Written): RegistryMatch {
  const patterns = (key: 'ability_scope' | 'operation_key' | 'only_if_changed_paths') => {
    const value = fields[key];
    return value === undefined ? undefined : readTexts(value, locate(written, [key]));
  };
  const { status, min_duration_ms } = fields;
  return {
    abilities: patterns('ability_scope'),
    operationKeys: patterns('operation_key'),
    statuses: status && { value: [status].flat(), span: keySpan(written, 'status') },
    minDuration:
      min_duration_ms === undefined ? undefined : { value: min_duration_ms, span: keySpan(written, 'min_duration_ms') },
    changedPaths: patterns('only_if_changed_paths'),
  };
}

function patternsAreSound({ abilities = [], operationKeys = [], changedPaths = [] }: RegistryMatch, report: Report) {
  const refused = [
    ...[...abilities, ...operationKeys].map((pattern) => ({ pattern, compiled: compilePattern(pattern.value) })),
    ...changedPaths.map((pattern) => ({ pattern, compiled: compilePathGlob(pattern.value) })),
  ].filter(({ compiled }) => !compiled.ok);
  for (const { pattern, compiled } of refused) reportPattern(pattern, compiled.ok ? '' : compiled.reason, report);
  return refused.length === 0;
}

function reportPattern({ value, span }: Located<string>, reason: string, report: Report): void {
  report('DW336', { pattern: value, reason }, { span });
}

/** What a hook runs: a script, or a question to a model with the same fields as the steps `prompt` and `agent`. */
function readRegistryHandler(fields: HandlerFields, written: Written): RegistryHandler {
  const spans = written.kind === 'map' ? [...written.fields].map(([key, { value }]) => [key, value.span] as const) : [];
  const { timeout } = fields;
  return { runs: readRuns(fields), timeout, span: written.span, fieldSpans: new Map<string, Span>(spans) };
}

function readRuns(fields: HandlerFields): RegistryHandler['runs'] {
  if (fields.kind === 'prompt' || fields.kind === 'agent') {
    const { prompt, runner, model, base_url, api_key_env, cache, allowed_tools: allowed_tool, max_turns } = fields;
    const options = { runner, model, base_url, api_key_env, cache, allowed_tool, max_turns };
    const stated = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    return { kind: fields.kind, prompt: prompt!, options: Object.fromEntries(stated) };
  }
  const { command, args, env = {} } = fields;
  const environment = new Map(Object.entries(env).map(([name, value]) => [name, String(value)]));
  return { kind: 'script', command: command!, args, environment };
}

/** What a hook asks for must not be dropped in silence where none of its events knows of it. */
function warnOfIdleMatch({ events, match }: RegistryHook, report: Report): void {
  const known: readonly string[] = registryEvents;
  // What an event of somebody's own tells is not known here.
  if (events.some(({ value }) => !known.includes(value))) return;
  const hears = (...some: readonly RegistryEvent[]) =>
    events.some(({ value }) => (some as readonly string[]).includes(value));
  const warn = (field: string, span: Span | undefined, because: string) => {
    if (span) report('DW326', { field, because }, { span });
  };
  if (!hears('PostAbilityCall')) {
    const because = 'only PostAbilityCall tells how a call went';
    warn('status', match.statuses?.span, because);
    warn('min_duration_ms', match.minDuration?.span, because);
  }
  if (hears('PreAbilityCall', 'PostAbilityCall')) return;
  const because = 'the event is not about one ability';
  warn('ability_scope', match.abilities?.[0]?.span, because);
  warn('operation_key', match.operationKeys?.[0]?.span, because);
}
