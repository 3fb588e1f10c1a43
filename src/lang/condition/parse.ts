import { nearestName } from '../nearest.js';
import { builtInNames, isOurs, namespaces } from '../variable-names.js';
import { type ConditionProblem, readTokens, shortened, type Token } from './tokens.js';
import { type Condition, type Operator, operators } from './tree.js';
import { compare, type Meaning, remainder, truthOf } from './types.js';

export type ParsedCondition =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly problem: ConditionProblem };

/**
 * Reads a condition and decides its types: `${STAGE} == 'work' && ${ITERATION} % 10 == 0`. `!` binds tightest, then `%`,
 * comparisons, `&&`, `||`.
 */
export function parseCondition(text: string): ParsedCondition {
  const read = readTokens(text);
  if (!read.ok) return read;
  const cursor = { tokens: read.tokens, at: 0, depth: 0 };
  const meaning = either(cursor);
  if (isProblem(meaning)) return { ok: false, problem: meaning };
  const rest = peek(cursor);
  if (rest.kind !== 'end') return { ok: false, problem: leftOver(rest) };
  const condition = truthOf(meaning);
  return isProblem(condition) ? { ok: false, problem: condition } : { ok: true, condition };
}

interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
}

type Read = Meaning | ConditionProblem;

function either(cursor: Cursor): Read {
  return list(cursor, '||', 'any', (inner) => list(inner, '&&', 'all', comparison));
}

function list(cursor: Cursor, sign: string, kind: 'all' | 'any', next: (cursor: Cursor) => Read): Read {
  const first = next(cursor);
  if (isProblem(first) || !isSign(peek(cursor), sign)) return first;
  const operands: Condition[] = [];
  for (let read: Read = first; ; read = next(cursor)) {
    const truth = isProblem(read) ? read : truthOf(read);
    if (isProblem(truth)) return truth;
    operands.push(truth);
    if (!isSign(peek(cursor), sign)) {
      const end = cursor.tokens[cursor.at - 1]!.end;
      return { kind: 'truth', condition: { kind, operands }, start: first.start, end };
    }
    cursor.at++;
  }
}

function comparison(cursor: Cursor): Read {
  const left = remainders(cursor);
  const sign = peek(cursor);
  if (isProblem(left) || !isComparison(sign)) return left;
  cursor.at++;
  const right = remainders(cursor);
  if (isProblem(right)) return right;
  const second = peek(cursor);
  if (isComparison(second)) {
    const hint = 'Write two comparisons with `&&` between them.';
    return { message: 'comparisons cannot be strung together', hint, start: second.start, end: second.end };
  }
  return compare(sign.text as Operator, left, right);
}

function remainders(cursor: Cursor): Read {
  let left = single(cursor);
  while (!isProblem(left) && isSign(peek(cursor), '%')) {
    cursor.at++;
    const right = single(cursor);
    left = isProblem(right) ? right : remainder(left, right);
  }
  return left;
}

function single(cursor: Cursor): Read {
  const token = peek(cursor);
  const { start, end } = token;
  if (token.kind === 'end') return missing(token);
  cursor.at++;
  if (token.kind === 'name') return name(token);
  if (token.kind === 'text') return text(token);
  if (token.kind === 'number') return { kind: 'operand', operand: { kind: 'number', text: token.text }, start, end };
  if (token.text !== '(' && token.text !== '!') return missing(token);
  if (cursor.depth === deepest) {
    return { message: 'the condition is nested too deep', hint: 'Use fewer brackets.', start, end };
  }
  cursor.depth++;
  const inner = token.text === '!' ? negated(cursor, start) : bracketed(cursor, token);
  cursor.depth--;
  return inner;
}

const deepest = 50;

function negated(cursor: Cursor, start: number): Read {
  const inner = single(cursor);
  const operand = isProblem(inner) ? inner : truthOf(inner);
  if (isProblem(operand)) return operand;
  return { kind: 'truth', condition: { kind: 'not', operand }, start, end: inner.end };
}

function bracketed(cursor: Cursor, open: Token): Read {
  const inner = either(cursor);
  if (isProblem(inner)) return inner;
  const close = peek(cursor);
  if (!isSign(close, ')')) {
    if (close.kind !== 'end') return leftOver(close);
    return { message: 'the bracket is not closed', hint: 'Add the `)`.', start: open.start, end: open.end };
  }
  cursor.at++;
  return { ...inner, start: open.start, end: close.end };
}

function name({ text: written, braced, start, end }: Token): Read {
  if (!braced && (written === 'true' || written === 'false')) {
    return { kind: 'truth', condition: { kind: 'constant', value: written === 'true' }, start, end };
  }
  if (isOurs(written) || (braced && !written.includes('.'))) {
    return { kind: 'operand', operand: { kind: 'name', name: written, start, end }, start, end };
  }
  return { message: `\`${shortened(written)}\` is not a dagweave name`, hint: hintFor(shortened(written)), start, end };
}

function hintFor(written: string): string {
  const sign = words.get(written.toLowerCase());
  if (sign) return `Write \`${sign}\`.`;
  const [first, ...rest] = written.split('.');
  const space =
    rest.length === 0 || first === 'steps' || first === 'tasks' ? undefined : nearestName(first!, namespaces);
  const nearest =
    space === undefined ? nearestName(written, [...builtInNames, 'true', 'false']) : [space, ...rest].join('.');
  if (nearest !== undefined) return `Did you mean \`${nearest}\`?`;
  if (rest.length === 0) return `Write \`\${${written}}\` for a variable of the run, or '${written}' for a text.`;
  return 'Names with a dot begin with task, dag, step, env or vars; let a step put other values into a variable with `output`.';
}

const words: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['is', '=='],
]);

function text({ text: value, start, end }: Token): Read {
  if (!/\0|\p{Surrogate}/u.test(value)) return { kind: 'operand', operand: { kind: 'text', text: value }, start, end };
  const hint = 'Take out the NUL character, or the half of a character.';
  return { message: 'the text cannot be a value at run time', hint, start, end };
}

function missing({ kind, text: written, start, end }: Token): ConditionProblem {
  const found = kind === 'end' ? 'the condition ends' : `\`${written}\` is`;
  return { message: `${found} where a value should be`, hint: 'Write a name, a number, or a text.', start, end };
}

function leftOver({ kind, text: written, start, end }: Token): ConditionProblem {
  const sign = kind === 'name' ? words.get(written.toLowerCase()) : undefined;
  const hint = sign
    ? `Write \`${sign}\`.`
    : kind === 'sign'
      ? 'Remove it, or complete the part before it.'
      : 'Put `==`, `&&` or another sign before it.';
  return { message: `\`${shortened(written)}\` is not expected here`, hint, start, end };
}

function peek({ tokens, at }: Cursor): Token {
  return tokens[at]!;
}

function isSign(token: Token, sign: string): boolean {
  return token.kind === 'sign' && token.text === sign;
}

function isComparison(token: Token): boolean {
  return token.kind === 'sign' && (operators as readonly string[]).includes(token.text);
}

function isProblem(read: Read | Condition | ConditionProblem): read is ConditionProblem {
  return 'message' in read;
}
