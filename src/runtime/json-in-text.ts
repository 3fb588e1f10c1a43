/** The JSON that a text holds. */
export type JsonInText =
  | { readonly ok: true; readonly values: readonly unknown[] }
  | { readonly ok: false; readonly reason: string };

/**
 * The text as a whole where it is JSON; otherwise each object and array that is in it, in order, outermost only: tools
 * print headings before their report, and some print one object a line. Takes time linear in the text.
 */
export function jsonInText(text: string, maxDepth: number): JsonInText {
  const trimmed = text.trim();
  const reader: Reader = { text: trimmed, maxDepth, tooDeep: false, work: trimmed.length * workPerCharacter + 1000 };
  const values: unknown[] = [];
  let start = nextOpening(trimmed, 0);
  while (start < trimmed.length) {
    const end = endOfBlock(reader, start);
    if (reader.tooDeep) return { ok: false, reason: `JSON nested deeper than ${maxDepth} levels` };
    if (reader.work <= 0) return { ok: false, reason: 'too many pieces that look like JSON and are not' };
    const value = end === undefined ? undefined : jsonOf(trimmed.slice(start, end));
    if (value !== undefined) values.push(value);
    start = nextOpening(trimmed, value === undefined ? start + 1 : end!);
  }
  return { ok: true, values };
}

/** A character is looked at once by each block that was open around it and turned out to be none. */
const workPerCharacter = 16;

interface Reader {
  readonly text: string;
  readonly maxDepth: number;
  tooDeep: boolean;
  work: number;
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{' || text[at] === '[') return at;
  }
  return text.length;
}

/** Where the brackets close; `undefined` as soon as something is there that JSON has outside of strings nowhere. */
function endOfBlock(reader: Reader, start: number): number | undefined {
  const { text } = reader;
  let depth = 0;
  for (let at = start; at < text.length && reader.work > 0; at += 1) {
    reader.work -= 1;
    const character = text[at]!;
    if (character === '"') {
      const end = endOfString(reader, at);
      if (end === undefined) return undefined;
      at = end;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > reader.maxDepth) {
        reader.tooDeep = true;
        return undefined;
      }
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (!outsideStrings.has(character)) {
      return undefined;
    }
  }
  return undefined;
}

const outsideStrings: ReadonlySet<string> = new Set(' \t\r\n,:.+-0123456789eEtrufalsn');

/** Index of the closing quote; JSON has no raw line break inside a string. */
function endOfString(reader: Reader, start: number): number | undefined {
  const { text } = reader;
  for (let at = start + 1; at < text.length && reader.work > 0; at += 1) {
    reader.work -= 1;
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
    else if (text[at] === '\n') return undefined;
  }
  return undefined;
}

/** `undefined` for what is no JSON. The native parser is iterative, so depth does no harm. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON of foreign origin; `undefined` for what is not one, and for what is too deep for those who walk through it. */
export function parseJson(text: string): unknown {
  return jsonInText(text, deepest).ok ? jsonOf(text) : undefined;
}

const deepest = 50;
