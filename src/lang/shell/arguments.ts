import { addBehindDashes, addCode, addFile, addInput, addOperands } from './add-parts.js';
import type { ArgumentReader, Part, Place } from './argument-parts.js';
import { commandVariable, isSettingFor } from './assignments.js';
import { optionTable, readOption } from './options.js';
import type { Program } from './programs/program.js';
import { valueSign, type Word } from './tokens.js';

/** What a program makes of its arguments. */
export function readArguments(row: Program, words: readonly Word[], place: Place): readonly Part[] {
  const parts = readAs(row, words, place);
  const { fills } = place;
  const isFilled = parts.some(
    (part) => part.kind === 'code' && fills && words.slice(part.from, part.to).some(({ text }) => text.includes(fills)),
  );
  return isFilled ? [...parts, { kind: 'input', language: row.language ?? 'shell' }] : parts;
}

function readAs(row: Program, words: readonly Word[], place: Place): readonly Part[] {
  const reading: ArgumentReader = {
    row,
    table: optionTable(row),
    words,
    place,
    at: place.from + 1,
    parts: [],
    operands: [],
    ended: false,
    done: false,
    hasCode: false,
    letters: '',
    vanishing: 0,
    fills: undefined,
    entry: undefined,
    guessFrom: undefined,
    isQuestion: false,
  };
  while (reading.at < place.to && !stopsAt(reading, words[reading.at]!)) readNext(reading, words[reading.at]!);
  if (!reading.done) addOperands(reading);
  if (row.dashes) addBehindDashes(reading);
  return reading.parts;
}

/** Programs that run others read no options behind the first word of the other one. */
function stopsAt(reading: ArgumentReader, word: Word): boolean {
  const { row, words, at, ended, operands, done, vanishing } = reading;
  if (done) return true;
  if (row.reads !== 'command' && row.reads !== 'words' && row.reads !== 'script') return false;
  if (operands.length < (row.behind ?? 0)) return false;
  if (row.image && vanishing === 0) return true;
  if (!ended && (isOption(row, word) || word.text === '--')) return false;
  if (!ended && verbOf(row, operands, word)) return false;
  if (isSettingFor(row, word)) return false;
  return !(row.reads === 'script' && mayVanish(words[at]!));
}

function readNext(reading: ArgumentReader, word: Word): void {
  const { row, operands } = reading;
  const verb = verbOf(row, operands, word);
  reading.vanishing += mayVanish(word) ? 1 : 0;
  reading.at += 1;
  if (!reading.ended && word.text === '--') reading.ended = true;
  else if (!reading.ended && isOption(row, word)) readOptionOf(reading, word);
  else if (isSettingFor(row, word)) {
    reading.parts.push({ kind: 'setting', at: reading.at - 1, isReference: false });
    if (commandVariable.test(word.text)) addCode(reading, reading.at - 1, word.text.indexOf('=') + 1);
  } else if (verb) {
    reading.parts.push(...readArguments(verb, reading.words, { ...reading.place, from: reading.at - 1 }));
    reading.done = true;
  } else {
    operands.push(reading.at - 1);
    // The name of a machine may be an option that holds code.
    if (row.reads === 'words' && row.code !== undefined && word.text.startsWith(valueSign))
      addCode(reading, reading.at - 1, 0);
  }
}

function verbOf({ verbs }: Program, operands: readonly number[], { text }: Word): Program | undefined {
  return verbs && operands.length === 0 && Object.hasOwn(verbs, text) ? verbs[text] : undefined;
}

/** It may become several words, or none. */
function mayVanish({ splits, known }: Word): boolean {
  return splits && known === 0;
}

function isOption(row: Program, { text }: Word): boolean {
  if (text === '-') return row.reads === 'command' || row.reads === undefined;
  return text.startsWith('-') || (row.codeFlag !== undefined && /^\+[A-Za-z]/.test(text));
}

function readOptionOf(reading: ArgumentReader, word: Word): void {
  const { row, table, words, place, parts } = reading;
  const { name, value, letters, isGuess } = readOption(word.text, table);
  const own = reading.at - 1;
  reading.letters += letters;
  reading.isQuestion ||= /^(?:--version|--help|-V)$/.test(word.text);
  if (row.fills && /^(?:-[a-zA-Z0-9]*i|--replace)/.test(word.text))
    reading.fills = /[i=](\W.*)/s.exec(word.text)?.[1] ?? '{}';
  if (row.input && row.reads === 'script' && word.text.includes(valueSign) && !namedOption.test(word.text))
    addCode(reading, own, 0);
  if (name === undefined) return;
  if (isGuess) {
    reading.guessFrom ??= reading.at;
    const next = words[reading.at];
    if (next && (next.text.startsWith('-') || verbOf(row, reading.operands, next))) return;
  }
  const at = value === undefined ? reading.at : own;
  if (value === undefined) reading.at += 1;
  const given = words[at];
  if (at >= place.to || !given) {
    if (table.code.has(name) && place.open) addInput(reading);
    return;
  }
  const text = given.text.slice(value ?? 0);
  if (value === undefined && mayVanish(given)) reading.vanishing += 1;
  if (row.fills?.split(' ').includes(name)) reading.fills = text;
  if (row.program?.split(' ').includes(name)) {
    parts.push({ kind: 'command', ...place, from: at });
    reading.done = true;
  } else if (row.entry?.split(' ').includes(name)) {
    reading.entry = { at, skip: value ?? 0 };
  } else if (table.files.has(name)) {
    reading.hasCode ||= row.codeFlag === undefined;
    addFile(reading, at, text);
  } else if (table.code.has(name)) {
    const before = row.codeWhere ? row.codeWhere.exec(text)?.[0] : '';
    if (before === undefined) return;
    reading.hasCode = true;
    addCode(reading, at, (value ?? 0) + before.length);
  }
}

/** Other options of interpreters may hold code in many ways: `perl -M…`, `node --import=…`. */
const namedOption = /^--(?!require|import|loader|experimental)[\w-]+=/;
