import { asMap, asSequence, pairOf, resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';

/** What `matrix.NAME` may be in a job, by that name in lower case. A name of which the file does not say all values is not in it. */
export type MatrixValues = ReadonlyMap<string, readonly string[]>;

/** The values for which a job is run again and again. */
export function matrixOf(job: YamlMap | undefined): MatrixValues {
  const strategy = asMap(job && pairOf(job, 'strategy')?.value);
  const matrix = asMap(strategy && pairOf(strategy, 'matrix')?.value);
  const include = matrix && pairOf(matrix, 'include')?.value;
  // Entries that only the run knows may give every name another value.
  if (!matrix || (include && !asSequence(include))) return new Map();
  const values = new Map<string, string[]>();
  const computed = new Set<string>();
  for (const { key, value } of matrix.pairs) {
    const name = key.value.toLowerCase();
    if (name === 'include' || name === 'exclude') continue;
    if (asSequence(value)) addValues(value, name, values);
    else computed.add(name);
  }
  for (const { value } of asSequence(include)?.items ?? []) {
    if (!asMap(value)) return new Map();
    addValues(value, '', values);
  }
  return new Map([...values].filter(([name]) => !computed.has(name.split('.')[0]!)));
}

/** Each entry of a list is one; a part of a mapping may be missing in others, where it is empty. */
function addValues(node: YamlNode, name: string, values: Map<string, string[]>): void {
  const value = resolved(node);
  if (value?.kind === 'sequence') for (const item of value.items) addValues(item.value, name, values);
  if (value?.kind === 'map') {
    for (const { key, value: own } of value.pairs) {
      const part = `${name}${name && '.'}${key.value.toLowerCase()}`;
      values.set(part, values.get(part) ?? ['']);
      addValues(own, part, values);
    }
  }
  if (value?.kind !== 'scalar') return;
  const known = values.get(name) ?? [];
  if (!known.includes(value.value)) known.push(value.value);
  values.set(name, known);
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
