import { type LooseValue, MAX_DEPTH, readerOf, readString, readValue } from './loose-json.js';

export type LooseBlocks =
  | { readonly ok: true; readonly blocks: readonly LooseValue[] }
  | { readonly ok: false; readonly reason: string };

/**
 * The JSON objects and arrays that stand in a text, in order, outermost only. Prose and fences between them are passed over.
 * Trailing commas and raw line breaks inside strings are accepted. An object that breaks off after its first key is given with `broken`.
 * Takes time linear in the text; nesting beyond 64 levels is refused.
 */
export function findJsonBlocks(text: string): LooseBlocks {
  const reader = readerOf(text);
  const blocks: LooseValue[] = [];
  let start = nextOpening(text, 0);
  while (start < text.length) {
    reader.at = start;
    const value = readValue(reader, 0);
    if (reader.tooDeep) return { ok: false, reason: `JSON nested deeper than ${MAX_DEPTH} levels` };
    if (reader.work <= 0) return { ok: false, reason: 'too many unfinished JSON blocks' };
    const broken = value?.kind === 'object' && value.broken !== undefined;
    if (value !== undefined && !(broken && value.fields.size === 0)) blocks.push(value);
    const complete = value !== undefined && !broken;
    start = nextOpening(text, complete ? reader.at : start + 1);
  }
  return { ok: true, blocks };
}

/** The JSON string that a text consists of, or `undefined`. */
export function readJsonString(text: string): string | undefined {
  const trimmed = text.trim();
  const reader = readerOf(trimmed);
  const value = trimmed.startsWith('"') ? readString(reader) : undefined;
  return reader.at === trimmed.length ? value : undefined;
}

function nextOpening(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '{' && text[at] !== '[') at += 1;
  return at;
}
