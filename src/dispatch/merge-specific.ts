import type { Decision, HookAnswer } from '../model/event.js';
import { saidBySpecific } from './handler/read-settings-answer.js';

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
