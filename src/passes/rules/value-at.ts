/** What is there in a configuration, behind some keys; `undefined` where nothing is. */
export function valueAt(config: unknown, path: readonly (string | number)[]): unknown {
  let value = config;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[key];
  }
  return value;
}
