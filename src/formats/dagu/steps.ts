import type { Report } from '../../diagnostics/diagnostics.js';
import type { Closed } from '../../model/workflow.js';
import { flowText } from '../../text/print-yaml.js';
import { trimSpace } from '../../text/trim-space.js';
import { resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair, YamlScalar, YamlSequence } from '../../text/yaml-node.js';
import type { StepList } from '../yaml-steps/step-list.js';
import { fieldOf, withMerged } from './fields.js';
import { type DaguStep, noKeys, type StepKeys, valueAt } from './step-keys.js';

/** The value of `steps`, flattened, with what is needed to write beside it. */
export interface DaguSteps extends StepList {
  readonly steps: readonly DaguStep[];
  readonly shape: 'absent' | 'sequence' | 'map';
  /** Why no step can be written into it; see `Dag.closed`. */
  readonly closed: Closed | undefined;
}

/** What reading the steps of a document takes. */
export interface StepReading {
  readonly file: string;
  readonly keysOf: (map: YamlMap) => StepKeys;
  readonly report: Report;
}

/** @param written the same as `root`, with its merge keys */
export function readSteps(root: YamlMap, written: YamlMap, reading: StepReading): DaguSteps {
  const pair = fieldOf(root, 'steps');
  const value = pair && resolved(pair.value);
  if (value === undefined || (value.kind === 'scalar' && value.type === 'null')) return absent;
  if (value.kind === 'sequence')
    return { ...listOf(pair!, value, written), shape: 'sequence', steps: sequenceSteps(value, reading) };
  if (value.kind === 'map')
    return { ...listOf(pair!, value, written), shape: 'map', steps: mapSteps(withMerged(value), reading) };
  const { file, report } = reading;
  report('DW202', { found: 'a single value' }, { span: { file, start: value.start, end: value.end } });
  return absent;
}

const absent: DaguSteps = { shape: 'absent', node: undefined, opening: 0, steps: [], closed: undefined };

function listOf(
  pair: YamlPair,
  node: YamlSequence | YamlMap,
  written: YamlMap,
): Pick<DaguSteps, 'node' | 'opening' | 'closed'> {
  const isMerged = !written.pairs.includes(pair) || (node.kind === 'map' && withMerged(node) !== node);
  const closed = isMerged ? broughtIn : closedBy(pair.value);
  return { node, opening: pair.key.end, closed };
}

/** A list that also is elsewhere cannot get a step for one place only. */
function closedBy(value: YamlNode): Closed | undefined {
  const instead = 'Write the steps out in each place that shares them.';
  if (value.kind === 'alias')
    return { why: `its steps are the alias *${value.name}, which other places share`, instead };
  if (value.anchor !== undefined)
    return { why: `its steps carry the anchor &${value.anchor}, through which other places share them`, instead };
  return undefined;
}

const broughtIn: Closed = {
  why: 'a merge key brings in its steps',
  instead: 'Write the steps out in the DAG itself, without `<<`.',
};

function sequenceSteps(list: YamlSequence, reading: StepReading): DaguStep[] {
  const steps: DaguStep[] = [];
  list.items.forEach((item, entry) => {
    const value = resolved(item.value);
    if (value?.kind === 'sequence') {
      for (const member of value.items) {
        const step = readStep(member.value, member.start, entry, value, value.flow, reading);
        if (step) steps.push(step);
      }
      return;
    }
    const step = readStep(item.value, item.start, entry, undefined, list.flow, reading);
    if (step) steps.push(step);
  });
  return steps;
}

function mapSteps(list: YamlMap, reading: StepReading): DaguStep[] {
  const { file, report } = reading;
  return list.pairs.flatMap((pair, entry) => {
    const value = resolved(pair.value);
    // Dagu 1.30 refuses it, and nothing can wait for it.
    if (trimSpace(pair.key.value) === '') {
      report('DW202', { found: 'a step with an empty name' }, { span: { file, start: pair.start, end: pair.key.end } });
      return [];
    }
    if (value && value.kind !== 'map' && !isNull(value)) {
      reportUnmapped(pair, value, list.flow, file, report);
      return [];
    }
    const step = readStep(pair.value, pair.start, entry, undefined, list.flow, reading);
    return step ? [{ ...step, key: pair.key }] : [];
  });
}

/** A list may hold bare commands, a mapping of names may not: both engines refuse the file. */
function reportUnmapped(
  { key, value: written }: YamlPair,
  value: YamlScalar | YamlSequence,
  inFlow: boolean,
  file: string,
  report: Report,
): void {
  const span = { file, start: written.start, end: written.end };
  const isCommand = written.kind === 'scalar' && written.style !== 'literal' && written.style !== 'folded';
  const map = { fields: [{ key: 'command', value: isCommand ? written.value : '' }] };
  const fix = isCommand ? [{ ...span, text: flowText(map, inFlow) }] : undefined;
  report('DW236', { name: key.value, found: value.kind === 'scalar' ? 'a text' : 'a list' }, { span, fix });
}

function isNull(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.type === 'null';
}

function readStep(
  node: YamlNode,
  start: number,
  entry: number,
  group: YamlSequence | undefined,
  inFlow: boolean,
  { file, keysOf, report }: StepReading,
): DaguStep | undefined {
  const value = resolved(node);
  if (value?.kind === 'map' && value.pairs.length > 0) {
    const own = keysOf(value);
    const map = own.merges ? withMerged(value) : value;
    const keys = own.merges ? keysOf(map) : own;
    const step = { node, map, keys, key: undefined, start, entry, group, inFlow };
    reportCollectionAsName(step, file, report);
    return step;
  }
  if (value?.kind === 'scalar' && value.type !== 'null')
    return { node, map: undefined, keys: noKeys, key: undefined, start, entry, group, inFlow };
  report(
    'DW202',
    { found: foundIn(value) },
    { span: { file, start: node.start, end: Math.min(node.end, node.start + 80) } },
  );
  return undefined;
}

/** Both engines refuse it, and it must not be taken for no name, in whose place one can be written. */
function reportCollectionAsName(step: DaguStep, file: string, report: Report): void {
  const kind = valueAt(step, step.keys.name)?.kind;
  if (kind !== 'map' && kind !== 'sequence') return;
  const name = step.map!.pairs[step.keys.name]!.value;
  const found = `a step whose name is a ${kind === 'map' ? 'mapping' : 'list'}`;
  report('DW202', { found }, { span: { file, start: name.start, end: Math.min(name.end, name.start + 80) } });
}

function foundIn(value: YamlNode | undefined): string {
  if (value?.kind === 'sequence') return 'a list in a nested list';
  return value?.kind === 'map' ? 'an empty mapping' : 'an empty entry';
}
