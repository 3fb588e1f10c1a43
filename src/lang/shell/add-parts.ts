import type { ArgumentReader } from './argument-parts.js';
import { commandVariable } from './assignments.js';
import { addContainerPrograms, entryOf } from './container-programs.js';
import type { Word } from './tokens.js';

export function addCode({ row, parts }: ArgumentReader, at: number, skip: number): void {
  const open = row.openCode ?? false;
  parts.push({ kind: 'code', from: at, to: at + 1, skip, language: row.language ?? 'shell', open });
}

export function addInput({ row, parts }: ArgumentReader): void {
  parts.push({ kind: 'input', language: row.language ?? 'shell' });
}

export function addFile(reading: ArgumentReader, at: number, name: string): void {
  if (/^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(name)) addInput(reading);
  else reading.parts.push({ kind: 'file', at, language: reading.row.language ?? 'shell' });
}

export function addOperands(reading: ArgumentReader): void {
  const { row, words, place, parts, operands, at } = reading;
  const { open, to } = place;
  const first = operands[row.behind ?? 0];
  switch (row.reads) {
    case 'command':
      if (row.asks?.test(reading.letters)) break;
      addContainerPrograms(reading);
      if (entryOf(reading)) break;
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
      for (const from of operands) parts.push({ kind: 'command', from, to, open, fills: undefined });
      break;
    default:
      if (row.input && !reading.hasCode && !reading.isQuestion) addInput(reading);
  }
}

/** Only where it begins with a plain name: arguments may be there as well. */
export function addBehindDashes({ words, place, parts }: ArgumentReader): void {
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
