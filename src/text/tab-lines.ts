import { lineEndAfter, lineStartBefore } from './lines.js';
import type { YamlProblem } from './yaml-node.js';

type TabFault = Pick<YamlProblem, 'message' | 'cure' | 'start' | 'end'>;

/**
 * The tab that a message of the library comes from; `undefined` where it comes from something else. Of many tabs in indentation it says
 * only that a line is too far to the left, or that something ended before it.
 */
export function tabFault(text: string, message: string, from: number): TabFault | undefined {
  if (message === 'Tabs are not allowed as indentation') {
    const tab = text.indexOf('\t', from);
    return tabOfIndent(text, tab) === tab ? faultAt(text, tab, tabIndent) : faultAt(text, tab, tabWithin);
  }
  const inBlock = message.startsWith('Block scalar');
  if (!inBlock && !aboutLines.has(message)) return undefined;
  const tab = tabOfIndent(text, inBlock ? from : nextLineWithText(text, from));
  if (tab === undefined) return undefined;
  return { ...faultAt(text, tab, tabIndent), cure: inBlock ? cureInBlock : cure };
}

function faultAt(text: string, start: number, message: string): TabFault {
  let end = start;
  while (text[end] === '\t') end++;
  return { message, cure, start, end };
}

const tabIndent = 'this line is indented with a tab';
const tabWithin = 'a tab where YAML takes only spaces';
const cure = 'write spaces in place of tabs; YAML takes only spaces there';
const cureInBlock = 'write spaces in place of tabs, or in front of them where they belong to the text';

/** What the library says of lines in blocks alone; in braces, brackets and quotes lines may begin with tabs. */
const aboutLines: ReadonlySet<string> = new Set([
  'A block sequence may not be used as an implicit map key',
  'All mapping items must start at the same column',
  'All sequence items must start at the same column',
  'Implicit keys need to be on a single line',
  'Implicit map keys need to be followed by map values',
  'Sequence item without - indicator',
]);

/** The first tab of the indentation that an offset is in or right behind. */
function tabOfIndent(text: string, at: number): number | undefined {
  let start = at;
  while (isBlank(text[start - 1]) && at - start < longestIndent) start--;
  if (start > 0 && text[start - 1] !== '\n') return undefined;
  while (text[start] === ' ') start++;
  return text[start] === '\t' ? start : undefined;
}

function isBlank(sign: string | undefined): boolean {
  return sign === ' ' || sign === '\t';
}

/** Tabs may be in lines of nothing else and before comments. */
function nextLineWithText(text: string, from: number): number {
  let at = from;
  for (;;) {
    const start = at;
    while (isBlank(text[at])) at++;
    if (text[at] === '#') at = lineEndAfter(text, at);
    else if (text[at] === '\n' || text[at] === '\r') at++;
    else return start;
  }
}

export function isTab({ message }: YamlProblem): boolean {
  return message === tabIndent || message === tabWithin;
}

export function isTabWithin({ message }: YamlProblem): boolean {
  return message === tabWithin;
}

/** One problem for all tabs of a document in wrong places: an editor that writes one writes them everywhere. */
export function forAllTabs(first: YamlProblem, problems: readonly YamlProblem[], text: string): YamlProblem {
  const more = tabLines(first, problems, text).size - 1;
  if (more === 0) return first;
  const lines = more === 1 ? 'one more line' : `${more} more lines`;
  return { ...first, message: isTabWithin(first) ? `${tabWithin}, and tabs in ${lines}` : manyIndents(lines) };
}

function manyIndents(lines: string): string {
  return `this line and ${lines} are indented with tabs`;
}

/**
 * Where they begin: those that are reported, and those behind them at which the parser had lost the thread: with spaces
 * before the tab only next to the first, because further below a script may have such lines.
 */
function tabLines({ start }: YamlProblem, problems: readonly YamlProblem[], text: string): ReadonlySet<number> {
  const lines = new Set(problems.filter(isTab).map((one) => lineStartBefore(text, one.start)));
  const from = lineStartBefore(text, start);
  const indent = text.slice(from, start + 1);
  let isAlike = indent.trim() === '';
  for (let at = from; at < text.length; at = lineEndAfter(text, at)) {
    if (at > start && (text.startsWith('---', at) || text.startsWith('...', at))) break;
    isAlike &&= text.startsWith(indent, at);
    if ((isAlike || text[at] === '\t') && /^[ \t]*[^\s#]/.test(text.slice(at, at + longestIndent))) lines.add(at);
  }
  return lines;
}

const longestIndent = 100;
