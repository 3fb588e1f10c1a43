import type { EventAnswer, HookRun } from '../model/event.js';

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

/** What was about to happen shall not happen. */
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

export function textOf(texts: readonly string[]): string | undefined {
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** Without the fields that say nothing. */
export function withoutNothing(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
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
