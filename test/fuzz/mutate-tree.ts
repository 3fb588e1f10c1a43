import { type Document, isMap, isScalar, isSeq, type Node, Pair, parseAllDocuments, Scalar, stringify } from 'yaml';
import type { Random } from '../random.js';
import { fieldNames } from './field-names.js';

/**
 * Changes what a text says: values, keys, entries and their order, and how it is written.
 * @returns `undefined` where the text is no YAML
 */
export function mutateTree(random: Random, text: string, other: string): string | undefined {
  const documents = read(text);
  if (!documents) return undefined;
  const donors = (read(other) ?? documents).flatMap(nodesOf);
  for (let times = random.below(4); times >= 0; times--) {
    const nodes = documents.flatMap(nodesOf);
    if (nodes.length > 0) change(random, random.pick(nodes), nodes, donors);
  }
  return write(random, documents);
}

function read(text: string): readonly Document[] | undefined {
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent' });
  if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return undefined;
  return documents;
}

function write(random: Random, documents: readonly Document[]): string | undefined {
  try {
    const style = random.below(5);
    if (style > 2)
      return documents.map((one) => one.toString({ lineWidth: 0 })).join(random.chance(0.9) ? '---\n' : '');
    const data = documents.map((one) => one.toJS({ maxAliasCount: 100 }) as unknown);
    if (style === 0 && data.length === 1) return `${JSON.stringify(data[0], null, random.pick([0, 1, 2, 4]))}\n`;
    if (style === 1) return data.map((one) => stringify(one, { collectionStyle: 'flow' })).join('---\n');
    const indentSeq = random.chance(0.5);
    return data.map((one) => stringify(one, { indent: random.pick([1, 2, 3, 4]), indentSeq })).join('---\n');
  } catch {
    // An alias whose anchor is gone cannot be written.
    return undefined;
  }
}

function nodesOf(document: Document): Node[] {
  const found: Node[] = [];
  const add = (node: unknown): void => {
    if (isMap(node)) {
      found.push(node);
      for (const pair of node.items) {
        add(pair.key);
        add(pair.value);
      }
    } else if (isSeq(node)) {
      found.push(node);
      node.items.forEach(add);
    } else if (isScalar(node)) found.push(node);
  };
  add(document.contents);
  return found;
}

function change(random: Random, node: Node, own: readonly Node[], donors: readonly Node[]): void {
  const { pick, below } = random;
  if (isScalar(node)) {
    node.value = below(3) === 0 ? pick(values) : scalarOf(pick(below(2) === 0 ? own : donors));
    node.type = pick([Scalar.PLAIN, Scalar.PLAIN, Scalar.QUOTE_DOUBLE, Scalar.QUOTE_SINGLE, Scalar.BLOCK_LITERAL]);
    delete node.source;
    return;
  }
  if (!isMap(node) && !isSeq(node)) return;
  const items = node.items as unknown[];
  const at = below(items.length + 1);
  const donor = copy(pick(donors));
  const entry = isMap(node) ? new Pair(new Scalar(pick(keys)), donor) : donor;
  const kind = below(8);
  if (kind === 0) items.splice(at, 1);
  else if (kind === 1) items.splice(at, 0, copy(items[below(items.length)] ?? entry));
  else if (kind === 2) items.push(...items.splice(at, 1));
  else if (kind === 3) items.splice(at, 1, entry);
  else if (kind === 4) node.flow = node.flow !== true;
  else if (kind === 5) items.length = 0;
  else items.splice(at, 0, entry);
}

function copy<T>(node: T): T {
  return typeof node === 'object' && node !== null && 'clone' in node
    ? (node as unknown as { clone(): T }).clone()
    : node;
}

function scalarOf(node: Node): unknown {
  return isScalar(node) ? node.value : 'x';
}

const keys = [
  ...fieldNames,
  ...[
    'exit',
    'failure',
    'success',
    'continueOn',
    'continue_on',
    'executor',
    'defaults',
    'foreach',
    'approval',
    'params',
  ],
  ...['dag', 'Steps', 'Depends', '<<', 'toString', '__proto__', 'constructor'],
  ...['hooks', 'injections', 'step_definitions', 'tasks', 'after', 'before', 'when', 'order'],
];

const values: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    '',
    ' ',
    'x',
    'hook-begin',
    'hook-gate',
    'cmd_1',
    'cmd_2',
    'dag_1',
    'script_1',
  ],
  ...[
    'chain',
    'graph',
    'agent',
    'T001',
    'a b',
    'a\nb',
    'a\n',
    '\n',
    "it's",
    '"',
    '#',
    'a: b',
    '- a',
    '[x]',
    '{x}',
    '*a',
  ],
  ...[
    'x'.repeat(41),
    'é'.repeat(30),
    'x'.repeat(300),
    '__proto__',
    'constructor',
    '$(date)',
    '`date`',
    '${X}',
    '{{task_id}}',
  ],
  ...[
    'dagweave: x 0123456789ab',
    '\u0000',
    '\u0007',
    '\u2028',
    '\ufeff',
    '\ud800',
    '*',
    '/(/',
    '/a+/',
    'T*',
    '!x',
    '1.30',
  ],
];
