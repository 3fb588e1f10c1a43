import type { HookAnswer, HookResult } from '../../model/event.js';
import { noAnswer } from './answer.js';

type Fields = Readonly<Record<string, unknown>>;

/** A `HookResult`. Its `error` says that the handler objects; whether that blocks is up to the hook. Unknown fields pass. */
export function readRegistryAnswer(fields: Fields): HookAnswer {
  const misfit = misfitOf(fields);
  if (misfit !== undefined) return { ...noAnswer, failure: `its answer cannot be read: ${misfit}` };
  const result = fields as HookResult;
  const error = result.error === '' ? undefined : result.error;
  const messages = result.messages_to_user ?? [];
  const reason = error === undefined ? undefined : [error, ...messages].join('\n');
  return { ...noAnswer, result, reason, failure: error };
}

const lists = ['logs', 'messages_to_user', 'suggested_abilities', 'suggested_documents', 'follow_up_actions'] as const;

function misfitOf(fields: Fields): string | undefined {
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
