import type { EventAnswer, HookRun } from '../model/event.js';
import { eventKind } from '../model/event-table.js';

/** The answer in our own words: those of the first agent settings, with what handlers of the registry suggest beside them. */
export function answerJson(answer: EventAnswer): Readonly<Record<string, unknown>> {
  const {
    event,
    reason,
    stop,
    updatedArguments,
    additionalContext,
    systemMessages,
    specific,
    metadata,
    result,
    runs,
    started = [],
  } = answer;
  return withoutNothing({
    ...result,
    // Where nobody could be asked, nobody may have said what for.
    event: event === '' ? undefined : event,
    continue: !isBlocked(answer),
    decision: decisionWord(answer),
    reason: reason ?? (stop || undefined),
    modified_args: updatedArguments,
    additional_context: textOf(additionalContext),
    system_message: textOf(systemMessages),
    hook_specific_output: Object.keys(specific).length > 0 ? specific : undefined,
    metadata: metadata ?? result.metadata,
    hooks: [...runs.map(runJson), ...started.map(({ id, source }) => ({ id, source, background: true }))],
  });
}

/** What was about to happen must not happen. */
export function isBlocked({ decision, stop }: EventAnswer): boolean {
  return decision === 'deny' || stop !== undefined;
}

function decisionWord({ decision, stop, updatedArguments }: EventAnswer): string {
  if (decision === 'deny' || stop !== undefined) return 'block';
  if (decision === 'ask' || decision === 'defer') return decision;
  return updatedArguments === undefined ? 'approve' : 'modify';
}

function runJson({ hook, answer, exitCode, startedAt, endedAt }: HookRun): Readonly<Record<string, unknown>> {
  return withoutNothing({
    id: hook.id,
    source: hook.source,
    decision: answer.decision,
    reason: answer.reason,
    failure: answer.failure,
    metadata: answer.metadata,
    exit_code: exitCode ?? undefined,
    duration_seconds: (endedAt - startedAt) / 1000,
  });
}

function textOf(texts: readonly string[]): string | undefined {
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** Without the fields that say nothing. */
function withoutNothing(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * JSON in which no character is as itself that a terminal acts on, that nobody sees, or that changes how a line reads: a hook may
 * have put any of them into what it says. It reads back to the same value.
 */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
    // Some are two units of UTF-16.
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** What a hook of Claude Code prints, for a caller that takes dispatch for one: JSON, or the path of a worktree that was made. */
export function claudeOutput(answer: EventAnswer): string {
  if (answer.event !== 'WorktreeCreate' || isBlocked(answer)) return escapedJson(claudeAnswer(answer));
  const { worktreePath } = answer.specific;
  return typeof worktreePath === 'string' ? worktreePath : '';
}

function claudeAnswer(answer: EventAnswer): Readonly<Record<string, unknown>> {
  const { event, decision, reason, stop, systemMessages, runs } = answer;
  const failures = runs
    .filter(({ answer: one }) => one.failure !== undefined && one.decision !== 'deny')
    .map(({ hook, answer: one }) => `${hook.id}: ${one.failure}`);
  const isSaidInside =
    ['PreToolUse', 'PermissionRequest', 'PreModelSwitch'].includes(event) || answer.specific.action !== undefined;
  return withoutNothing({
    continue: stop === undefined ? undefined : false,
    stopReason: stop || undefined,
    systemMessage: textOf([...systemMessages, ...failures]),
    decision: decision === 'deny' && !isSaidInside ? 'block' : undefined,
    reason: decision === 'deny' && !isSaidInside ? reason : undefined,
    hookSpecificOutput: specificOutput(answer),
  });
}

/**
 * Exit code 2 blocks in every version, whatever becomes of the JSON beside it. To end all, or to answer a form in the words of a hook,
 * the JSON has to be read; at an event that reads a path, there is no other word than the exit code.
 */
export function claudeExitCode(answer: EventAnswer): number {
  const { event, decision, stop, specific } = answer;
  if (event === 'WorktreeCreate') return isBlocked(answer) ? 2 : 0;
  const blocks = eventKind(event)?.blocking !== 'nothing';
  return decision === 'deny' && blocks && stop === undefined && specific.action === undefined ? 2 : 0;
}

function specificOutput(answer: EventAnswer): Readonly<Record<string, unknown>> | undefined {
  const { event, additionalContext, specific } = answer;
  const said = withoutNothing({ ...specific, ...permission(answer), additionalContext: textOf(additionalContext) });
  return Object.keys(said).length > 0 ? { hookEventName: event, ...said } : undefined;
}

function permission({ event, decision, reason, updatedArguments, specific }: EventAnswer) {
  if (event === 'PreToolUse' || event === 'PreModelSwitch') {
    const permissionDecision = decision === 'none' ? undefined : decision;
    const permissionDecisionReason = permissionDecision && reason;
    return { permissionDecision, permissionDecisionReason, updatedInput: updatedArguments };
  }
  if (event !== 'PermissionRequest' || (decision !== 'allow' && decision !== 'deny')) return {};
  const others = typeof specific.decision === 'object' ? specific.decision : {};
  const message = decision === 'deny' ? reason : undefined;
  return { decision: withoutNothing({ ...others, behavior: decision, message, updatedInput: updatedArguments }) };
}
