import type { YamlScalar } from '../../text/yaml-node.js';
import { type Kind, type ScalarType, takesScalar } from './value-kinds.js';

/** The same value in a form that the engine takes there: `"5"` for 5, 5 for `"5"`, 2.0 for 2, `true` for `yes`, `[1]` for 1; `undefined` without one. */
export function inOtherForm({ value, style }: YamlScalar, type: ScalarType, kind: Kind): string | undefined {
  // Where a number may be, a text is a variable.
  if (type !== 'text' && !kind.scalars.includes('number') && takesScalar(kind, 'text', value)) return `"${value}"`;
  if (type === 'number' && takesScalar(kind, 'number', `${value}.0`)) return `${value}.0`;
  if (type === 'text' && /^(?:0|[1-9]\d{0,8})$/.test(value) && takesScalar(kind, 'number', value)) return value;
  if (type === 'text' && kind.scalars.includes('flag')) return flags.get(value.toLowerCase());
  const { items } = kind;
  if (items === undefined || items === 'any' || !takesScalar(items, type, value)) return undefined;
  if (style === 'plain') return inFlow.test(value) ? `[${value}]` : undefined;
  return inFlow.test(value) ? `["${value}"]` : undefined;
}

const inFlow = /^[\w.+-][\w.+ -]{0,80}$/;

const flags: ReadonlyMap<string, string> = new Map([
  ...['true', 'yes', 'on', 'y'].map((word) => [word, 'true'] as const),
  ...['false', 'no', 'off', 'n'].map((word) => [word, 'false'] as const),
]);
