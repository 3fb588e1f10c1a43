import type { YamlNode, YamlScalar } from '../../text/yaml-node.js';
import { asksForStatus } from './shell.js';

/** What a condition is about without the signs of an expression around it, and where that is in a text. */
export interface ConditionCore {
  readonly start: number;
  readonly end: number;
  readonly expression: string;
}

/**
 * Where the expression of an `if` is in its value. `undefined` where it is text with expressions in it, which counts as true whatever they
 * come to, and where brackets or quotes are left open: behind `a) || (b`, brackets around it would make another expression of it.
 */
export function coreOf(value: string): ConditionCore | undefined {
  const core = coreIn(value);
  return core && isClosed(core.expression) ? core : undefined;
}

function coreIn(value: string): ConditionCore | undefined {
  const braced = /^\$\{\{[^'}$]*(?:(?:'[^']*'|\}(?!\})|\$(?!\{\{))[^'}$]*)*\}\}$/s.test(value);
  if (!braced && value.includes('${{')) return undefined;
  const [from, to] = braced ? [3, value.length - 2] : [0, value.length];
  const inner = value.slice(from, to);
  const start = from + inner.length - inner.trimStart().length;
  const end = Math.max(start, from + inner.trimEnd().length);
  return { start, end, expression: value.slice(start, end) };
}

/** The same in the text of a file; `undefined` also where a change would change other places, or where signs are spelled by numbers. */
export function writtenCore(text: string, node: YamlNode | undefined): ConditionCore | undefined {
  return node?.kind === 'scalar' && coreOf(node.value) ? coreAsWritten(text, node) : undefined;
}

/** The same where brackets or quotes may be open, for what is taken out of it. */
export function coreAsWritten(text: string, node: YamlNode | undefined): ConditionCore | undefined {
  if (node?.kind !== 'scalar' || node.anchor !== undefined || !coreIn(node.value)) return undefined;
  const raw = text.slice(node.start, node.end);
  const isDouble = node.style === 'double';
  if (isDouble && raw.includes('\\')) return undefined;
  const from = isBlock(node) ? raw.indexOf('\n') + 1 : isDouble || node.style === 'single' ? 1 : 0;
  const written = raw.slice(from, from === 1 && !isBlock(node) ? -1 : undefined);
  const trimmed = written.trim();
  const at = node.start + from + written.indexOf(trimmed);
  const core = trimmed.startsWith('${{') ? coreIn(trimmed) : { start: 0, end: trimmed.length, expression: trimmed };
  return core && { ...core, start: at + core.start, end: at + core.end };
}

function isBlock({ style }: YamlScalar): boolean {
  return style === 'literal' || style === 'folded';
}

/** May what has the condition run behind something that failed? Only where `success()` is one of the things it asks for, it cannot. */
export function mayRunBehindFailure(condition: string): boolean {
  if (!asksForStatus(condition)) return false;
  return hasOuterOr(condition) || !outerParts(condition, '&&').some((part) => /^\s*success\s*\(\s*\)\s*$/i.test(part));
}

export function hasOuterOr(expression: string): boolean {
  return outerParts(expression, '||').length > 1;
}

/** Are brackets around all of it? */
export function isInBrackets(expression: string): boolean {
  if (!expression.startsWith('(') || !expression.endsWith(')')) return false;
  let isWhole = true;
  walk(expression, (at, depth) => {
    if (depth === 0 && at < expression.length - 1) isWhole = false;
  });
  return isWhole;
}

function isClosed(expression: string): boolean {
  let [lowest, last] = [0, 0];
  walk(expression, (_, depth) => {
    lowest = Math.min(lowest, depth);
    last = depth;
  });
  return lowest === 0 && last === 0 && expression.split("'").length % 2 === 1;
}

/** The parts between signs that are in no brackets. */
export function outerParts(expression: string, sign: '&&' | '||'): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  walk(expression, (at, depth) => {
    if (depth > 0 || at < start || !expression.startsWith(sign, at)) return;
    parts.push(expression.slice(start, at));
    start = at + sign.length;
  });
  return [...parts, expression.slice(start)];
}

/** Looks at each sign outside of texts, with how many brackets are open behind it. */
function walk(expression: string, look: (at: number, depth: number) => void): void {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < expression.length; at += 1) {
    const sign = expression[at]!;
    if (sign === "'") inText = !inText;
    if (inText) continue;
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    look(at, depth);
  }
}
