import { type Decision, decisions, type HookAnswer, type HookResult } from '../../model/event.js';
import type { EventKind } from '../../model/event-table.js';
import { noAnswer } from './handler.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * An answer in JSON, in the words of the first agent settings (`decision: approve|block|modify`, `modified_args`) or of today's
 * Claude Code (`hookSpecificOutput`). What does not fit is a failure: nobody can tell what it was to decide. A plain no is one, whatever
 * is beside it.
 */
export function readSettingsAnswer(event: string, kind: EventKind, fields: Fields): HookAnswer {
  const given = fields.hookSpecificOutput ?? {};
  const misfit = misfitOf(event, fields, given);
  const specific = isFields(given) ? given : {};
  if (misfit !== undefined && !isPlainNo(event, fields, specific)) {
    return { ...noAnswer, failure: `its answer cannot be read: ${misfit}` };
  }
  const permission = isFields(specific.decision) ? specific.decision : {};
  const decision = strictest([
    ...(kind.blocking === 'nothing' ? [] : [decisionOf(fields.decision), decisionOf(specific.permissionDecision)]),
    ...(kind.blocking === 'nothing' && event !== 'PermissionRequest' ? [] : [saidBySpecific(specific)]),
    'none',
  ]);
  const reason = textOf(specific.permissionDecisionReason) ?? textOf(permission.message) ?? textOf(fields.reason);
  return {
    decision,
    reason,
    stop: fields.continue === false && !kind.isOver ? (textOf(fields.stopReason) ?? reason ?? '') : undefined,
    update: updateOf(event, fields, specific.updatedInput ?? permission.updatedInput),
    additionalContext: textOf(specific.additionalContext),
    systemMessage: textOf(fields.systemMessage),
    specific: Object.fromEntries(Object.entries(specific).filter(([name]) => !understood.has(name))),
    metadata: fields.metadata ?? undefined,
    result: undefined,
    failure: undefined,
  };
}

function isPlainNo(event: string, fields: Fields, { hookEventName = event, permissionDecision }: Fields): boolean {
  if (decisionOf(fields.decision) === 'deny' || fields.continue === false) return true;
  return hookEventName === event && decisionOf(permissionDecision) === 'deny';
}

/** What `hookSpecificOutput` says in the words of its event: a permission that is asked for, a form that is to be filled in. */
export function saidBySpecific({ decision, action }: Fields): Decision {
  return isFields(decision) ? decisionOf(decision.behavior) : (actionWords.get(action) ?? 'none');
}

/** Of `hookSpecificOutput`; the rest means something to its event only. */
const understood = new Set([
  'hookEventName',
  'permissionDecision',
  'permissionDecisionReason',
  'updatedInput',
  'additionalContext',
]);

/** Events whose arguments a hook may change. */
const changeable = new Set(['PreToolUse', 'PermissionRequest']);

function updateOf(event: string, fields: Fields, replacement: unknown): HookAnswer['update'] {
  if (!changeable.has(event)) return undefined;
  if (isFields(replacement)) return { kind: 'replace', args: replacement };
  return isFields(fields.modified_args) ? { kind: 'merge', args: fields.modified_args } : undefined;
}

function misfitOf(event: string, fields: Fields, specific: unknown): string | undefined {
  const wrong = (name: string, expected: string) => `"${name}" must be ${expected}`;
  for (const name of ['continue', 'suppressOutput']) {
    if (name in fields && typeof fields[name] !== 'boolean') return wrong(name, 'true or false');
  }
  for (const name of ['reason', 'stopReason', 'systemMessage']) {
    if (!isTextOrNothing(fields[name])) return wrong(name, 'text');
  }
  if (!isFields(fields.modified_args ?? {})) return wrong('modified_args', 'an object');
  if (!isDecision(fields.decision)) return wrong('decision', 'approve, block or modify');
  if (!isFields(specific)) return wrong('hookSpecificOutput', 'an object');
  const { hookEventName = event, permissionDecision, updatedInput = {}, additionalContext } = specific;
  if (hookEventName !== event) return wrong('hookSpecificOutput.hookEventName', `"${event}"`);
  if (!isDecision(permissionDecision)) return wrong('permissionDecision', 'allow, deny, ask or defer');
  if (!isFields(updatedInput)) return wrong('updatedInput', 'an object');
  if (!isTextOrNothing(additionalContext)) return wrong('additionalContext', 'text');
  if (!isTextOrNothing(specific.permissionDecisionReason)) return wrong('permissionDecisionReason', 'text');
  const { decision, action } = specific;
  if (
    event === 'PermissionRequest' &&
    decision !== undefined &&
    !(isFields(decision) && (decision.behavior === 'allow' || decision.behavior === 'deny'))
  )
    return wrong('behavior', 'allow or deny');
  if (event.startsWith('Elicitation') && action !== undefined && !actionWords.has(action))
    return wrong('action', 'accept, decline or cancel');
  return undefined;
}

const words: ReadonlyMap<unknown, Decision> = new Map<unknown, Decision>([
  ['approve', 'allow'],
  ['allow', 'allow'],
  // The arguments change, and whether the tool may run is left to others.
  ['modify', 'none'],
  ['ask', 'ask'],
  ['defer', 'defer'],
  ['block', 'deny'],
  ['deny', 'deny'],
]);

/** The same for what a person is asked to fill in. */
const actionWords: ReadonlyMap<unknown, Decision> = new Map<unknown, Decision>([
  ['accept', 'allow'],
  ['decline', 'deny'],
  ['cancel', 'deny'],
]);

function isDecision(value: unknown): boolean {
  return value === undefined || value === null || words.has(value);
}

function decisionOf(value: unknown): Decision {
  return words.get(value) ?? 'none';
}

/** A hook that says two things at once is taken by the stricter one. */
function strictest(all: readonly Decision[]): Decision {
  return decisions[Math.max(...all.map((one) => decisions.indexOf(one)))]!;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A `HookResult`. Its `error` says that the handler objects; whether that blocks is up to the hook. Unknown fields pass. */
export function readRegistryAnswer(fields: Fields): HookAnswer {
  const misfit = misfitOfResult(fields);
  if (misfit !== undefined) return { ...noAnswer, failure: `its answer cannot be read: ${misfit}` };
  const result = fields as HookResult;
  const error = result.error === '' ? undefined : result.error;
  const messages = result.messages_to_user ?? [];
  const reason = error === undefined ? undefined : [error, ...messages].join('\n');
  return { ...noAnswer, result, reason, failure: error };
}

const lists = ['logs', 'messages_to_user', 'suggested_abilities', 'suggested_documents', 'follow_up_actions'] as const;

function misfitOfResult(fields: Fields): string | undefined {
  for (const name of lists) {
    const value = fields[name] ?? [];
    if (!Array.isArray(value)) return `"${name}" must be a list`;
    const wanted = name === 'messages_to_user' ? 'string' : 'object';
    if (value.some((item) => item === null || typeof item !== wanted || Array.isArray(item))) {
      return `"${name}" must hold ${wanted === 'string' ? 'texts' : 'objects'} only`;
    }
  }
  const { new_intent: intent, usage_recorded: recorded, error } = fields;
  if (intent !== undefined && (typeof intent !== 'object' || intent === null)) return '"new_intent" must be an object';
  if (recorded !== undefined && typeof recorded !== 'boolean') return '"usage_recorded" must be true or false';
  if (error !== undefined && typeof error !== 'string') return '"error" must be text';
  return undefined;
}
