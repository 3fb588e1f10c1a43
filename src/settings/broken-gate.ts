import { describePath, type SettingsHook } from './settings-hook.js';

/**
 * The gate in place of a part of settings that holds one and cannot be read: it must not be one that is open.
 * @param place its matcher is `undefined` where that cannot be read either, and then the gate matches everything
 */
export function brokenGate(
  part: unknown,
  place: Pick<SettingsHook, 'event' | 'dialect' | 'matcher' | 'path'>,
): SettingsHook | undefined {
  if (!holdsGate(part)) return undefined;
  const reason = `${describePath(place.path)} is to block where it fails, and cannot be read`;
  const rest = { condition: undefined, timeout: 1, onFailure: 'block', unheard: false } as const;
  return { ...place, ...rest, handler: { kind: 'unusable', reason } };
}

/** Is there a gate in it, however deep? */
function holdsGate(part: unknown): boolean {
  const open = [part];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (typeof here !== 'object' || here === null) continue;
    if (gateKey(here) !== undefined) return true;
    for (const one of Object.values(here)) if (typeof one === 'object') open.push(one);
  }
  return false;
}

/** The key `onFailure`, also where it or its value is not quite right: nobody writes it for what happens anyway. */
export function gateKey(entry: object): string | undefined {
  return Object.entries(entry).find(([key, value]) => /^[oO]n[-_]?[fF]ailure$/.test(key) && value !== 'continue')?.[0];
}
