import type { Decision, EventAnswer, HookAnswer, HookResult } from '../model/event.js';
import { saidBySpecific } from './handler/read-answers.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What only its event knows, the last of equal names counting. Fields that say a decision, and what goes with it, come from hooks that
 * say the one that counts: rules that an overruled hook wanted to add must not come with a denial.
 */
export function mergeSpecific(answers: readonly Pick<HookAnswer, 'specific'>[], decision: Decision): Fields {
  const kept = answers.map(({ specific }) =>
    saidBySpecific(specific) === decision ? specific : withoutDecision(specific),
  );
  const merged = Object.fromEntries(kept.flatMap((specific) => Object.entries(specific)));
  const permissions = kept.flatMap((specific) => (isFields(specific.decision) ? [specific.decision] : []));
  return {
    ...merged,
    ...(permissions.length > 0 && { decision: mergePermissions(permissions) }),
    ...(kept.some(({ action }) => action === 'cancel') && { action: 'cancel' }),
  };
}

/** All of them say the same; one that ends the turn as well is the stricter. */
function mergePermissions(permissions: readonly Fields[]): Fields {
  const merged = Object.fromEntries(permissions.flatMap((permission) => Object.entries(permission)));
  return permissions.some(({ interrupt }) => interrupt === true) ? { ...merged, interrupt: true } : merged;
}

function withoutDecision(specific: Fields): Fields {
  return Object.fromEntries(Object.entries(specific).filter(([name]) => !deciding.has(name)));
}

const deciding: ReadonlySet<string> = new Set(['decision', 'action', 'content']);

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists are joined, the first intent counts, any record counts; of a field that we do not know the last one counts. */
export function mergeResults(results: readonly HookResult[]): HookResult {
  const errors = results.flatMap((result) => result.error || []);
  // Foreign names are defined and not assigned, so that `__proto__` is a name like others.
  const merged: Record<string, unknown> = Object.fromEntries(results.flatMap((result) => Object.entries(result)));
  for (const name of lists) {
    const all = results.flatMap((result): readonly unknown[] => result[name] ?? []);
    if (all.length > 0) merged[name] = all;
  }
  const intent = results.find((result) => result.new_intent !== undefined)?.new_intent;
  if (intent) merged.new_intent = intent;
  if (results.some((result) => result.usage_recorded)) merged.usage_recorded = true;
  if (errors.length > 0) merged.error = errors.join('\n');
  return merged;
}

const lists = ['logs', 'messages_to_user', 'suggested_abilities', 'suggested_documents', 'follow_up_actions'] as const;

/** The same answer, but that it blocks; nothing that a hook allowed is left in it. */
export function denied(answer: EventAnswer, reason: string): EventAnswer {
  if (answer.decision === 'deny') return answer;
  const specific = mergeSpecific([answer], 'deny');
  return { ...answer, decision: 'deny', reason, updatedArguments: undefined, specific };
}
