import type { Report } from '../../diagnostics/diagnostics.js';
import type { Span } from '../../model/source.js';
import type { Call, MisspeltName, Need, Node } from '../../model/workflow.js';
import { trimSpace } from '../../text/trim-space.js';
import { textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { readNeeds } from '../yaml-steps/read-needs.js';
import { nameFollowers } from '../yaml-steps/shared-text.js';
import type { ListedStep } from '../yaml-steps/step-list.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { engineNeedsOf, routedSteps } from './engine-needs.js';
import { readParameters } from './environment.js';
import { fieldValue, spellingOf, textOf } from './fields.js';
import { isRead, meantBy } from './meant-keys.js';
import { type StepName, stepNames } from './step-names.js';
import { defaultsOf } from './surroundings.js';

/** Finds the DAG that a name calls from a file, among all that was read. */
export type FindDag = (name: string, fromFile: string) => number | undefined;

/** The steps of a document as nodes of a graph, needs looked up. */
export function readNodes(
  document: DaguDocument,
  text: string,
  dialect: Dialect,
  find: FindDag,
  report: Report,
): readonly Node[] {
  const { steps } = document.steps;
  const spelling = spellingOf(dialect);
  const mentioned = namesMentioned(document, text);
  const names = stepNames(document, dialect, (name) => mentioned().has(name));
  const lookUp = lookUpIn(names);
  const engineNeeds = engineNeedsOf(document, lookUp);
  const routed = routedSteps(document, lookUp);
  const followers = nameFollowers(document.steps, spelling);
  const defaults = defaultsOf(document);
  let misspelt: ReadonlyMap<string, MisspeltName> | undefined;
  const withMisspelt = (needs: readonly Need[] | undefined) => {
    if (!needs?.some(({ node }) => node === undefined)) return needs;
    misspelt ??= misspeltNames(document, dialect);
    const known = misspelt;
    return needs.map((need) => (need.node === undefined ? { ...need, misspelt: known.get(need.name) } : need));
  };
  return steps.map((step, index): Node => {
    const { name, named, id } = names[index]!;
    const isRouted = routed.has(index);
    const type = typeOf(step);
    const { skippable, failable, marksSuccess } = toleranceOf(step, defaults);
    // Field by field: spread into such a long literal, they would make an object that is slow to build and to read.
    return {
      index,
      name,
      named,
      id,
      mentioned: !named && name !== id && mentioned().has(name),
      followers: followers.get(index) ?? noNodes,
      reference: referenceOf(names[index]!),
      type,
      kinds: kindsOf(type),
      command: commandOf(step),
      entry: step.entry,
      grouped: step.group !== undefined,
      needs: withMisspelt(readNeeds(step, spelling, document.file, lookUp, report)),
      engineNeeds: engineNeeds.get(index) ?? noNodes,
      conditional: isRouted || hasCondition(step),
      // A router lets go on what is behind a step that it leaves out, also where a condition of that step does so.
      skippable: isRouted || skippable,
      chosen: isRouted,
      failable,
      marksSuccess,
      call: callOf(step, dialect, document.file, find),
      output: outputOf(step),
      span: spanOf(step, document.file),
    };
  });
}

/** The names that steps have under a key that no engine reads; see `reportNearKeys`. */
function misspeltNames({ steps, file }: DaguDocument, dialect: Dialect): ReadonlyMap<string, MisspeltName> {
  const found = new Map<string, MisspeltName>();
  for (const { map } of steps.steps) {
    for (const pair of map?.pairs ?? []) {
      const { key } = pair;
      if (isRead(key.value, 'step', dialect) || meantBy(pair, map!, 'step', dialect, new Set()) !== 'name') continue;
      const name = trimSpace(textOfNode(pair.value)!);
      found.set(name, { key: key.value, meant: 'name', span: { file, start: key.start, end: key.end } });
    }
  }
  return found;
}

/**
 * Every word of a document that looks like a name that the engine makes up, looked for when first asked. Bounded, so that one
 * endless word takes no time.
 */
function namesMentioned({ root }: DaguDocument, text: string): () => ReadonlySet<string> {
  let found: ReadonlySet<string> | undefined;
  return () => {
    found ??= new Set(text.slice(root.start, root.end).match(/[A-Za-z][\w.-]{0,80}_\d{1,9}/g));
    return found;
  };
}

function typeOf(step: ListedStep): string {
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

const noNodes: readonly number[] = [];

function kindsOf(type: string): readonly string[] {
  if (!runsInShell(type)) return [type];
  return type === 'command' ? kindsOfCommand : kindsOfScript;
}

// Most steps of a large workflow share them.
const kindsOfCommand = ['command', 'shell'];
const kindsOfScript = ['script', 'shell'];

function runsInShell(type: string): boolean {
  return type === 'command' || type === 'script';
}

/** Several commands of one step run one after another, as lines do. */
function commandOf(step: ListedStep): string | undefined {
  const { map, node } = step;
  if (!runsInShell(typeOf(step))) return undefined;
  if (map === undefined) return textOfNode(node);
  const command = fieldValue(map, 'command') ?? fieldValue(map, 'run');
  const lines = command?.kind === 'sequence' ? command.items.map(({ value }) => textOfNode(value) ?? '') : [];
  const texts = [textOf(map, 'command') ?? textOf(map, 'run') ?? lines.join('\n'), textOf(map, 'script') ?? ''];
  return texts.filter((text) => text !== '').join('\n') || undefined;
}

/** A made-up name that depends on which version reads the text is not known well enough to be written down. */
function referenceOf({ name, named, id, others }: StepName): string | undefined {
  if (named) return legalReference(name) ? name : undefined;
  return id ?? (others.length === 0 ? name : undefined);
}

/** The engine drops control characters from `depends` but not from names, so such a name cannot be waited for. */
function legalReference(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  return !/[\u0000-\u001f\u007f]/.test(name);
}

/** By name first, then by id, as the engine does, then by a name that another version would make up. */
function lookUpIn(names: readonly StepName[]): (name: string) => number | undefined {
  const byName = new Map<string, number>();
  const add = (name: string | undefined, index: number) => {
    if (name !== undefined && !byName.has(name)) byName.set(name, index);
  };
  names.forEach(({ name }, index) => {
    add(name, index);
  });
  names.forEach(({ id }, index) => {
    add(id, index);
  });
  names.forEach(({ others }, index) => {
    for (const other of others) add(other, index);
  });
  return (name) => byName.get(name);
}

function callOf(step: ListedStep, dialect: Dialect, file: string, find: FindDag): Call | undefined {
  const target = step.map && callTarget(step.map, dialect);
  if (target?.kind !== 'scalar' || trimSpace(target.value) === '') return undefined;
  const name = trimSpace(target.value);
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

function outputOf({ map }: ListedStep): string | undefined {
  const output = map && fieldValue(map, 'output');
  const name = output?.kind === 'map' ? textOf(output, 'name') : output?.kind === 'scalar' ? output.value : undefined;
  return name !== undefined && /^[A-Za-z_]\w*$/.test(name.trim()) ? name.trim() : undefined;
}

function spanOf(step: ListedStep, file: string): Span {
  const name = step.key ?? (step.map && (fieldValue(step.map, 'name') ?? fieldValue(step.map, 'id')));
  const node = name ?? step.node;
  return { file, start: node.start, end: Math.min(node.end, node.start + 120) };
}

/** May the engine skip the step because of what it says itself? */
function hasCondition({ map }: ListedStep): boolean {
  if (map === undefined) return false;
  const conditions = fieldValue(map, 'preconditions') ?? fieldValue(map, 'precondition');
  return conditions !== undefined && !(conditions.kind === 'sequence' && conditions.items.length === 0);
}

/** After which ends of a step, other than success, what waits for it runs all the same. */
type Tolerance = Pick<Node, 'skippable' | 'failable' | 'marksSuccess'>;

/** @param defaults what 2.x takes for steps that do not say it themselves */
function toleranceOf({ map }: ListedStep, defaults: YamlMap | undefined): Tolerance {
  const field = (map && continueOn(map)) ?? (defaults && continueOn(defaults));
  if (!field) return intolerant;
  const words = field.kind === 'sequence' ? field.items.map((item) => textOfNode(item.value)) : [textOfNode(field)];
  const on = (word: string) =>
    field.kind === 'map' ? textOfNode(innerValue(field, word)) === 'true' : words.includes(word);
  const failable =
    on('failure') || on('failed') ? 'yes' : field.kind === 'map' && hasFilter(field) ? 'sometimes' : 'no';
  return { skippable: on('skipped'), failable, marksSuccess: on('markSuccess') || on('mark_success') };
}

const intolerant: Tolerance = { skippable: false, failable: 'no', marksSuccess: false };

function continueOn(map: YamlMap) {
  return fieldValue(map, 'continueOn') ?? fieldValue(map, 'continue_on');
}

/** Inner keys are distinguished by case, even in 1.x. */
function innerValue(map: YamlMap, key: string): YamlNode | undefined {
  return map.pairs.find((pair) => pair.key.value === key)?.value;
}

function hasFilter(map: YamlMap): boolean {
  return ['exitCode', 'exit_code', 'output'].some((key) => innerValue(map, key) !== undefined);
}
