import { deepestJson, nestsDeeperThan } from '../../lang/nesting.js';
import type { HandlerOutput } from './handler-end.js';

export type ReadJson =
  /** Nothing, or text that does not look like JSON. */
  | { readonly kind: 'text' }
  | { readonly kind: 'object'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'broken'; readonly reason: string };

/**
 * An answer is one JSON object and nothing beside it but white space. What begins as one and is none, be it cut off or followed by
 * text, was to decide something that nobody can tell any more; all else that is printed is text.
 */
export function readJson({ stdout, cutAt }: HandlerOutput): ReadJson {
  const text = stdout.trim();
  if (!text.startsWith('{')) return { kind: 'text' };
  if (cutAt !== undefined) return { kind: 'broken', reason: `it has more than ${cutAt} bytes` };
  try {
    const value = JSON.parse(text);
    if (nestsDeeperThan(deepestJson, value)) {
      return { kind: 'broken', reason: `it nests deeper than ${deepestJson} levels` };
    }
    return { kind: 'object', value };
  } catch (error) {
    return { kind: 'broken', reason: (error as Error).message };
  }
}
