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

/** The words of each simple command, without their quotes; those inside `$( )` are commands of their own. */
function simpleCommands(source: string): readonly Word[][] {
  const commands: Word[][] = [];
  let value = 0;
  const read = (start: number, end: string): number => {
    let words: Word[] = [];
    let word: Word | undefined;
    let double = false;
    let at = start;
    const finishWord = () => {
      if (word) words.push(word);
      word = undefined;
    };
    const finish = () => {
      finishWord();
      commands.push(words);
      words = [];
    };
    for (; at < source.length; at += 1) {
      const char = source[at]!;
      const current: Word = word ?? { text: '', values: [] };
      if (char === valueSign) {
        current.values.push(value++);
        current.text += char;
        word = current;
      } else if (char === '$' && source[at + 1] === '(') {
        word = current;
        at = read(at + 2, ')');
      } else if (char === '\\') {
        word = current;
        current.text += source[at + 1] ?? '';
        at += 1;
      } else if (char === '"') {
        word = current;
        double = !double;
      } else if (char === "'" && !double) {
        const close = source.indexOf("'", at + 1);
        const stop = close === -1 ? source.length : close;
        const inside = source.slice(at + 1, stop);
        for (const each of inside) if (each === valueSign) current.values.push(value++);
        current.text += inside;
        word = current;
        at = stop;
      } else if (double) current.text += char;
      else if (char === end) break;
      else if (/[;&|\n()]/.test(char)) finish();
      else if (/[ \t\r<>]/.test(char)) finishWord();
      else {
        current.text += char;
        word = current;
      }
    }
    finish();
    return at;
  };
  read(0, '');
  return commands;
}
