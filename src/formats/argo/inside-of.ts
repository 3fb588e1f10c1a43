import type { YamlPair } from '../../text/yaml-node.js';

/** What is between the quotes of a value, or all of it. */
export function insideOf({ value }: YamlPair): { readonly start: number; readonly end: number } {
  const isQuoted = value.kind === 'scalar' && (value.style === 'single' || value.style === 'double');
  return { start: value.start + Number(isQuoted), end: value.end - Number(isQuoted) };
}
