import { nestsTooDeep } from '../../lang/json-depth.js';

/** What a text is in JSON: nothing, or more than can be looked at where it nests too deep. */
export type JsonReading =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'none' }
  | { readonly kind: 'deep' };

export function readJson(text: string): JsonReading {
  try {
    const value: unknown = JSON.parse(text);
    return nestsTooDeep(value) ? { kind: 'deep' } : { kind: 'json', value };
  } catch {
    return { kind: 'none' };
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A value as the text of a variable. */
export function textOfJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What the engine writes for what is at a path in a value, such as `.a[0]`. */
export function insideJson(json: unknown, path: string): string {
  let value = json;
  for (const [, name, quoted, index] of path.matchAll(/\.(\w+)|\."([^"]*)"|\[(-?\d+)\]/g)) {
    if (index !== undefined) value = Array.isArray(value) ? value.at(Number(index)) : undefined;
    else value = isObject(value) && !Array.isArray(value) ? ownValue(value, (name ?? quoted)!) : undefined;
  }
  return asGoWrites(value);
}

function ownValue(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function asGoWrites(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asGoWrites).join(' ')}]`;
  if (!isObject(value)) return value === null || value === undefined ? '<nil>' : String(value);
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${key}:${asGoWrites(value[key])}`);
  return `map[${entries.join(' ')}]`;
}
