import { deepestNesting, type LooseObject, type LooseValue, readerOf, readString, readValue } from './loose-json.js';

/** What a model was asked to answer with. */
export interface AnswerShape<Value> {
  /** The object to answer with, as a model is shown it. It is not JSON itself, so that an echo of it is never taken for the answer. */
  readonly example: string;
  /** True for an object that is meant as the answer, whether a good one or not. */
  recognises(fields: ReadonlyMap<string, LooseValue>): boolean;
  read(fields: ReadonlyMap<string, LooseValue>): ParsedAnswer<Value>;
  /** The answer that a text begins with in words of its own; `undefined` where it begins with something else. */
  firstWord?(text: string): ParsedAnswer<Value> | undefined;
  /** Do two answers in one text say the same? */
  agree?(one: Value, other: Value): boolean;
}

export type ParsedAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `reason` is fit to be shown to the model that gave the answer. */
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a model's answer out of whatever it wrote around it. The last JSON block that is meant as an answer counts, also when it
 * breaks off or is out of range: an earlier draft must not replace a bad last word. Only if there is no such block, one
 * that is wrapped in another object, or in a JSON string, is taken, and then there must be exactly one. Where a wrapped one
 * follows a plain one, nobody can tell which is meant.
 * Pure, linear in the text.
 */
export function readAnswer<Value>(text: string, shape: AnswerShape<Value>): ParsedAnswer<Value> {
  const found = findJsonBlocks(text);
  if (!found.ok) return found;
  const whole = readJsonString(text);
  const spoken = shape.firstWord?.(whole ?? text);
  const blocks: readonly LooseValue[] = whole === undefined ? found.blocks : [{ kind: 'string', text: whole }];
  const [answer, another] = candidates(blocks, shape, mostStringLayers);
  if (answer === undefined) return spoken ?? unreadable(`no JSON block such as ${shape.example} was found`);
  if (another !== undefined) return unreadable('several answers were found; end with the one that counts');
  const written = readObject(answer, shape);
  const differ = written.ok && spoken?.ok && !(shape.agree?.(written.value, spoken.value) ?? true);
  return differ ? unreadable('its first word and its JSON block contradict each other') : written;
}

/** How often JSON may be wrapped in a string of JSON: `{"result": "{\"score\": 1, …}"}` is one layer. */
const mostStringLayers = 3;

/** What may be the answer: the last plain one with those that are wrapped behind it, else all that are wrapped. */
function candidates(blocks: readonly LooseValue[], shape: AnswerShape<unknown>, layers: number): LooseObject[] {
  const isAnswer = (block: LooseValue) => block.kind === 'object' && shape.recognises(block.fields);
  const plain = blocks.findLastIndex(isAnswer);
  if (plain < 0) return blocks.flatMap((block) => wrapped(block, shape, layers));
  return [blocks[plain] as LooseObject, ...blocks.slice(plain + 1).flatMap((block) => wrapped(block, shape, 0))];
}

/** The answers inside of a value. What a string holds counts only `layers` deep: it may be a log that quotes an answer. */
function wrapped(value: LooseValue, shape: AnswerShape<unknown>, layers: number): LooseObject[] {
  switch (value.kind) {
    case 'object':
      if (shape.recognises(value.fields)) return [value];
      return [...value.fields.values()].flatMap((field) => wrapped(field, shape, layers));
    case 'array':
      return value.items.flatMap((item) => wrapped(item, shape, layers));
    case 'string': {
      const found = layers > 0 ? findJsonBlocks(value.text) : undefined;
      return found?.ok ? candidates(found.blocks, shape, layers - 1) : [];
    }
    default:
      return [];
  }
}

function readObject<Value>(block: LooseObject, shape: AnswerShape<Value>): ParsedAnswer<Value> {
  if (block.broken !== undefined) return unreadable(`the JSON block breaks off: ${block.broken}`);
  const repeated = [...block.repeated][0];
  if (repeated !== undefined) return unreadable(`the key ${JSON.stringify(repeated.slice(0, 40))} occurs twice`);
  return shape.read(block.fields);
}

function unreadable(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}

type LooseBlocks =
  | { readonly ok: true; readonly blocks: readonly LooseValue[] }
  | { readonly ok: false; readonly reason: string };

/**
 * The JSON objects and arrays that are in a text, in order, outermost only. Prose and fences between them are passed over.
 * Trailing commas and raw line breaks inside strings are accepted. An object that breaks off after its first key is given with `broken`.
 * Takes time linear in the text; nesting beyond 64 levels is refused.
 */
function findJsonBlocks(text: string): LooseBlocks {
  const reader = readerOf(text);
  const blocks: LooseValue[] = [];
  let start = nextOpening(text, 0);
  while (start < text.length) {
    reader.at = start;
    const value = readValue(reader, 0);
    if (reader.tooDeep) return { ok: false, reason: `JSON nested deeper than ${deepestNesting} levels` };
    if (reader.work <= 0) return { ok: false, reason: 'too many unfinished JSON blocks' };
    const broken = value?.kind === 'object' && value.broken !== undefined;
    if (value !== undefined && !(broken && value.fields.size === 0)) blocks.push(value);
    const complete = value !== undefined && !broken;
    start = nextOpening(text, complete ? reader.at : start + 1);
  }
  return { ok: true, blocks };
}

/** The JSON string that a text consists of, or `undefined`. */
function readJsonString(text: string): string | undefined {
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
