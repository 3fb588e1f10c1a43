import { findJsonBlocks, type LooseObject, type LooseValue, readJsonString } from './loose-json.js';

/** What a model was asked to answer with. */
export interface AnswerShape<Value> {
  /** The object to answer with, as a model is shown it. It is not JSON itself, so that an echo of it is never taken for the answer. */
  readonly example: string;
  /** True for an object that is meant as the answer, be it a good one or not. */
  recognises(fields: ReadonlyMap<string, LooseValue>): boolean;
  read(fields: ReadonlyMap<string, LooseValue>): Reading<Value>;
}

export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `reason` is fit to be shown to the model that gave the answer. */
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a model's answer out of whatever it wrote around it. The last JSON block that is meant as an answer counts, also when it
 * breaks off or is out of range: an earlier draft must not stand in for a bad last word. Only if there is no such block, one
 * that is wrapped in another object, or in a JSON string, is taken, and then there must be exactly one.
 * Pure, linear in the text.
 */
export function readAnswer<Value>(text: string, shape: AnswerShape<Value>): Reading<Value> {
  const found = findJsonBlocks(text);
  if (!found.ok) return found;
  const last = lastAnswer(found.blocks, shape) ?? onlyWrappedAnswer(text, found.blocks, shape);
  if (last === 'several') return unreadable('several answers stand in one JSON block; give one');
  if (last === undefined) return unreadable(`no JSON block such as ${shape.example} was found`);
  return readObject(last, shape);
}

function lastAnswer(blocks: readonly LooseValue[], shape: AnswerShape<unknown>): LooseObject | undefined {
  return blocks.filter((block) => block.kind === 'object').findLast((block) => shape.recognises(block.fields));
}

function readObject<Value>(block: LooseObject, shape: AnswerShape<Value>): Reading<Value> {
  if (block.broken !== undefined) return unreadable(`the JSON block breaks off: ${block.broken}`);
  const repeated = [...block.repeated][0];
  if (repeated !== undefined) return unreadable(`the key ${JSON.stringify(repeated.slice(0, 40))} stands there twice`);
  return shape.read(block.fields);
}

function onlyWrappedAnswer(
  text: string,
  blocks: readonly LooseValue[],
  shape: AnswerShape<unknown>,
): LooseObject | 'several' | undefined {
  const whole = readJsonString(text);
  const roots: readonly LooseValue[] = whole === undefined ? blocks : [{ kind: 'string', text: whole }];
  const answers: LooseObject[] = [];
  for (const root of roots) collectWrapped(root, shape, MAX_STRING_LAYERS, answers);
  return answers.length > 1 ? 'several' : answers[0];
}

/** How often JSON may be wrapped in a string of JSON: `{"result": "{\"score\": 1, …}"}` is one layer. */
const MAX_STRING_LAYERS = 3;

function collectWrapped(value: LooseValue, shape: AnswerShape<unknown>, layers: number, into: LooseObject[]): void {
  if (value.kind === 'array') for (const item of value.items) collectWrapped(item, shape, layers, into);
  if (value.kind === 'object') {
    if (shape.recognises(value.fields)) into.push(value);
    else for (const field of value.fields.values()) collectWrapped(field, shape, layers, into);
  }
  if (value.kind === 'string' && layers > 0) {
    const found = findJsonBlocks(value.text);
    const last = found.ok ? lastAnswer(found.blocks, shape) : undefined;
    if (last !== undefined) into.push(last);
    else if (found.ok) for (const block of found.blocks) collectWrapped(block, shape, layers - 1, into);
  }
}

function unreadable(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
