import { commandVariable, isSettingFor } from './assignments.js';
import { type OptionTable, optionTable, readOption } from './options.js';
import type { Language, Program } from './programs/program.js';

import { valueSign, type Word } from './tokens.js';

/** Some words of a command, as the program before them takes them. */
export type Part =
  | ({ readonly kind: 'command' } & Place)
  /** Code: these words with blanks between them, the first one without so many characters. */
  | {
      readonly kind: 'code';
      readonly from: number;
      readonly to: number;
      readonly skip: number;
      readonly language: Language;
      /** More words may follow. */
      readonly open: boolean;
      /** What its program fills in is where this is, or another sign in braces. */
      readonly fills?: string | undefined;
    }
  /** A file of code. */
  | { readonly kind: 'file'; readonly at: number; readonly language: Language }
  /** What it reads is code. */
  | { readonly kind: 'input'; readonly language: Language }
  /** A variable that is set, or with `isReference` one that is another name of the variable that is its value. */
  | { readonly kind: 'setting'; readonly at: number; readonly isReference: boolean };

/** A program among the words of a command: its own index, and where its arguments end. */
export interface Place {
  readonly from: number;
  readonly to: number;
  /** More words may follow, from the input of the program that runs it. */
  readonly open: boolean;
  /** What that program fills in is where this does. */
  readonly fills: string | undefined;
}

/** What a program makes of its arguments. */
export function readArguments(row: Program, words: readonly Word[], place: Place): readonly Part[] {
  const parts = readAs(row, words, place);
  const { fills } = place;
  const isFilled = parts.some(
    (part) => part.kind === 'code' && fills && words.slice(part.from, part.to).some(({ text }) => text.includes(fills)),
  );
  return isFilled ? [...parts, { kind: 'input', language: row.language ?? 'shell' }] : parts;
}

interface ArgumentReader {
  readonly row: Program;
  readonly table: OptionTable;
  readonly words: readonly Word[];
  readonly place: Place;
  at: number;
  readonly parts: Part[];
  /** Indexes of the words that are no options and no values of them. */
  readonly operands: number[];
  /** Options end here. */
  ended: boolean;
  /** All is said: an option or a verb takes what is left. */
  done: boolean;
  hasCode: boolean;
  letters: string;
  /** How many words so far may be several or none. */
  vanishing: number;
  fills: string | undefined;
  /** It is asked for its version or for help only. */
  isQuestion: boolean;
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
    isQuestion: false,
  };
  while (reading.at < place.to && !stopsAt(reading, words[reading.at]!)) readNext(reading, words[reading.at]!);
  if (!reading.done) addOperands(reading);
  if (row.dashes) addBehindDashes(reading);
  return reading.parts;
}

