import { fileSettings } from '../../../lang/variable-names.js';
import { type FlatDocument, nodeKind } from '../../../text/flat/flat-document.js';
import { nodeOf } from '../../../text/flat/tree.js';
import { parametersIn } from '../environment.js';
import { readValue } from '../fields.js';
import type { Outline } from './outline.js';
import { isSomeText, isTextAsWritten, textOf } from './plain-values.js';

/**
 * The variables that a document sets, each with its value as far as hooks can know it before the run; its name has to be known. Most
 * documents set what the one before them sets, but for their own names in the values.
 */
export function addEnvironment(outline: Outline, document: FlatDocument, value: number): boolean {
  const { name, environment, settings } = outline;
  const isWord = meansNothing.test(name);
  const written = isWord ? document.text.slice(document.from[value], document.to[value]).replaceAll(name, ownName) : '';
  if (isWord && environment?.written === written) {
    outline.settings += environment!.said;
    return true;
  }
  if (!addVariables(outline, document, value)) return false;
  const said = outline.settings.slice(settings.length);
  // Where a name stayed, as in the name of a variable, another document says something else.
  outline.environment = isWord && !said.includes(name) ? { written, said } : undefined;
  return true;
}

function addVariables(outline: Outline, document: FlatDocument, value: number): boolean {
  const { kind, next } = document;
  if (isMap(kind[value]!)) return addPairs(outline, document, value);
  if (kind[value] !== nodeKind.sequence && kind[value] !== nodeKind.flowSequence) return false;
  for (let item = value + 1; item < next[value]!; item = next[item]!)
    if (!(isMap(kind[item]!) ? addPairs(outline, document, item) : addEntry(outline, document, item))) return false;
  return true;
}

function isMap(kind: number): boolean {
  return kind === nodeKind.map || kind === nodeKind.flowMap;
}

function addPairs(outline: Outline, document: FlatDocument, map: number): boolean {
  const { kind, next, text, from, to } = document;
  for (let key = map + 1; key < next[map]!; key = next[key + 1]!) {
    if (kind[key] !== nodeKind.plain || !isSomeText(document, key + 1)) return false;
    if (!addVariable(outline, text.slice(from[key], to[key]), plainTextAt(document, key + 1))) return false;
  }
  return true;
}

/** `KEY=value` */
function addEntry(outline: Outline, document: FlatDocument, item: number): boolean {
  const text = plainTextAt(document, item);
  if (text === undefined) {
    const name = quotedName.exec(document.text.slice(document.from[item], document.to[item]))?.[1];
    return name !== undefined && addVariable(outline, name, undefined);
  }
  const equals = text.indexOf('=');
  return equals > 0 && addVariable(outline, text.slice(0, equals), text.slice(equals + 1));
}

const quotedName = /^["']([A-Za-z_]\w*)=/;

function plainTextAt(document: FlatDocument, node: number): string | undefined {
  const { kind, from, to } = document;
  const isQuoted = kind[node] === nodeKind.single || kind[node] === nodeKind.double;
  const isEmpty = isQuoted && to[node]! - from[node]! === 2;
  return isEmpty || isTextAsWritten(document, node) ? textOf(document, node) : undefined;
}

/**
 * Built-in variables take their values from those of Arborist (`src/passes/variables/workflow-variables.ts`); of all others, hooks know
 * that they are set. What the engine expands is known when the DAG runs, whatever it is. Where a value holds the name of its DAG, as the
 * folder of a task does, it says the same as that of another DAG which holds that one's name (`underName` in `src/pipeline/alike/plan-under-name.ts`).
 * @param value `undefined` where it is spelled in a way that is not read here
 * @returns false where it had to be read
 */
function addVariable(outline: Outline, name: string, value: string | undefined): boolean {
  const isBuiltIn = name.startsWith('ARBORIST_');
  if (isBuiltIn && value === undefined) return false;
  if (!isBuiltIn || value!.includes('$') || value!.includes('`')) outline.settings += `env ${name}$\n`;
  else {
    const said = fileSettings.has(name) ? value! : value!.replaceAll(outline.name, ownName);
    outline.settings += `env ${name}=${said}\n`;
  }
  return true;
}

/** No text of a plain document has this sign. */
const ownName = '\0';

/** Of parameters, hooks know that they are set: what they are is known when the DAG runs. */
export function addParameters(outline: Outline, document: FlatDocument, key: number): void {
  const names = parametersIn(readValue(nodeOf(document, key + 1)));
  outline.settings += `params ${JSON.stringify([...names])}\n`;
  outline.handed += `${wordsOf(document, key)}\n`;
}

/**
 * What a key says, word for word. Where it may hold the name of its DAG, as a message or a container does, it says the same as that of
 * another DAG which holds that one's name.
 */
export function addWordsUnderName(outline: Outline, document: FlatDocument, key: number): void {
  const words = wordsOf(document, key);
  const mayHoldName =
    keysWithNames.has(document.text.slice(document.from[key], document.to[key])) && meansNothing.test(outline.name);
  if (!mayHoldName || !words.includes(outline.name)) {
    addWords(outline, words);
    return;
  }
  addWords(outline, words.replaceAll(outline.name, ownName));
  outline.handed += `${words}\n`;
}

/** With their length, so that nobody can write a text that looks like other settings. */
function addWords(outline: Outline, words: string): void {
  outline.settings += `words ${words.length} ${words}\n`;
}

/** Keys of which no pass asks more than whether they are there, or what a command may be. */
const keysWithNames: ReadonlySet<string> = new Set([
  ...['handlerOn', 'handler_on', 'precondition', 'preconditions', 'container', 'executor', 'config'],
]);

/** A name that is no word of the engine or of a shell. */
const meansNothing = /^(?=.*\d)(?=.*[A-Za-z])[\w.-]{3,}$/;

/** A key with its value, as written. */
export function wordsOf({ text, from, to }: FlatDocument, key: number): string {
  return text.slice(from[key], to[key + 1]);
}
