import type { Closed } from '../../model/workflow.js';
import type { Field, PrintedItem, PrintedValue } from '../../text/print-yaml.js';
import { pairOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair, YamlScalar } from '../../text/yaml-node.js';
import type { ArgoDocument } from './document.js';
import type { EntryCall } from './entry.js';
import type { ArgoList } from './lists.js';

/** The list of the one task that a template around the first one will have, although it is not in the text. */
export function entryList({ called, task }: EntryCall, document: ArgoDocument): ArgoList {
  const { start, end } = called.node;
  const name = pairOf(called.map, 'name')!.value;
  const printed = mapOf(task, { start, end });
  const map = { ...printed, pairs: printed.pairs.map((pair) => (pair.key.value === 'name' ? at(pair, name) : pair)) };
  return {
    kind: 'dag',
    node: undefined,
    opening: 0,
    steps: [{ node: map, map, key: undefined, start, entry: 0, group: undefined, inFlow: true }],
    closed: closedBy(document),
    odd: [],
  };
}

function closedBy({ spec, list }: ArgoDocument): Closed | undefined {
  const entrypoint = pairOf(spec, 'entrypoint')!.value;
  if (entrypoint.kind === 'alias' || entrypoint.anchor !== undefined)
    return {
      why: 'its `entrypoint` is shared with other places by an anchor',
      instead: 'Write the name of the template in each of these places.',
    };
  if (list!.value.kind === 'alias' || list!.value.anchor !== undefined)
    return {
      why: 'its `templates` are shared with other places by an anchor',
      instead: 'Write the templates out in each of these places.',
    };
  return undefined;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function at({ key, value }: YamlPair, { start, end }: Place): YamlPair {
  return { start, key, value: { ...value, start, end } };
}

function mapOf(fields: readonly Field[], place: Place): YamlMap {
  const pairs = fields.map(({ key, value }) => ({
    start: place.start,
    key: scalarOf(key, place),
    value: nodeOf(value, place),
  }));
  return { kind: 'map', flow: false, anchor: undefined, ...place, pairs };
}

function nodeOf(value: PrintedValue | PrintedItem, place: Place): YamlNode {
  if (typeof value !== 'object') return scalarOf(String(value), place);
  if ('fields' in value) return mapOf(value.fields, place);
  const items = 'tag' in value ? value.items : value;
  return {
    kind: 'sequence',
    flow: false,
    anchor: undefined,
    ...place,
    items: items.map((item) => ({ start: place.start, value: nodeOf(item, place) })),
  };
}

function scalarOf(value: string, place: Place): YamlScalar {
  return { kind: 'scalar', style: 'plain', type: 'string', anchor: undefined, value, ...place };
}
