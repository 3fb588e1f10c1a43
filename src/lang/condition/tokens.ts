import { longestNumber } from './number.js';

export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  /** A name without `${}`, a text without its quotes, everything else as written. */
  readonly text: string;
  /** For names: written as `${NAME}`. */
  readonly braced: boolean;
  readonly start: number;
  readonly end: number;
}

/** What is wrong with a condition, and where: offsets into it. */
export interface ConditionProblem {
  readonly message: string;
  readonly hint: string;
  readonly start: number;
  readonly end: number;
}

export type Tokens =
  | { readonly ok: true; readonly tokens: readonly Token[] }
  | { readonly ok: false; readonly problem: ConditionProblem };

/** Cuts a condition into words and signs, in linear time. */
export function readTokens(text: string): Tokens {
  const tokens: Token[] = [];
  let at = 0;
  while (true) {
    at = endOf(/[ \t\r\n]*/y, text, at)!;
    if (at === text.length) break;
    const token = tokens.length < mostTokens ? tokenAt(text, at) : tooLong(text, at);
    if ('message' in token) return { ok: false, problem: token };
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '', braced: false, start: at, end: at });
  return { ok: true, tokens };
}

const mostTokens = 1000;

function tooLong(text: string, start: number): ConditionProblem {
  return {
    message: 'the condition is too long',
    hint: 'Write several rules, or let a step compute the answer.',
    start,
    end: text.length,
  };
}

function tokenAt(text: string, start: number): Token | ConditionProblem {
  const sign = signs.find((one) => text.startsWith(one, start));
  if (sign) return { kind: 'sign', text: sign, braced: false, start, end: start + sign.length };
  if (text[start] === '"' || text[start] === "'") return quoted(text, start);
  if (text[start] === '$') return braced(text, start);
  const number = endOf(/-?[0-9][\w.]*/y, text, start);
  if (number !== undefined) return numeric(text, start, number);
  const name = endOf(/[A-Za-z_][\w.]*/y, text, start);
  if (name !== undefined) return { kind: 'name', text: text.slice(start, name), braced: false, start, end: name };
  return unknownSign(text, start);
}

const signs = ['==', '!=', '<=', '>=', '&&', '||', '<', '>', '%', '!', '(', ')'];

/** A backslash is before a quote or another backslash; before anything else it is one itself. */
function quoted(text: string, start: number): Token | ConditionProblem {
  const quote = text[start]!;
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]!;
    if (char === quote) return { kind: 'text', text: value, braced: false, start, end: at + 1 };
    const next = text[at + 1];
    const escapes = char === '\\' && (next === '\\' || next === '"' || next === "'");
    if (escapes) at++;
    value += escapes ? next : char;
  }
  return { message: 'the text has no end', hint: `Close it with ${quote}.`, start, end: text.length };
}

function braced(text: string, start: number): Token | ConditionProblem {
  const end = endOf(/\$\{[A-Za-z_][\w.]*\}/y, text, start);
  if (end !== undefined) return { kind: 'name', text: text.slice(start + 2, end - 1), braced: true, start, end };
  const word = endOf(/\$\w*/y, text, start)!;
  const name = shortened(text.slice(start + 1, word));
  return {
    message: '`$` is not followed by a name in braces',
    hint: /^[A-Za-z_]/.test(name) ? `Write \`\${${name}}\`.` : 'Write `${NAME}`, with letters, digits, "_" and dots.',
    start,
    end: word,
  };
}

function numeric(text: string, start: number, end: number): Token | ConditionProblem {
  const written = text.slice(start, end);
  const sound = /^-?[0-9]+(?:\.[0-9]+)?$/.test(written) && written.length <= longestNumber;
  if (sound) return { kind: 'number', text: written, braced: false, start, end };
  return {
    message: `\`${shortened(written)}\` is no number here`,
    hint: `A number is at most ${longestNumber} digits, such as 10 or 82.5; put text between quotes.`,
    start,
    end,
  };
}

function unknownSign(text: string, start: number): ConditionProblem {
  const char = String.fromCodePoint(text.codePointAt(start)!);
  const end = start + (text.startsWith('{{', start) ? 2 : char.length);
  return { message: `\`${text.slice(start, end)}\` means nothing in a condition`, hint: hintFor(char), start, end };
}

function hintFor(char: string): string {
  if (char === '=') return 'Equal is written `==`.';
  if (char === '&' || char === '|') return `Write it twice: \`${char}${char}\`.`;
  if (char === '{') return 'Write names without braces, `task_id`, or as `${NAME}`.';
  return 'There are names, numbers, texts in quotes, and == != < <= > >= % && || ! ( ).';
}

/** For messages. */
export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function endOf(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}
