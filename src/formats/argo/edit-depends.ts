import { resolved } from '../../text/yaml-access.js';
import type { YamlPair } from '../../text/yaml-node.js';
import type { NeedsText } from '../yaml-steps/step-list.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import { asksForSuccess, parseDepends, tasksIn } from './depends.js';

/** The hooks that another hook comes behind, itself included, with nothing but hooks between. */
export type ChainOf = (hook: string) => readonly string[];

/**
 * An expression keeps what its author wrote, and gets hooks behind that. Where it asks for nothing but success, a hook is asked
 * for by its name. Where it goes on after a failure too, a hook that had nothing to run for must not be in the way; a
 * hook that failed must, and all of its chain is asked.
 */
export function needsText(chainOf: ChainOf): NeedsText {
  return {
    print: (needs) => needs.join(' && '),
    change(place, pair, _node, needs) {
      const written = partsOf(place, pair);
      const hooks = needs.filter((need) => !written.names.has(need));
      if (hooks.length === 0) return [];
      const { opening, closing } = extended(written.text, hooks, chainOf);
      return [
        ...(opening === '' ? [] : [place.replace(written.start, written.start, opening)]),
        place.replace(written.end, written.end, closing),
      ];
    },
    restore(place, pair, needs) {
      const written = partsOf(place, pair);
      const kept = withoutHooks(written.text, new Set(needs));
      if (kept.start < kept.end)
        return [
          ...(kept.start === 0 ? [] : [place.replace(written.start, written.start + kept.start, '')]),
          place.replace(written.start + kept.end, written.end, ''),
        ];
      return [place.replace(written.start, written.end, needs.join(' && '))];
    },
  };
}

/** What is put around an expression, or behind it. */
export function extended(
  text: string,
  hooks: readonly string[],
  chainOf: ChainOf,
): { readonly opening: string; readonly closing: string } {
  const read = parseDepends(text);
  const isStrict = read.ok && asksForSuccess(read.tree);
  const chains = [...new Set(hooks.flatMap((hook) => [...chainOf(hook)]))];
  const asked = isStrict ? hooks : chains.map((hook) => `(${hook} || ${hook}.Omitted)`);
  const needsBrackets = isInBrackets(text) || (read.ok && read.tree.kind === 'or');
  return {
    opening: needsBrackets ? '(' : '',
    closing: `${needsBrackets ? ')' : ''}${asked.map((one) => ` && ${one}`).join('')}`,
  };
}

/** Which part of an expression is left without the hooks behind it that are not among the needs: what `extended` put there goes. */
export function withoutHooks(
  text: string,
  needs: ReadonlySet<string>,
): { readonly start: number; readonly end: number } {
  let end = text.length;
  let isChanged = false;
  for (;;) {
    const found = lastHook.exec(text.slice(0, end));
    const hook = found && (found[1] ?? found[2])!;
    if (!hook || needs.has(hook)) break;
    end = found.index;
    isChanged = true;
  }
  const only = /^(hook-[-A-Za-z0-9]+)$/.exec(text.slice(0, end))?.[1];
  if (only !== undefined && !needs.has(only)) return { start: 0, end: 0 };
  return isChanged && isInBrackets(text.slice(0, end)) ? { start: 1, end: end - 1 } : { start: 0, end };
}

const lastHook = /\s*&&\s*(?:(hook-[-A-Za-z0-9]+)|\((hook-[-A-Za-z0-9]+) \|\| hook-[-A-Za-z0-9]+\.Omitted\))$/;

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
  const scalar = resolved(value);
  if (scalar?.kind !== 'scalar') throw new Error('an expression is a text');
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
