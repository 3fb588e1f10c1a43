import { deepestNesting, nestsTooDeep } from '../../lang/json-depth.js';
import type { HandlerOutput } from './handler.js';

export type ReadJson =
  /** Nothing, or text that does not look like JSON. */
  | { readonly kind: 'text' }
  | { readonly kind: 'object'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'broken'; readonly reason: string };

/**
 * An answer is one JSON object and nothing beside it but white space. Truncated JSON is an error, not text; so is JSON followed by
 * text, because its decision is unknown. All other output is text.
 */
export function readJson({ stdout, cutAt }: HandlerOutput): ReadJson {
  const text = stdout.trim();
  if (!text.startsWith('{')) return { kind: 'text' };
  if (cutAt !== undefined) return { kind: 'broken', reason: `it has more than ${cutAt} bytes` };
  try {
    const value = JSON.parse(text);
    return nestsTooDeep(value)
      ? { kind: 'broken', reason: `it nests deeper than ${deepestNesting} levels` }
      : { kind: 'object', value };
  } catch (error) {
    return { kind: 'broken', reason: (error as Error).message };
  }
}