/** Programs that run others read no options behind the first word of the other one. */
function stopsAt({ row, words, at, ended, operands, done }: ArgumentReader, word: Word): boolean {
  if (done) return true;
  if (row.reads !== 'command' && row.reads !== 'words' && row.reads !== 'script') return false;
  if (operands.length < (row.behind ?? 0)) return false;
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
  const { name, value, letters } = readOption(word.text, table);
  const own = reading.at - 1;
  reading.letters += letters;
  reading.isQuestion ||= /^(?:--version|--help|-V)$/.test(word.text);
  if (row.fills && /^(?:-[a-zA-Z0-9]*i|--replace)/.test(word.text))
    reading.fills = /[i=](\W.*)/s.exec(word.text)?.[1] ?? '{}';
  if (row.input && row.reads === 'script' && word.text.includes(valueSign) && !namedOption.test(word.text))
    addCode(reading, own, 0);
  if (name === undefined) return;
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

function addCode({ row, parts }: ArgumentReader, at: number, skip: number): void {
  const open = row.openCode ?? false;
  parts.push({ kind: 'code', from: at, to: at + 1, skip, language: row.language ?? 'shell', open });
}

function addInput({ row, parts }: ArgumentReader): void {
  parts.push({ kind: 'input', language: row.language ?? 'shell' });
}

function addFile(reading: ArgumentReader, at: number, name: string): void {
  if (/^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(name)) addInput(reading);
  else reading.parts.push({ kind: 'file', at, language: reading.row.language ?? 'shell' });
}

function addOperands(reading: ArgumentReader): void {
  const { row, words, place, parts, operands, at } = reading;
  const { open, to } = place;
  const first = operands[row.behind ?? 0];
  switch (row.reads) {
    case 'command':
      if (row.asks?.test(reading.letters)) break;
      if (at < to) addCommands(reading);
      else if (!reading.hasCode && (open || asksForInput(reading))) addInput(reading);
      break;
    case 'words':
      addWords(reading);
      if (open || (at >= to && asksForInput(reading))) addInput(reading);
      break;
    case 'each':
      for (const index of operands) addEach(reading, index);
      if (open) addInput(reading);
      break;
    case 'declarations':
      for (const index of operands) addDeclaration(reading, words[index]!, index);
      break;
    case 'first':
      if (reading.hasCode) break;
      if (first !== undefined) addCode(reading, first, 0);
      else if (open) addInput(reading);
      break;
    case 'script':
      addScript(reading);
      break;
    case 'login':
      addLogin(reading);
      break;
    case 'actions':
      addActions(reading);
      break;
    case 'anywhere':
      for (const from of operands.slice(0, 40)) parts.push({ kind: 'command', from, to, open, fills: undefined });
      break;
    default:
      if (row.input && !reading.hasCode && !reading.isQuestion) addInput(reading);
  }
}

/** Only where it begins with a plain name: arguments may be there as well. */
function addBehindDashes({ words, place, parts }: ArgumentReader): void {
  const from = 1 + words.findIndex(({ text }, index) => index > place.from && index < place.to && text === '--');
  const isKnown = parts.some((part) => part.kind === 'command' && part.from === from);
  if (from === 0 || from >= place.to || isKnown || !plainName.test(words[from]!.text)) return;
  parts.push({ kind: 'command', ...place, from });
}

const plainName = /^[\w./][\w./+-]*$/;

/** Words before a command that may be several or none move it. */
function addCommands({ row, place, parts, at, vanishing, fills }: ArgumentReader): void {
  for (let from = at; from < place.to && from <= at + vanishing; from += 1) {
    const open = place.open || (row.open === true && fills === undefined);
    parts.push({ kind: 'command', from, to: place.to, open, fills: fills ?? place.fills });
  }
}

function asksForInput({ row, words, place, operands, isQuestion }: ArgumentReader): boolean {
  const { input } = row;
  if (!input || isQuestion || operands.length < (row.behind ?? 0)) return false;
  return input === true || words.slice(place.from + 1, place.to).some(({ text }) => input.test(text));
}

/** Lists of words may be behind them; where nothing else is, each word of a list is code. */
function addWords(reading: ArgumentReader): void {
  const { row, words, place, parts, at } = reading;
  const isList = (index: number) => row.lists?.test(words[index]!.text) ?? false;
  let to = at;
  while (to < place.to && !isList(to)) to += 1;
  if (at < to) {
    const open = place.open || row.open === true;
    const fills = row.lists ? reading.fills || '{}' : undefined;
    parts.push({ kind: 'code', from: at, to, skip: 0, language: row.language ?? 'shell', open, fills });
    return;
  }
  for (let index = at; index < place.to; index += 1) {
    if (!isList(index)) addCode(reading, index, 0);
    else if (words[index]!.text.startsWith('::::')) addInput(reading);
  }
}

function addEach(reading: ArgumentReader, index: number): void {
  const { row, words } = reading;
  const { text } = words[index]!;
  const before = row.codeWhere ? row.codeWhere.exec(text)?.[0] : '';
  if (before !== undefined) addCode(reading, index, before.length);
}

function addDeclaration(reading: ArgumentReader, word: Word, index: number): void {
  const name = word.text.split('=', 1)[0]!;
  reading.parts.push({ kind: 'setting', at: index, isReference: reading.letters.includes('n') });
  if (reading.letters.includes('i') || /[\uFFFC[]/.test(name)) addCode(reading, index, 0);
  else if (commandVariable.test(word.text)) {
    reading.parts.push({
      kind: 'code',
      from: index,
      to: index + 1,
      skip: name.length + 1,
      language: 'shell',
      open: false,
    });
  }
}

function addScript(reading: ArgumentReader): void {
  const { row, words, place, parts, at, letters } = reading;
  if (reading.hasCode) return;
  const hasFlag = row.codeFlag !== undefined && letters.includes(row.codeFlag);
  if (at < place.to) {
    if (hasFlag) addCode(reading, at, 0);
    else if (row.codeFlag !== undefined && letters.includes('s')) addInput(reading);
    else {
      addFile(reading, at, words[at]!.text);
      // `bash deploy.sh` is another way to write `./deploy.sh`.
      if (row.codeFlag !== undefined) parts.push({ kind: 'command', ...place, from: at });
    }
  } else if (place.open || (row.input && !hasFlag && !reading.isQuestion)) addInput(reading);
}

/** A shell of another user, or with `-u` a command. */
function addLogin(reading: ArgumentReader): void {
  const { words, place, parts, operands, hasCode } = reading;
  const asUser = words.slice(place.from, place.to).some(({ text }) => /^(?:-u|--user)/.test(text));
  if (!asUser && !hasCode) addInput(reading);
  else if (asUser && operands[0] !== undefined) parts.push({ kind: 'command', ...place, from: operands[0] });
}

/** `find -exec … ;` */
function addActions({ row, words, place, parts }: ArgumentReader): void {
  for (let at = place.from + 1; at < place.to; at += 1) {
    if (!row.actions?.test(words[at]!.text)) continue;
    const from = at + 1;
    while (at < place.to && words[at]!.text !== ';' && !(words[at]!.text === '+' && words[at - 1]!.text === '{}'))
      at += 1;
    if (from < place.to)
      parts.push({ kind: 'command', from, to: at, open: place.open && at === place.to, fills: '{}' });
  }
}
