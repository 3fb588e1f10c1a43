import { lineEndAfter, lineStartBefore } from './lines.js';
import { tabIndent } from './yaml-faults.js';
import type { YamlProblem } from './yaml-node.js';

export function isTabIndent({ message }: YamlProblem): boolean {
  return message === tabIndent;
}

/** One problem for all lines of a document that are indented with tabs: an editor that writes one writes them everywhere. */
export function forAllTabLines(first: YamlProblem, problems: readonly YamlProblem[], text: string): YamlProblem {
  const more = tabLines(first, problems, text).size - 1;
  if (more === 0) return first;
  return { ...first, message: `${tabIndent}, here and in ${more === 1 ? 'one more line' : `${more} more lines`}` };
}

/** Where they begin: those that are reported, and those behind them at which the parser had lost the thread. */
function tabLines({ start }: YamlProblem, problems: readonly YamlProblem[], text: string): ReadonlySet<number> {
  const lines = new Set(problems.filter(isTabIndent).map((one) => lineStartBefore(text, one.start)));
  for (let at = lineStartBefore(text, start); at < text.length; at = lineEndAfter(text, at)) {
    if (at > start && (text.startsWith('---', at) || text.startsWith('...', at))) break;
    if (/^\t[ \t]*\S/.test(text.slice(at, at + longestIndent))) lines.add(at);
  }
  return lines;
}

const longestIndent = 100;
