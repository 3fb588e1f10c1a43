import { compilePattern } from '../../lang/pattern.js';
import type { LateWord, NodeFacts } from '../../model/facts.js';
import type { Pattern } from '../../model/pattern.js';

/** Why one of the words of a kind that a node has may be what a pattern is about; it ends the sentence "…, because". */
export function whyWordMayMatch(words: readonly LateWord[], patterns: readonly Pattern[]): string | undefined {
  const word = words.find((one) => patterns.some((pattern) => mayMatch(pattern, one)));
  return word && whyOpen(word);
}

/** Why it is not known which words of a kind a node has. */
export function whyWordsOpen(facts: NodeFacts | undefined, kind: string): string | undefined {
  const word = isKind(kind) ? facts?.late?.[kind]?.[0] : undefined;
  return word && whyOpen(word);
}

function whyOpen({ written }: LateWord): string {
  return `\`${written.length > 80 ? `${written.slice(0, 80)}…` : written}\` is computed`;
}

function isKind(kind: string): kind is 'uses' | 'images' | 'calls' {
  return kind === 'uses' || kind === 'images' || kind === 'calls';
}

/** A glob is compared with what is known in front, and behind. */
function mayMatch({ text }: Pattern, { begin, end }: LateWord): boolean {
  const pattern = compilePattern(text);
  if (!pattern.ok) return false;
  const known = [{ kind: 'text', text: begin }, { kind: 'word' }, { kind: 'text', text: end }] as const;
  if (!pattern.mayMatch(known.filter((part) => part.kind === 'word' || part.text !== ''))) return false;
  if (pattern.kind === 'regex') return true;
  const last = text.split(/[*?[\]{}\\@+!()|]/).at(-1)!;
  return last.endsWith(end) || end.endsWith(last);
}
