import { valueSign } from './scan.js';

/**
 * Which values of a shell text another program would read as code, where no quoting of the shell helps: the text behind `sh -c`,
 * what `eval` and `ssh` put together, a program for awk.
 * @param source the text with `valueSign` for each value
 * @returns for each value the program that reads it as code, or `undefined`
 */
export function readersOfCode(source: string): readonly (string | undefined)[] {
  const found: (string | undefined)[] = [];
  for (const words of simpleCommands(source)) {
    for (const [index, word] of words.entries()) {
      for (const value of word.values) found[value] = readerOf(words, index);
    }
  }
  return found;
}

interface Word {
  text: string;
  /** Numbers of the values in it. */
  values: number[];
}

function readerOf(words: readonly Word[], index: number): string | undefined {
  const before = words.slice(0, index).map((word) => word.text);
  const programs = before.map((word) => word.slice(word.lastIndexOf('/') + 1));
  const whole = programs.find((name) => readsAll.has(name));
  if (whole !== undefined) return whole;
  const flag = before.at(-1) ?? '';
  const interpreter = programs.find((name) => interpreters.test(name));
  const joined = /^(?:-[ce]|--(?:eval|command|execute|print)=)./.test(words[index]!.text);
  if (interpreter !== undefined && (codeFlag.test(flag) || joined)) return interpreter;
  const filter = programs.findIndex((name) => filters.test(name));
  const isProgram =
    filter !== -1 && (before.slice(filter + 1).every((word) => word.startsWith('-')) || codeFlag.test(flag));
  return isProgram && !/^-[vf]$/.test(flag) ? programs[filter] : undefined;
}

/** They put all their words together and read them anew. */
const readsAll = new Set(['eval', 'ssh', 'rsh', 'trap', 'watch', 'parallel', 'sqlite3']);
const interpreters =
  /^(?:(?:ba|da|a|z|k|fi)?sh|su|python[\d.]*|perl|ruby|node|nodejs|deno|bun|php|lua|osascript|pwsh|powershell|psql|mysql)$/;
const codeFlag = /^(?:-[a-zA-Z]*[ceE]|-[Cc]ommand|--(?:eval|command|execute|print))$/;
/** Their first word that is no option is a program. */
const filters = /^(?:[gmn]?awk|sed|gsed)$/;

/** The command that is being read: the words that are complete, and the one that is not. */
interface Reading {
  words: Word[];
  word: Word | undefined;
  /** Between double quotes. */
  double: boolean;
}

/** The words of each simple command, without their quotes; those inside `$( )` are commands of their own. No recursion. */
function simpleCommands(source: string): readonly Word[][] {
  const commands: Word[][] = [];
  const around: Reading[] = [];
  let reading: Reading = { words: [], word: undefined, double: false };
  let value = 0;
  const finishWord = () => {
    if (reading.word) reading.words.push(reading.word);
    reading.word = undefined;
  };
  const finishCommand = () => {
    finishWord();
    commands.push(reading.words);
    reading.words = [];
  };
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]!;
    const current: Word = reading.word ?? { text: '', values: [] };
    if (char === valueSign) {
      current.values.push(value++);
      current.text += char;
      reading.word = current;
    } else if (char === '$' && source[at + 1] === '(') {
      reading.word = current;
      around.push(reading);
      reading = { words: [], word: undefined, double: false };
      at += 1;
    } else if (char === '\\') {
      reading.word = current;
      current.text += source[at + 1] ?? '';
      at += 1;
    } else if (char === '"') {
      reading.word = current;
      reading.double = !reading.double;
    } else if (char === "'" && !reading.double) {
      const close = source.indexOf("'", at + 1);
      const stop = close === -1 ? source.length : close;
      const inside = source.slice(at + 1, stop);
      for (const each of inside) if (each === valueSign) current.values.push(value++);
      current.text += inside;
      reading.word = current;
      at = stop;
    } else if (reading.double) current.text += char;
    else if (char === ')' && around.length > 0) {
      finishCommand();
      reading = around.pop()!;
    } else if (/[;&|\n()]/.test(char)) finishCommand();
    else if (/[ \t\r<>]/.test(char)) finishWord();
    else {
      current.text += char;
      reading.word = current;
    }
  }
  for (let open: Reading | undefined = reading; open; open = around.pop()) {
    reading = open;
    finishCommand();
  }
  return commands;
}
