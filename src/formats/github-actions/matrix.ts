import { asMap, asSequence, pairOf, resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';

/** What `matrix.NAME` may be in a job, by that name in lower case. A name of which the file does not say all values is not in it. */
export type MatrixValues = ReadonlyMap<string, readonly string[]>;

/** The values for which a job is run again and again. */
export function readMatrix(job: YamlMap | undefined): MatrixValues {
  const strategy = asMap(job && pairOf(job, 'strategy')?.value);
  const matrix = asMap(strategy && pairOf(strategy, 'matrix')?.value);
  const include = matrix && pairOf(matrix, 'include')?.value;
  // Entries that only the run knows may give every name another value.
  if (!matrix || (include && !asSequence(include))) return new Map();
  const found: Found = { values: new Map(), left: mostValues };
  const computed = new Set<string>();
  for (const { key, value } of matrix.pairs) {
    const name = key.value.toLowerCase();
    if (name === 'include' || name === 'exclude') continue;
    if (asSequence(value)) addValues(value, name, found);
    else computed.add(name);
  }
  for (const { value } of asSequence(include)?.items ?? []) {
    if (!asMap(value)) return new Map();
    addValues(value, '', found);
  }
  if (found.left < 0) return new Map();
  return new Map(
    [...found.values].flatMap(([name, values]) => (computed.has(name.split('.')[0]!) ? [] : [[name, [...values]]])),
  );
}

interface Found {
  readonly values: Map<string, Set<string>>;
  /** So many values more are looked at: aliases can make a small text mean many. */
  left: number;
}

const mostValues = 100_000;

/** Each entry of a list is one; a part of a mapping may be missing in others, where it is empty. */
function addValues(node: YamlNode, name: string, found: Found): void {
  found.left -= 1;
  if (found.left < 0) return;
  const value = resolved(node);
  const { values } = found;
  if (value?.kind === 'sequence') for (const item of value.items) addValues(item.value, name, found);
  if (value?.kind === 'map') {
    for (const { key, value: own } of value.pairs) {
      const part = `${name}${name && '.'}${key.value.toLowerCase()}`;
      values.set(part, values.get(part) ?? new Set(['']));
      addValues(own, part, found);
    }
  }
  if (value?.kind !== 'scalar') return;
  values.set(name, (values.get(name) ?? new Set()).add(value.value));
}

/** A text for each of the values in it; of very many, nobody looks at each, and what stays is an expression. */
export function withMatrix(text: string, values: MatrixValues): readonly string[] {
  if (values.size === 0 || !text.includes('${{')) return [text];
  const names = new Set([...text.matchAll(reference)].map(([, name]) => name!.toLowerCase()));
  let texts: readonly string[] = [text];
  for (const name of names) {
    const all = values.get(name);
    if (!all) continue;
    if (texts.length * all.length > mostTexts || texts.length * all.length * text.length > mostCharacters)
      return [text];
    texts = texts.flatMap((one) =>
      all.map((value) => one.replace(reference, (whole, own) => (own.toLowerCase() === name ? value : whole))),
    );
  }
  return texts;
}

const reference = /\$\{\{[ \t]*matrix\.([\w-]+(?:\.[\w-]+)*)[ \t]*\}\}/gi;

const [mostTexts, mostCharacters] = [40, 20_000];
