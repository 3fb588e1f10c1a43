import { lineEndAfter, lineStartBefore } from './lines.js';
import { asText, closing } from './mends.js';
import { isTabWithin, tabFault } from './tab-lines.js';
import { sayUnquoted, templateAt } from './unquoted-template.js';
import type { YamlPair, YamlProblem, YamlScalar } from './yaml-node.js';

/** The problems of one document as they are found. */
export interface Faults {
  readonly text: string;
  /** Just past the document. */
  readonly end: number;
  readonly found: YamlProblem[];
  /** Which of them say that something opened is never closed, by the offset where the closing was missed. */
  readonly unclosed: Map<number, number[]>;
}

export function createFaults(text: string, end: number): Faults {
  return { text, end, found: [], unclosed: new Map() };
}

/** @param code the library's code, or our own kind */
export function addFault(
  faults: Faults,
  kind: YamlProblem['kind'],
  code: string,
  message: string,
  from: number,
  to: number,
): void {
  if (/^(?:Unexpected flow-map-start|Missing , )/.test(message) && addTemplate(faults, from)) return;
  if (addTab(faults, message, from)) return;
  if (addKeyBelow(faults, kind, message, from)) return;
  const late = message.endsWith('must start at the same column') ? skipBlank(faults.text, from) - from : 0;
  const start = Math.min(from + late, faults.end);
  const end = Math.max(start, Math.min(to + late, faults.end));
  const cure = cureFor(code, message, faults.text, start);
  const mend = /^Unexpected flow-(?:map|seq)-start/.test(message) ? asText(faults.text, start) : undefined;
  const problem = { kind, message: inPlainWords(message), cure, start, end, first: undefined, mend };
  const index = faults.found.push(problem) - 1;
  if (!saysUnclosed(message)) return;
  const same = faults.unclosed.get(start);
  if (same) same.push(index);
  else faults.unclosed.set(start, [index]);
}

/**
 * For a value with a template that has no quotes around it.
 * @returns false where none begins at the offset; then nothing was added
 */
export function addTemplate(faults: Faults, from: number): boolean {
  // An expression of GitHub, which means that something before it is wrong.
  if (faults.text[from - 1] === '$') return false;
  const place = templateAt(faults.text, from);
  if (!place) return false;
  const { start, end } = place;
  const mend = { start, end, text: 'x'.repeat(end - start) };
  const said = sayUnquoted(faults.text.slice(start, end));
  faults.found.push({ kind: 'template', ...said, start, end, first: undefined, mend });
  return true;
}

/**
 * For a tab where YAML takes only spaces, whatever the library finds wrong with it.
 * @returns false where it is something else; then nothing was added
 */
function addTab({ text, found }: Faults, message: string, from: number): boolean {
  const last = found.at(-1);
  // Behind a key a tab is allowed: what is wrong is that its value looks like a key.
  if (message.startsWith('Nested ') && last && isTabWithin(last) && !text.slice(last.end, from).trim()) found.pop();
  const tab = tabFault(text, message, from);
  if (tab) found.push({ kind: 'syntax', ...tab, first: undefined, mend: undefined });
  return tab !== undefined;
}

/** The library points to where the closing was missed; a reader wants to see what was opened. */
export function pointToOpening(faults: Faults, start: number, missedAt: number): void {
  const index = faults.unclosed.get(missedAt)?.pop();
  if (index === undefined) return;
  const message = `this ${faults.text[start]} is never closed`;
  const mend = isBracket(faults.text[start]) ? closing(faults.text, start, missedAt) : undefined;
  faults.found[index] = { ...faults.found[index]!, message, start, end: start + 1, mend };
}

function isBracket(sign: string | undefined): boolean {
  return sign === '[' || sign === '{';
}

/** Is something opened that is never closed, as the library says? */
export function saysUnclosed(message: string): boolean {
  return message.startsWith('Missing closing ') || /^Flow (?:map|sequence) .*end with a [}\]]$/.test(message);
}

/**
 * For a key that seems to continue the text above it.
 * @returns false where it is something else; then nothing was added
 */
function addKeyBelow({ text, end, found }: Faults, kind: YamlProblem['kind'], message: string, from: number): boolean {
  const isNested = message.startsWith('Nested mappings are not allowed');
  if (!isNested && message !== 'Implicit keys need to be on a single line') return false;
  const place = keyBelow(text, from, end);
  const last = found.at(-1);
  // Lines that are not YAML at all have a way out of their own.
  if (!place || cureOfLine(text, from) || cureOfLine(text, place.start)) return false;
  // The library says both of one key.
  if (!isNested) return last?.message === tooDeep.message && last.start === place.start;
  if (last && !text.slice(Math.max(last.start, from - longestLine), from).includes('\n')) return false;
  found.push({ kind, ...tooDeep, ...place, first: undefined, mend: undefined });
  return true;
}

const tooDeep = {
  message: 'a key that is indented deeper than the key above it',
  cure: 'indent both alike; if this line is a part of the text above, write that in quotes or behind `|`',
};

