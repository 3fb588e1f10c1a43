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
      ? { kind: 'broken', reason: `it nests deeper than ${DEEPEST} levels` }
      : { kind: 'object', value };
  } catch (error) {
    return { kind: 'broken', reason: (error as Error).message };
  }
}

/**
 * Does a JSON value nest deeper than what can be handed on? Found without recursion: JSON is parsed however deep it nests, but most of
 * what walks through it afterwards, writing it again included, takes a stack.
 */
export function nestsTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((one) => Object.values(one).filter(isNested));
  }
  return false;
}

/** More than what anybody writes, and far less than what a stack holds. */
const DEEPEST = 1000;

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
