import type { Report } from '../../diagnostics/diagnostics.js';
import type { Span } from '../../model/source.js';
import type { Call, Need, Node } from '../../model/workflow.js';
import { textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { hasCondition, toleranceOf } from './conditions.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { engineNeedsOf, routedSteps } from './engine-needs.js';
import { fieldValue, textOf } from './fields.js';
import { readParameters } from './parameters.js';
import type { DaguStep } from './steps.js';
import { defaultsOf } from './surroundings.js';

/** Finds the DAG that a name calls from a file, among all that was read. */
export type FindDag = (name: string, fromFile: string) => number | undefined;

/** The steps of a document as nodes of a graph, needs looked up. */
export function readNodes(document: DaguDocument, dialect: Dialect, find: FindDag, report: Report): readonly Node[] {
  const { steps } = document.steps;
  const ids = steps.map(idOf);
  const written = steps.map((step, index) => writtenName(step, ids[index], dialect));
  const names = namesOf(steps, written, dialect);
  const lookUp = lookUpIn(steps, ids, names, written);
  const engineNeeds = engineNeedsOf(document, lookUp);
  const routed = routedSteps(document, lookUp);
  const defaults = defaultsOf(document);
  return steps.map((step, index) => ({
    index,
    name: names[index]!,
    named: written[index] !== undefined,
    id: ids[index],
    reference: referenceOf(step, ids[index], names[index]!, written[index] !== undefined, dialect),
    type: typeOf(step),
    kinds: kindsOf(step),
    command: commandOf(step),
    entry: step.entry,
    grouped: step.group !== undefined,
    needs: readNeeds(step, document.file, lookUp, report),
    engineNeeds: engineNeeds.get(index) ?? [],
    conditional: routed.has(index) || hasCondition(step),
    ...toleranceOf(step, defaults),
    call: callOf(step, dialect, document.file, find),
    output: outputOf(step),
    span: spanOf(step, document.file),
  }));
}

/** In 2.x an id stands in for a missing name; 1.x makes a name up beside it. */
function writtenName(step: DaguStep, id: string | undefined, dialect: Dialect): string | undefined {
  if (step.key) return step.key.value.trim();
  const name = step.map && textOf(step.map, 'name')?.trim();
  return name || (dialect === 'v2' ? id : undefined);
}

function idOf(step: DaguStep): string | undefined {
  const id = step.map && textOf(step.map, 'id')?.trim();
  return id === '' ? undefined : id;
}

/** The engine names what has no name after its kind and the place of its entry, counting on until the name is free. */
function namesOf(
  steps: readonly DaguStep[],
  writtenNames: readonly (string | undefined)[],
  dialect: Dialect,
): readonly string[] {
  const taken = new Set(writtenNames);
  const reached = new Map<string, number>();
  return steps.map((step, index) => {
    const written = writtenNames[index];
    if (written !== undefined) return written;
    const prefix = prefixOf(step, dialect);
    const counter = `${prefix} ${step.entry}`;
    let number = reached.get(counter) ?? step.entry + 1;
    while (taken.has(`${prefix}_${number}`)) number += 1;
    reached.set(counter, number + 1);
    taken.add(`${prefix}_${number}`);
    return `${prefix}_${number}`;
  });
}

function prefixOf(step: DaguStep, dialect: Dialect): string {
  const { map } = step;
  const type = typeOf(step);
  if (type !== 'command' && type !== 'script' && type !== 'call') return type;
  if (map && fieldValue(map, 'container')) return 'docker';
  if (map && fieldValue(map, 'parallel')) return 'parallel';
  if (map && callTarget(map, dialect)) return 'dag';
  return isScript(step) ? 'script' : 'cmd';
}

/** A command of several lines is a script to the engine, too. */
function isScript({ node, map }: DaguStep): boolean {
  const command = map ? (textOf(map, 'command') ?? textOf(map, 'run')) : textOfNode(node);
  return (map !== undefined && fieldValue(map, 'script') !== undefined) || command?.trim().includes('\n') === true;
}

function typeOf(step: DaguStep): string {
  const map = step.map;
  if (map === undefined) return 'command';
  const executor = fieldValue(map, 'executor');
  const executorType =
    executor?.kind === 'map' ? textOf(executor, 'type') : executor?.kind === 'scalar' ? executor.value : undefined;
  const written = textOf(map, 'type') ?? executorType;
  if (written !== undefined) return written;
  const action = textOf(map, 'action');
  if (action !== undefined) return action === 'dag.run' || action === 'dag.enqueue' ? 'call' : action;
  if (fieldValue(map, 'call')) return 'call';
  return fieldValue(map, 'script') && !fieldValue(map, 'command') ? 'script' : 'command';
}

function kindsOf(step: DaguStep): readonly string[] {
  const type = typeOf(step);
  return runsInShell(type) ? [type, 'shell'] : [type];
}

function runsInShell(type: string): boolean {
  return type === 'command' || type === 'script';
}

/** Several commands of one step run one after another, as lines do. */
function commandOf(step: DaguStep): string | undefined {
  const { map, node } = step;
  if (!runsInShell(typeOf(step))) return undefined;
  if (map === undefined) return textOfNode(node);
  const command = fieldValue(map, 'command') ?? fieldValue(map, 'run');
  const lines = command?.kind === 'sequence' ? command.items.map(({ value }) => textOfNode(value) ?? '') : [];
  const texts = [textOf(map, 'command') ?? textOf(map, 'run') ?? lines.join('\n'), textOf(map, 'script') ?? ''];
  return texts.filter((text) => text !== '').join('\n') || undefined;
}

/** A name of only some kinds of steps is known well enough to be written down. */
function referenceOf(
  step: DaguStep,
  id: string | undefined,
  name: string,
  named: boolean,
  dialect: Dialect,
): string | undefined {
  if (named) return legalReference(name) ? name : undefined;
  return id ?? (knownPrefixes.has(prefixOf(step, dialect)) ? name : undefined);
}

const knownPrefixes: ReadonlySet<string> = new Set(['cmd', 'script', 'dag', 'parallel', 'docker']);

/** The engine drops control characters from `depends` but not from names, so such a name cannot be waited for. */
function legalReference(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  return !/[\u0000-\u001f\u007f]/.test(name);
}

/** By name first, then by id, as the engine does; a name it made up is also found by its number alone. */
function lookUpIn(
  steps: readonly DaguStep[],
  ids: readonly (string | undefined)[],
  names: readonly string[],
  written: readonly (string | undefined)[],
): (name: string) => number | undefined {
  const byName = new Map<string, number>();
  ids.forEach((id, index) => {
    if (id !== undefined && !byName.has(id)) byName.set(id, index);
  });
  const seen = new Set<string>();
  names.forEach((name, index) => {
    if (!seen.has(name)) byName.set(name, index);
    seen.add(name);
  });
  const unnamedByEntry = new Map<number, number>();
  steps.forEach((step, index) => {
    if (written[index] === undefined) unnamedByEntry.set(step.entry, index);
  });
  return (name) => {
    const number = /^[a-z][a-z0-9_.]*_(\d{1,9})$/.exec(name)?.[1];
    return byName.get(name) ?? (number === undefined ? undefined : unnamedByEntry.get(Number(number) - 1));
  };
}

function readNeeds(
  step: DaguStep,
  file: string,
  lookUp: (name: string) => number | undefined,
  report: Report,
): readonly Need[] | undefined {
  const value = step.map && fieldValue(step.map, 'depends');
  if (value === undefined) return undefined;
  const items = value.kind === 'sequence' ? value.items.map((item) => item.value) : [value];
  return items.flatMap((item) => {
    const span: Span = { file, start: item.start, end: item.end };
    const name = textOfNode(item)?.trim() ?? '';
    if (name === '') {
      report('DW203', {}, { span });
      return [];
    }
    return [{ name, node: lookUp(name), span }];
  });
}

function callOf(step: DaguStep, dialect: Dialect, file: string, find: FindDag): Call | undefined {
  const target = step.map && callTarget(step.map, dialect);
  if (target?.kind !== 'scalar' || target.value.trim() === '') return undefined;
  const name = target.value.trim();
  const handed = fieldValue(step.map!, 'with') ?? step.map!;
  const params = readParameters(handed.kind === 'map' ? handed : step.map!);
  return { name, dag: find(name, file), params, span: { file, start: target.start, end: target.end } };
}

function callTarget(map: YamlMap, dialect: Dialect): YamlNode | undefined {
  const call = fieldValue(map, 'call');
  if (call) return call;
  if (dialect === 'v1') return fieldValue(map, 'run');
  const action = textOf(map, 'action');
  const parameters = action === 'dag.run' || action === 'dag.enqueue' ? fieldValue(map, 'with') : undefined;
  return parameters?.kind === 'map' ? fieldValue(parameters, 'dag') : undefined;
}

function outputOf({ map }: DaguStep): string | undefined {
  const output = map && fieldValue(map, 'output');
  const name = output?.kind === 'map' ? textOf(output, 'name') : output?.kind === 'scalar' ? output.value : undefined;
  return name !== undefined && /^[A-Za-z_]\w*$/.test(name.trim()) ? name.trim() : undefined;
}

function spanOf(step: DaguStep, file: string): Span {
  const name = step.key ?? (step.map && (fieldValue(step.map, 'name') ?? fieldValue(step.map, 'id')));
  const node = name ?? step.node;
  return { file, start: node.start, end: Math.min(node.end, node.start + 120) };
}
