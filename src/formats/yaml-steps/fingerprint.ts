import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import type { DagFingerprint } from '../../model/workflow.js';
import type { Field, PrintedValue } from '../../text/print-yaml.js';
import { resolved, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { type BareStep, nameAndCommand, readBareText } from './bare-step.js';
import { markInDescription } from './mark.js';
import { isOneOf, type ListedStep, type StepSpelling, type StepText } from './step-list.js';

/**
 * A text that is equal for two nodes where they mean the same, whatever their style and the order of their keys. An alias
 * counts as its name: what it means has a print of its own, and following aliases could take forever.
 */
export function fingerprint(value: YamlNode): string {
  if (value.kind === 'alias') return `*${value.name}`;
  if (value.kind === 'scalar') return value.type === 'null' ? 'null' : JSON.stringify(value.value);
  if (value.kind === 'sequence') return `[${value.items.map((item) => fingerprint(item.value)).join(',')}]`;
  return `{${pairsPrint(value, () => true)}}`;
}

/** The same for a mapping, without the fields whose keys `isLeft` names. */
export function fingerprintWithout(map: YamlMap, isLeft: (key: string) => boolean): string {
  return `{${pairsPrint(map, (key) => !isLeft(key))}}`;
}

/** The same for a mapping in which the value of one key has another print. */
export function fingerprintWith(map: YamlMap, { key }: YamlPair, print: string): string {
  const others = map.pairs.filter((pair) => pair.key !== key);
  const prints = [
    ...others.map((pair) => pairPrint(pair.key.value, fingerprint(pair.value))),
    pairPrint(key.value, print),
  ];
  return `{${prints.sort().join(',')}}`;
}

function pairsPrint(map: YamlMap, counts: (key: string) => boolean): string {
  const prints: string[] = [];
  for (const { key, value } of map.pairs) {
    if (counts(key.value)) prints.push(pairPrint(key.value, fingerprint(value)));
  }
  return prints.sort().join(',');
}

function pairPrint(key: string, value: string): string {
  return `${JSON.stringify(key)}:${value}`;
}

/** What `fingerprint` gives for printed fields once they are read back. */
export function printedFingerprint(fields: readonly Field[]): string {
  const prints = fields.map(({ key, value }) => pairPrint(key, valuePrint(value)));
  return `{${prints.sort().join(',')}}`;
}

function valuePrint(value: PrintedValue): string {
  if (typeof value !== 'object') return JSON.stringify(String(value));
  if ('tag' in value) return valuePrint(value.items);
  return 'fields' in value ? printedFingerprint(value.fields) : `[${value.map(valuePrint).join(',')}]`;
}

/**
 * What the steps of a list say, order and needs apart.
 * @param nodes the list as it will be; `undefined` for it as it is
 */
export function stepPrints(
  text: string,
  { list, spelling }: Pick<StepText, 'list' | 'spelling'>,
  nodes: readonly PlannedNode[] | undefined,
  fieldsOf: (node: InjectedNode) => readonly Field[],
): Pick<DagFingerprint, 'count' | 'node' | 'source'> {
  const { steps } = list;
  const stepAt = (at: number) => {
    const node = nodes?.[at];
    return node === undefined ? steps[at] : node.kind === 'kept' ? steps[node.node] : undefined;
  };
  return {
    count: nodes?.length ?? steps.length,
    node(at) {
      const step = stepAt(at);
      if (step) return stepPrint(step, spelling);
      const fields = fieldsOf(nodes![at] as InjectedNode);
      return printedFingerprint(namelessFields(fields, spelling));
    },
    source(at) {
      const node = stepAt(at)?.node;
      return node && text.slice(node.start, node.end);
    },
  };
}

/** A step without the mark in its command. */
export function withoutMark(map: YamlMap, spelling: StepSpelling): YamlMap {
  return spelling.marksInCommand
    ? withCommand(map, spelling, (bare) => (bare.mark ? nameAndCommand(bare) : undefined))
    : map;
}

function withCommand(
  map: YamlMap,
  { commands }: StepSpelling,
  textOf: (bare: BareStep) => string | undefined,
): YamlMap {
  const pairs = map.pairs.map((pair): YamlPair => {
    const { key, value } = pair;
    const text = key.value === commands[0] && value.kind === 'scalar' ? textOf(readBareText(value.value)) : undefined;
    return text === undefined || value.kind !== 'scalar' ? pair : { ...pair, value: { ...value, value: text } };
  });
  return { ...map, pairs };
}

/** What a step is called is no part of what it says. */
function namelessFields(
  fields: readonly Field[],
  { needs, name, nameInCommand, commands }: StepSpelling,
): readonly Field[] {
  const others = fields.filter(({ key }) => key !== needs && key !== name);
  if (!nameInCommand) return others;
  return others.map(({ key, value }) => ({
    key,
    value: key === commands[0] && typeof value === 'string' ? readBareText(value).command : value,
  }));
}

/** A command or an alias that had to become a mapping to be given a name or needs says the same as before. */
export function stepPrint({ node, inner }: ListedStep, spelling: StepSpelling): string {
  if (node.kind === 'map') {
    const { name, needs, description, fieldOf } = spelling;
    // A mark says who put the step there, not what it does.
    const about = description && textOf(fieldOf(node, description)?.value);
    const isMarked = about !== undefined && markInDescription(about) !== undefined;
    const left = [needs, name, ...(inner ?? []), ...(isMarked ? [description!] : [])];
    const said = spelling.nameInCommand
      ? withCommand(node, spelling, ({ command }) => command)
      : withoutMark(node, spelling);
    return fingerprintWithout(said, isOneOf(left, spelling));
  }
  if (spelling.bare && node.kind === 'scalar') {
    const { command } = readBareText(node.value);
    return printedFingerprint([{ key: spelling.commands[0]!, value: command }]);
  }
  const key = node.kind === 'alias' && resolved(node)?.kind === 'map' ? '<<' : spelling.commands[0];
  return `{${JSON.stringify(key)}:${fingerprint(node)}}`;
}
