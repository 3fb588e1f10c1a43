import type { HookResult } from '../model/event.js';

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
