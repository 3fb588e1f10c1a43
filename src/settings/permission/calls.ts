import { readShell } from './read-shell.js';
import type { SimpleCommand, Word } from './shell-reader.js';

/** A program and its arguments as one text, without quotes. */
export interface Call {
  readonly text: string;
  /** So many characters of it are certain. */
  readonly known: number;
}

export interface Calls {
  readonly calls: readonly Call[];
  /** Something of it depends on variables or on what commands print. */
  readonly expands: boolean;
  /** False where it may call what was not found. */
  readonly certain: boolean;
}

/**
 * What a line of shell text calls: each simple command without the assignments before it, what stands behind programs that run
 * another one, such as `timeout`, and what a shell is given to read. Bounded, because a model may have written the line.
 */
export function callsOf(line: string, depth = 0): Calls {
  if (line.length > LONGEST || depth > DEEPEST) return { calls: [], expands: true, certain: false };
  const { commands, expands, certain } = readShell(line);
  const calls: Call[] = [{ text: line.trim(), known: Infinity }];
  const all = { calls, expands, certain };
  for (const command of commands) addCalls(command, all, depth);
  return all;
}

const LONGEST = 100_000;
const DEEPEST = 4;
/** Places in one command at which a program may stand. */
const MOST_STARTS = 100;

interface OpenCalls {
  readonly calls: Call[];
  expands: boolean;
  certain: boolean;
}

function addCalls({ words, source }: SimpleCommand, all: OpenCalls, depth: number): void {
  all.calls.push({ text: source, known: Infinity });
  const starts = new Set([0]);
  const textFrom = texts(words);
  for (const start of starts) {
    if (starts.size > MOST_STARTS) {
      all.certain = false;
      return;
    }
    const first = words[start];
    if (!first) continue;
    const call = textFrom(start);
    const name = programOf(first);
    all.calls.push(call);
    if (name !== first.text && first.known > first.text.lastIndexOf('/')) {
      const shorter = first.text.length - name.length;
      all.calls.push({ text: call.text.slice(shorter), known: call.known - shorter });
    }
    for (const next of startsWithin(words, start, name)) starts.add(next);
    for (const code of codeWithin(words, start, name)) readCode(code, all, depth);
  }
}

function texts(words: readonly Word[]): (start: number) => Call {
  const offsets: number[] = [];
  let length = 0;
  for (const { text } of words) {
    offsets.push(length);
    length += text.length + 1;
  }
  const known = words.map((word, index) => offsets[index]! + word.known);
  for (let index = known.length - 2; index >= 0; index--) known[index] = Math.min(known[index]!, known[index + 1]!);
  const whole = words.map(({ text }) => text).join(' ');
  return (start) => ({ text: whole.slice(offsets[start]), known: known[start]! - offsets[start]! });
}

function programOf({ text }: Word): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

/** Where another command may begin in one: behind reserved words, assignments, and programs that run what they are given. */
function startsWithin(words: readonly Word[], start: number, name: string): readonly number[] {
  const first = words[start]!;
  if (first.bare && name === 'function') return [start + 2];
  if ((first.bare && openers.has(first.text)) || isAssignment(first)) return [start + 1];
  if (name === 'find') {
    return words.flatMap(({ text }, index) =>
      index > start && /^-(?:exec|ok)(?:dir)?$/.test(text) ? [index + 1] : [],
    );
  }
  const operands = runners.get(name);
  return operands === undefined ? [] : startsBehind(words, start + 1, operands);
}

/** Words that the shell reads over before a command. */
const openers = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '!', '{', 'coproc']);

/** Programs that run another one, with how many words that are no options stand before it. */
const runners: ReadonlyMap<string, number> = new Map([
  ...['time', 'nice', 'nohup', 'stdbuf', 'command', 'builtin', 'noglob', 'nocorrect', 'xargs', 'exec'].map(noOperand),
  ...['env', 'sudo', 'doas', 'setsid', 'ionice', 'watch', 'busybox', 'strace'].map(noOperand),
  ['timeout', 1],
  ['repeat', 1],
  ['taskset', 1],
  ['chrt', 1],
  ['flock', 1],
  ['chroot', 1],
]);

function noOperand(name: string): [string, number] {
  return [name, 0];
}

/** Which options take a word is not known of every program, so a word behind an option is taken for both. */
function startsBehind(words: readonly Word[], from: number, operands: number): readonly number[] {
  const starts: number[] = [];
  let left = operands;
  for (let at = from; at < words.length; at++) {
    const word = words[at]!;
    if (word.text.startsWith('-') || isAssignment(word)) continue;
    starts.push(at);
    if (words[at - 1]!.text.startsWith('-')) continue;
    if (left === 0) break;
    left -= 1;
  }
  return starts;
}

function isAssignment({ text, known }: Word): boolean {
  const [whole, index] = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/.exec(text) ?? [];
  return whole !== undefined && (index !== undefined || known >= whole.length);
}

/** Text that is read as shell text once more; a word with nothing certain in it where that is to be found elsewhere. */
function codeWithin(words: readonly Word[], start: number, name: string): readonly Word[] {
  const given = words.slice(start + 1);
  if (name === 'eval' || name === 'watch') return [joined(given)];
  if (name === 'trap') return given.slice(0, 1);
  if (!shells.has(name)) return [];
  const option = given.findIndex(({ text }) => /^[-+][a-zA-Z]*c[a-zA-Z]*$/.test(text));
  const operand = given.findIndex(({ text }, index) => index > option && !/^[-+]/.test(text));
  if (option !== -1) return operand === -1 ? [] : [given[operand]!];
  const fromInput = operand === -1 || given.some(({ text }) => text === '-s');
  return fromInput && !given.some(({ text }) => /^--(?:version|help)$/.test(text)) ? [nothingKnown] : [];
}

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'su']);

const nothingKnown: Word = { text: '', known: 0, bare: false };

function joined(words: readonly Word[]): Word {
  return words.length === 0 ? { text: '', known: Infinity, bare: false } : { ...texts(words)(0), bare: false };
}

function readCode(code: Word, all: OpenCalls, depth: number): void {
  const within = callsOf(code.text, depth + 1);
  for (const call of within.calls) all.calls.push(call);
  all.expands ||= within.expands;
  all.certain &&= within.certain && code.known === Infinity;
}
