import { jsonOf } from '../json-in-text.js';

/** The configuration for user code, from `--config JSON` and `--config-value POINTER=VALUE`. */
export type ReadConfig =
  | { readonly ok: true; readonly config: object }
  | { readonly ok: false; readonly problem: string };

export function readConfig(json: string | undefined, late: ReadonlyMap<string, string> | undefined): ReadConfig {
  const config = jsonOf(json ?? '{}');
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    return { ok: false, problem: '--config must be a JSON object' };
  }
  for (const [pointer, value] of late ?? []) {
    if (!put(config, pointer, value))
      return { ok: false, problem: `--config-value: ${pointer} is not in the configuration` };
  }
  return { ok: true, config };
}

/** Replaces what is at a JSON Pointer, in which `~2` is `=`. False where nothing is there. */
function put(config: object, pointer: string, value: string): boolean {
  const keys = pointer.split('/').slice(1).map(unescapeKey);
  const last = keys.pop();
  let holder: unknown = config;
  for (const key of keys) holder = isHolder(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (last === undefined || !isHolder(holder) || !Object.hasOwn(holder, last)) return false;
  Object.defineProperty(holder, last, { value, enumerable: true, configurable: true, writable: true });
  return true;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function unescapeKey(key: string): string {
  return key.replaceAll('~2', '=').replaceAll('~1', '/').replaceAll('~0', '~');
}
