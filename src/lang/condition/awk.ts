import { longestNumber } from './number.js';
import type { Comparison, Condition, Operand } from './tree.js';

/**
 * A condition as a program for awk, which every system with a POSIX shell has. Its exit status is 1 where the condition holds
 * and 0 where it does not: a system without awk then counts as one where it holds. The program has no `$`, quote or backquote
 * that a shell or an engine reads. It takes values from the environment, so that none is ever part of a program or of shell text.
 * @param argumentOf the position (from 1) of the argument that means a name, for names that are no environment variables
 */
export function conditionProgram(condition: Condition, argumentOf: (name: string) => number | undefined): string {
  const test = truth(condition, (name) => {
    const position = argumentOf(name);
    return position === undefined ? `ENVIRON["${name}"]` : `ARGV[${position}]`;
  });
  const used = functions.filter(({ name }) => test.includes(`${name}(`)).map(({ text }) => `${text} `);
  return `${used.join('')}BEGIN { exit (${test}) }`;
}

type LookUp = (name: string) => string;

/** No value can call one of them: a text is between quotes, and a name between `ENVIRON["` and `"]`. */
const functions = [
  { name: 'number', text: matcher('number', '\\.[0-9]+') },
  { name: 'integer', text: matcher('integer', '\\.0+') },
  // Busybox and `gawk --posix` take a 0 in front for the sign of another base.
  { name: 'decimal', text: 'function decimal(v) { sub(/^0+/, "", v); sub(/^-0+/, "-", v); return v + 0 }' },
];

/** A `$` at the end of the expression would say the same, were it not the sign that engines look for. */
function matcher(name: string, fraction: string): string {
  const matches = `match(v, /^-?[0-9]+(${fraction})?/) && RLENGTH == length(v)`;
  return `function ${name}(v) { return length(v) <= ${longestNumber} && ${matches} }`;
}

function truth(condition: Condition, lookUp: LookUp): string {
  switch (condition.kind) {
    case 'constant':
      return condition.value ? '1' : '0';
    case 'not':
      return `!(${truth(condition.operand, lookUp)})`;
    case 'compare':
      return condition.as === 'text' ? textComparison(condition, lookUp) : numberComparison(condition, lookUp);
    default: {
      const sign = condition.kind === 'all' ? ' && ' : ' || ';
      return condition.operands.map((one) => enclosed(one, lookUp)).join(sign);
    }
  }
}

function enclosed(condition: Condition, lookUp: LookUp): string {
  const text = truth(condition, lookUp);
  return condition.kind === 'all' || condition.kind === 'any' ? `(${text})` : text;
}

/** Values that both look like numbers would be compared as such, but for the empty text behind them. */
function textComparison({ operator, left, right }: Comparison, lookUp: LookUp): string {
  const sides = [left, right].map((side) => {
    if (side.kind === 'name') return `(${lookUp(side.name)} "")`;
    return side.kind === 'text' ? `"${escaped(side.text)}"` : '""';
  });
  return sides.join(` ${operator} `);
}

function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what has to be escaped
  return text.replace(/[\0-\x1f\x7f"$'\\`]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

/** What is no number is asked first, so that nothing is reckoned with it. */
function numberComparison({ operator, left, right }: Comparison, lookUp: LookUp): string {
  const guards = new Set<string>();
  const sides = [left, right].map((side) => numeric(side, 'number', lookUp, guards));
  const compare = operator === '!=' ? '==' : operator;
  const test = [...guards, sides.join(` ${compare} `)].join(' && ');
  return operator === '!=' ? `!(${test})` : `(${test})`;
}

function numeric(operand: Operand, kind: 'number' | 'integer', lookUp: LookUp, guards: Set<string>): string {
  if (operand.kind === 'number') return operand.text.replace(/^(-?)0+(?=[0-9])/, '$1');
  if (operand.kind === 'name') {
    const value = lookUp(operand.name);
    guards.add(`${kind}(${value})`);
    return `decimal(${value})`;
  }
  if (operand.kind === 'text') throw new Error('a text is compared with texts only');
  const left = numeric(operand.left, 'integer', lookUp, guards);
  const right = numeric(operand.right, 'integer', lookUp, guards);
  if (operand.right.kind !== 'number') guards.add(`${right} != 0`);
  return `(${left} % ${right})`;
}
