import { dirname } from 'node:path';
import type { Report } from '../../diagnostics/diagnostics.js';
import { type InlineStep, usualRule, usualStep, type WrittenRule } from '../../model/layer.js';
import type { RegistryEvent, RegistryHook } from '../../model/registry.js';
import { type HandlerEvent, type HookPoint, isOfTasks } from '../../model/rule.js';
import type { Span } from '../../model/source.js';

/** A hook of the registry as rules of a DAG, one for each of its events that has a place there. */
export function registryRules(hook: RegistryHook, report: Report): readonly WrittenRule[] {
  return hook.events.flatMap((event) => {
    const place = places.get(event.value);
    if (!hook.enabled) return [];
    if (!place) {
      report('DW383', { id: hook.id.value, event: event.value }, { span: event.span });
      return [];
    }
    return !isOfTasks(place) || mayMeetTask(hook, event.value, report) ? [ruleOf(hook, event.value, place)] : [];
  });
}

interface Place {
  readonly point: HookPoint;
  readonly run: 'success' | HandlerEvent;
}

/** What a session, or a call of an ability, is in a DAG: its run, and a task. What a user types is nothing that a DAG sees, nor is an event of somebody's own. */
const places: ReadonlyMap<string, Place> = new Map<RegistryEvent, Place>([
  ['SessionStart', { point: 'pre_root', run: 'success' }],
  ['PreAbilityCall', { point: 'pre_task', run: 'success' }],
  ['PostAbilityCall', { point: 'post_task', run: 'success' }],
  ['SessionStop', { point: 'final', run: 'abort' }],
  ['SessionEnd', { point: 'final', run: 'always' }],
]);

/** Nothing runs behind a task that failed, and a DAG knows no operation keys: what waits for these never runs there. */
function mayMeetTask({ id, match }: RegistryHook, event: string, report: Report): boolean {
  const { operationKeys, statuses } = match;
  if (operationKeys) {
    report('DW384', { id: id.value, field: 'operation_key', why: noOperationKey }, { span: operationKeys[0]!.span });
    return false;
  }
  if (event === 'PostAbilityCall' && statuses && !statuses.value.includes('success')) {
    report('DW384', { id: id.value, field: 'status', why: nothingBehindFailure }, { span: statuses.span });
    return false;
  }
  return true;
}

const noOperationKey = 'the tasks of a DAG have no operation keys';
const nothingBehindFailure = 'in a DAG nothing runs behind a task that failed or was skipped';

function ruleOf(hook: RegistryHook, event: string, { point, run }: Place): WrittenRule {
  const { id, match, blocking, environments, handler, span } = hook;
  return {
    ...usualRule,
    point,
    run,
    step: stepOf(hook, event),
    id: { value: hook.events.length === 1 ? id.value : `${id.value}/${event}`, span: id.span },
    tasks: isOfTasks({ point }) ? match.abilities : undefined,
    environments,
    // Hooks of one event know nothing of each other, so none waits for another, nor falls with it.
    parallel: `hooks of ${event}`,
    // A guardrail needs no word of its file to forbid a call; its step fails for nothing else.
    policy: {
      onFailure: blocking || isOfTasks({ point }) ? 'abort' : 'continue',
      ...(handler.timeout && { timeout: handler.timeout }),
    },
    // A registry is for all that a repository can do, and a workflow does some of it.
    optional: true,
    span,
  };
}

function stepOf({ id, events, match, blocking, handler, span }: RegistryHook, event: string): InlineStep {
  const config = {
    event,
    contract: 'registry',
    hook: id.value,
    ...(blocking && { blocking }),
    ...fieldsOf(handler),
    ...(match.minDuration && event === 'PostAbilityCall' && { min_duration_ms: match.minDuration.value }),
    ...(match.changedPaths && { only_if_changed_paths: match.changedPaths.map(({ value }) => value) }),
  };
  const fieldSpans = new Map<string, Span>([
    ...handler.fieldSpans,
    ['args', handler.fieldSpans.get('args') ?? handler.span],
  ]);
  const definition = {
    ...usualStep,
    type: 'handler',
    name: events.length === 1 ? id.value : `${id.value}-${event}`,
    config,
    promptsDirectory: dirname(span.file),
    span: handler.span,
    nameSpan: id.span,
    fieldSpans,
    keySpans: fieldSpans,
  };
  return { kind: 'inline', definition };
}

function fieldsOf({ runs }: RegistryHook['handler']): Readonly<Record<string, unknown>> {
  if (runs.kind === 'script') {
    const { command, args, environment } = runs;
    return { command, ...(args && { args }), ...(environment.size > 0 && { env: Object.fromEntries(environment) }) };
  }
  const { allowed_tool: allowed_tools, ...options } = runs.options;
  return { [runs.kind]: runs.prompt, ...options, ...(allowed_tools !== undefined && { allowed_tools }) };
}