/** The library points to the text that the key seems to continue. `undefined` where both are on one line. */
function keyBelow(
  text: string,
  from: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  if (/[^\w./~$(]/.test(text.charAt(from))) return undefined;
  const around = text.slice(from, Math.min(end, from + longestLine));
  const colon = /:(?=\s|$)/.exec(around)?.index;
  const line = colon === undefined ? 0 : lineStartBefore(around, colon);
  if (colon === undefined || line === 0) return undefined;
  return { start: skipBlank(text, from + line), end: from + colon };
}

/** Where indentation is wrong the library points behind the entry before. */
function skipBlank(text: string, from: number): number {
  let at = from;
  while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at++;
  return at;
}

/** The fix of a problem, by the library's code for it or our own kind; `undefined` where none is known. */
function cureFor(code: string, message: string, text: string, start: number): string | undefined {
  if (message.startsWith('Missing closing ')) return 'close the quote';
  if (/^Flow .* end with a|^this . is never closed/.test(message)) return 'close it';
  if (message.startsWith('Unexpected , in flow')) return 'take this comma out, or write what is missing before it';
  if (message.startsWith('Sequence item without')) return cures.get('BAD_INDENT');
  if (message.startsWith('no anchor')) return 'put the value in quotes if the * is meant literally';
  return cureOfLine(text, start) ?? cures.get(code);
}

/** Lines that are not YAML at all, whatever the library finds wrong with them. */
function cureOfLine(text: string, start: number): string | undefined {
  // A look at the whole of a long line for each of its errors would take time in proportion to the square of its length.
  const from = Math.max(0, start - longestLine);
  const around = text.slice(from, start + longestLine);
  const line = around.slice(lineStartBefore(around, start - from), lineEndAfter(around, start - from)).trim();
  if (/^(?:```|~~~)/.test(line))
    return 'take this Markdown fence out; if it belongs to a script, indent it like the other lines of the script';
  if (/^(?:\.{3}|\u2026)$/.test(line)) return 'write what belongs in place of the dots, or take them out';
  if (/^-[A-Za-z_][\w-]*:(?: |$)/.test(line)) return 'put a blank behind the dash, if it begins an entry of a list';
  return line.startsWith('//') ? 'write comments with #' : undefined;
}

const longestLine = 500;

/** The library's message in words that need no knowledge of YAML's grammar. */
function inPlainWords(message: string): string {
  return plainWords.get(message) ?? message.charAt(0).toLowerCase() + message.slice(1);
}

const cures: ReadonlyMap<string, string> = new Map([
  ['BAD_SCALAR_START', 'put the value in quotes'],
  [
    'BLOCK_AS_IMPLICIT_KEY',
    'put the value in quotes if the colon in it is text; else a line below is indented too deep',
  ],
  ['MULTILINE_IMPLICIT_KEY', 'a line lacks its colon, or is indented less than the text that it continues'],
  [
    'MISSING_CHAR',
    'look for a missing colon, comma or bracket, and for a line that is indented less than what it continues',
  ],
  ['BAD_INDENT', 'indent all entries of one list or mapping alike, and what is inside of them deeper'],
  ['LEFT_OUT', 'write `key:` without the question mark, or a line that is `:` in front of the value'],
  ['BAD_DQ_ESCAPE', 'double the backslash, or use single quotes'],
  ['UNEXPECTED_TOKEN', 'put the whole value in quotes; a double quote inside of double quotes is written \\"'],
  ['BAD_ALIAS', 'put the value in quotes if the * or & is meant literally'],
  ['TAG_RESOLVE_FAILED', 'put the value in quotes if the ! is meant literally'],
  ['unsupported', 'put it in quotes if it is text'],
]);

const plainWords: ReadonlyMap<string, string> = new Map([
  ['Implicit map keys need to be followed by map values', 'a key without its colon'],
  ['Implicit keys need to be on a single line', 'a key that goes over several lines'],
  ['Nested mappings are not allowed in compact mappings', 'a second key on one line'],
  ['A block sequence may not be used as an implicit map key', 'a list where a key is expected'],
  ['All mapping items must start at the same column', 'keys of one mapping that are indented differently'],
  ['All sequence items must start at the same column', 'entries of one list that are indented differently'],
  ['Sequence item without - indicator', 'a line that is indented between a list entry and its keys'],
  ['Unexpected scalar at node end', 'text behind the end of a value'],
  ['Unexpected flow-map-start at node end', 'a { behind the beginning of a text without quotes'],
  ['Unexpected flow-seq-start at node end', 'a [ behind the beginning of a text without quotes'],
  ['Missing closing "quote', 'a double quote that is never closed'],
  ["Missing closing 'quote", 'a single quote that is never closed'],
]);

/** Finds each later key that an earlier one of the mapping equals, in linear time. */
export function reportDuplicateKeys(pairs: readonly YamlPair[], problems: YamlProblem[]): void {
  if (pairs.length < 2) return;
  const seen = new Map<string, YamlScalar>();
  for (const { key } of pairs) {
    const first = seen.get(key.value);
    if (first === undefined) seen.set(key.value, key);
    else problems.push(duplicate(key, first));
  }
}

function duplicate(key: YamlScalar, first: YamlScalar): YamlProblem {
  return {
    kind: 'duplicate-key',
    message: key.value,
    cure: 'keep one of the two',
    start: key.start,
    end: key.end,
    first: { start: first.start, end: first.end },
  };
}
