import type { TextEdit } from '../../model/source.js';
import { present } from '../../text/yaml-access.js';
import type { YamlPair } from '../../text/yaml-node.js';
import { separated } from '../yaml-steps/edit-needs.js';
import type { NeedsText } from '../yaml-steps/step-list.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import { asksForSuccess, type Depends, parseDepends, tasksIn } from './depends.js';
import { insideOf } from './inside-of.js';

/** The hooks that another hook comes behind, itself included, with nothing but hooks between. */
export type ChainOf = (hook: string) => readonly string[];

/** Hooks that must not be in the way of a task with such an expression, even if they failed. */
export type LetsBy = (tree: Depends) => (hook: string) => boolean;

/**
 * An expression keeps what its author wrote, and gets hooks behind that. Where it asks for nothing but success, a hook is asked
 * for by its name. Where it goes on after a failure too, a hook that had nothing to run for must not be in the way; a
 * hook that failed must, and all of its chain is asked.
 */
export function needsText(chainOf: ChainOf, letsBy: LetsBy): NeedsText {
  return {
    print: (needs) => needs.join(' && '),
    change(place, pair, _node, needs) {
      const written = partsOf(place, pair);
      if (written.text === '') return [filled(place, pair, needs.join(' && '))];
      const hooks = needs.filter((need) => !written.names.has(need));
      if (hooks.length === 0) return [];
      const { opening, closing } = extended(written.text, hooks, chainOf, letsBy);
      return [
        ...(opening === '' ? [] : [place.replace(written.start, written.start, opening)]),
        place.replace(written.end, written.end, closing),
      ];
    },
    restore(place, pair, needs) {
      const written = partsOf(place, pair);
      const hooks = hooksIn(written.text, new Set(needs));
      if (hooks === 'all') return [place.replace(written.start, written.end, needs.join(' && '))];
      return hooks.map(({ start, end }) => place.replace(written.start + start, written.start + end, ''));
    },
  };
}

/** In the quotes that are there, so that these are there again without hooks. */
function filled(place: TextPlace, pair: YamlPair, expression: string): TextEdit {
  const { start, end } = insideOf(pair);
  if (start > pair.value.start) return place.replace(start, end, expression);
  return place.replace(start, end, separated(place, pair, place.flow(expression)));
}

/** What is put around an expression, or behind it. */
export function extended(
  text: string,
  hooks: readonly string[],
  chainOf: ChainOf,
  letsBy: LetsBy,
): { readonly opening: string; readonly closing: string } {
  const read = parseDepends(text);
  const isStrict = read.ok && asksForSuccess(read.tree);
  const chains = [...new Set(hooks.flatMap((hook) => [...chainOf(hook)]))];
  const isLenient = read.ok ? letsBy(read.tree) : () => false;
  const asked = isStrict
    ? hooks
    : chains.map(
        (hook) => `(${hook} || ${hook}.Omitted${isLenient(hook) ? ` || ${hook}.Failed || ${hook}.Errored` : ''})`,
      );
  const needsBrackets = isInBrackets(text) || (read.ok && read.tree.kind === 'or');
  return {
    opening: needsBrackets ? '(' : '',
    closing: `${needsBrackets ? ')' : ''}${asked.map((one) => ` && ${one}`).join('')}`,
  };
}

/** An expression without the hooks that it only asks to have gone well; `undefined` where it asks for nothing else. */
export function withoutHooks(text: string): string | undefined {
  const hooks = hooksIn(text, new Set());
  if (hooks === 'all') return undefined;
  return [...hooks].reverse().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
}

/** What there is in an expression for hooks that are not among the needs: what `extended` put there, wherever it is now. */
function hooksIn(text: string, needs: ReadonlySet<string>): readonly TextRange[] | 'all' {
  const parts = partsJoined(text);
  const isGone = parts.map(({ start, end }) => {
    const hook = askedHook.exec(text.slice(start, end));
    return hook !== null && !needs.has((hook[1] ?? hook[2])!);
  });
  const kept = parts.filter((_, index) => !isGone[index]);
  const [first] = kept;
  if (!first) return 'all';
  if (kept.length === parts.length) return [];
  const gone = parts.flatMap((part, index): readonly TextRange[] => {
    if (!isGone[index]) return [];
    if (part.start > first.start) return [{ start: parts[index - 1]!.end, end: part.end }];
    return [{ start: part.start, end: parts[index + 1]!.start }];
  });
  const { start, end } = first;
  if (kept.length > 1 || !isInBrackets(text.slice(start, end))) return gone;
  const brackets = [start, end - 1].map((at) => ({ start: at, end: at + 1 }));
  return [...gone, ...brackets].sort((a, b) => a.start - b.start);
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What has to hold all together, each without the blanks around it. */
function partsJoined(text: string): readonly TextRange[] {
  const starts = [0];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth > 0) continue;
    if (text.startsWith('||', at)) return [{ start: 0, end: text.length }];
    if (text.startsWith('&&', at)) starts.push(at + 2);
  }
  return starts.map((from, index) => {
    const to = index + 1 < starts.length ? starts[index + 1]! - 2 : text.length;
    const part = text.slice(from, to);
    const start = from + part.search(/\S|$/);
    return { start, end: start + part.trim().length };
  });
}

const askedHook =
  /^(?:(hook-[-A-Za-z0-9]+)|\((hook-[-A-Za-z0-9]+) \|\| \2\.Omitted(?: \|\| \2\.Failed \|\| \2\.Errored)?\))$/;

/** Does the first bracket close at the very end? */
function isInBrackets(text: string): boolean {
  if (!text.startsWith('(')) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at === text.length - 1;
  }
  return false;
}

interface WrittenExpression {
  /** As it is in the file, from its first to its last sign. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly names: ReadonlySet<string>;
}

/** An expression holds no sign that any style of YAML writes in another way, so it is edited as it is in the file. */
function partsOf({ text }: TextPlace, { value }: YamlPair): WrittenExpression {
  const scalar = present(value);
  // What is no text was reported.
  if (scalar?.kind !== 'scalar') return { text: '', start: value.start, end: value.end, names: new Set() };
  const isBlock = scalar.style === 'literal' || scalar.style === 'folded';
  const isQuoted = scalar.style === 'single' || scalar.style === 'double';
  const from = isBlock ? text.indexOf('\n', scalar.start) + 1 : scalar.start + Number(isQuoted);
  const inside = text.slice(from, scalar.end - Number(isQuoted));
  const start = from + inside.search(/\S|$/);
  const trimmed = inside.trim();
  const read = parseDepends(scalar.value);
  return {
    text: trimmed,
    start,
    end: start + trimmed.length,
    names: new Set(read.ok ? tasksIn(read.tree).map(({ name }) => name) : []),
  };
}
