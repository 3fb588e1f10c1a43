import type { Report } from '../../diagnostics/diagnostics.js';
import type { Span } from '../../model/source.js';
import type { Call, MisspeltName, Need, Node } from '../../model/workflow.js';
import { trimSpace } from '../../text/trim-space.js';
import { resolved, textOf as textOfNode, type Value } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { whenAsked } from '../when-asked.js';
import { needsIn } from '../yaml-steps/read-needs.js';
import { nameFollowers } from '../yaml-steps/shared-text.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { engineNeedsOf } from './engine-needs.js';
import { parametersIn } from './environment.js';
import { fieldIn } from './field-table.js';
import { fieldValue, spellingOf, textOf } from './fields.js';
import { kindFault } from './kind-faults.js';
import { isRead, meantBy } from './meant-keys.js';
import { missingRoutes } from './missing-routes.js';
import { type DaguStep, textAt, valueAt } from './step-keys.js';
import { type StepName, stepNames } from './step-names.js';
import { allDefaults } from './surroundings.js';

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
  const { file } = document;
  const { steps } = document.steps;
  const mentioned = whenAsked(() => namesMentioned(document, text));
  const names = stepNames(document, dialect, (name) => mentioned().has(name));
  const lookUp = lookUpIn(names);
  const { needs: engineNeeds, routed } = engineNeedsOf(document, lookUp, missingRoutes(names, file, report));
  const repeats = steps.some(({ node, map }) => node !== map && node.kind !== 'scalar');
  const followers = repeats ? nameFollowers(document.steps, spellingOf(dialect)) : undefined;
  const defaults = allDefaults(document);
  const misspelt = whenAsked(() => misspeltNames(document, dialect));
  return steps.map((step, index): Node => {
    const { name, named, id } = names[index]!;
    const isRouted = routed.has(index);
    const type = typeOf(step);
    const { skippable, failable, marksSuccess } = toleranceOf(step, defaults, text);
    const written = valueAt(step, step.keys.depends);
    const needs = written && needsIn(written, 'depends', file, lookUp, report);
    // Field by field: spread into such a long literal, they would make an object that is slow to build and to read.
    return {
      index,
      name,
      named,
      id,
      mentioned: !named && name !== id && mentioned().has(name),
      followers: followers?.get(index) ?? noNodes,
      reference: referenceOf(names[index]!),
      type,
      kinds: kindsOf(type),
      command: commandOf(step, type),
      entry: step.entry,
      grouped: step.group !== undefined,
      needs: needs && withMisspelt(needs, misspelt),
      engineNeeds: engineNeeds.get(index) ?? noNodes,
      conditional: isRouted || hasCondition(step),
      // A router lets go on what is behind a step that it leaves out, also where a condition of that step does so.
      skippable: isRouted || skippable,
      chosen: isRouted,
      failable,
      marksSuccess,
      call: callOf(step, dialect, file, find),
      output: outputOf(step),
      span: spanOf(step, file),
    };
  });
}

function withMisspelt(needs: readonly Need[], misspelt: () => ReadonlyMap<string, MisspeltName>): readonly Need[] {
  if (needs.every(({ node }) => node !== undefined)) return needs;
  return needs.map((need) => (need.node === undefined ? { ...need, misspelt: misspelt().get(need.name) } : need));
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

/** Every word of a document that looks like a name that the engine makes up. Bounded, so that one endless word takes no time. */
function namesMentioned({ root }: DaguDocument, text: string): ReadonlySet<string> {
  return new Set(text.slice(root.start, root.end).match(/[A-Za-z][\w.-]{0,80}_\d{1,9}/g));
}

function typeOf(step: DaguStep): string {
  const { keys } = step;
  const executor = valueAt(step, keys.executor);
  const executorType =
    executor?.kind === 'map' ? textOf(executor, 'type') : executor?.kind === 'scalar' ? executor.value : undefined;
  const written = textAt(step, keys.type) ?? executorType;
  if (written !== undefined) return written;
  const action = textAt(step, keys.action);
  if (action !== undefined) return action === 'dag.run' || action === 'dag.enqueue' ? 'call' : action;
  if (valueAt(step, keys.call)) return 'call';
  return valueAt(step, keys.script) && !valueAt(step, keys.command) ? 'script' : 'command';
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
function commandOf(step: DaguStep, type: string): string | undefined {
  const { map, node, keys } = step;
  if (!runsInShell(type)) return undefined;
  if (map === undefined) return textOfNode(node);
  const command = textAt(step, keys.command) ?? textAt(step, keys.run) ?? linesOf(step);
  const script = textAt(step, keys.script) ?? '';
  return (command === '' || script === '' ? command + script : `${command}\n${script}`) || undefined;
}

function linesOf(step: DaguStep): string {
  const list = valueAt(step, step.keys.command) ?? valueAt(step, step.keys.run);
  return list?.kind === 'sequence' ? list.items.map(({ value }) => textOfNode(value) ?? '').join('\n') : '';
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

function callOf(step: DaguStep, dialect: Dialect, file: string, find: FindDag): Call | undefined {
  const target = callTarget(step, dialect);
  if (target?.kind !== 'scalar' || trimSpace(target.value) === '') return undefined;
  const name = trimSpace(target.value);
  const given = valueAt(step, step.keys.with);
  const params = given?.kind === 'map' ? fieldValue(given, 'params') : valueAt(step, step.keys.params);
  return {
    name,
    dag: find(name, file),
    params: new Set([...parametersIn(params), ...parametersIn(itemsOf(valueAt(step, step.keys.parallel)))]),
    span: { file, start: target.start, end: target.end },
  };
}

/** Each of them is what one of several calls is handed. */
function itemsOf(parallel: YamlNode | undefined): YamlNode | undefined {
  return parallel?.kind === 'map' ? fieldValue(parallel, 'items') : parallel;
}

function callTarget(step: DaguStep, dialect: Dialect): YamlNode | undefined {
  const { keys } = step;
  const call = valueAt(step, keys.call);
  if (call) return call;
  if (dialect === 'v1') return valueAt(step, keys.run);
  const action = textAt(step, keys.action);
  const parameters = action === 'dag.run' || action === 'dag.enqueue' ? valueAt(step, keys.with) : undefined;
  return parameters?.kind === 'map' ? fieldValue(parameters, 'dag') : undefined;
}

function outputOf(step: DaguStep): string | undefined {
  const output = valueAt(step, step.keys.output);
  const name = output?.kind === 'map' ? textOf(output, 'name') : output?.kind === 'scalar' ? output.value : undefined;
  return name !== undefined && /^[A-Za-z_]\w*$/.test(name.trim()) ? name.trim() : undefined;
}

function spanOf(step: DaguStep, file: string): Span {
  const node = step.key ?? valueAt(step, step.keys.name) ?? valueAt(step, step.keys.id) ?? step.node;
  return { file, start: node.start, end: Math.min(node.end, node.start + 120) };
}

/** May the engine skip the step because of what it says itself? */
function hasCondition(step: DaguStep): boolean {
  const conditions = valueAt(step, step.keys.preconditions) ?? valueAt(step, step.keys.precondition);
  return conditions !== undefined && !(conditions.kind === 'sequence' && conditions.items.length === 0);
}

/** After which ends of a step, other than success, what waits for it runs all the same. */
type Tolerance = Pick<Node, 'skippable' | 'failable' | 'marksSuccess'>;

/** @param defaults what 2.x takes for steps that do not say it themselves */
function toleranceOf(step: DaguStep, defaults: readonly YamlMap[], text: string): Tolerance {
  const { continueOn, continue_on: spelledIn2 } = step.keys;
  const field =
    valueAt(step, continueOn) ?? valueAt(step, spelledIn2) ?? defaults.flatMap((one) => continueOnIn(one) ?? []).at(-1);
  if (!field) return intolerant;
  const word = field.kind === 'scalar' ? trimSpace(field.value).toLowerCase() : undefined;
  // `failure` alone is refused, which is reported.
  const on = (key: string) =>
    field.kind === 'map' ? isTrue(innerValue(field, key)) : word === key && word !== 'failure';
  const failable =
    on('failure') || on('failed') ? 'yes' : field.kind === 'map' && hasFilter(field, text) ? 'sometimes' : 'no';
  return { skippable: on('skipped'), failable, marksSuccess: on('markSuccess') || on('mark_success') };
}

const intolerant: Tolerance = { skippable: false, failable: 'no', marksSuccess: false };

function continueOnIn(map: YamlMap) {
  return fieldValue(map, 'continueOn') ?? fieldValue(map, 'continue_on');
}

function isTrue(node: YamlNode | undefined): boolean {
  const value = node && resolved(node);
  return value?.kind === 'scalar' && value.type === 'boolean' && value.value.toLowerCase() === 'true';
}

/** Inner keys are distinguished by case, even in 1.x. */
function innerValue(map: YamlMap, key: string): YamlNode | undefined {
  return map.pairs.find((pair) => pair.key.value === key)?.value;
}

/** One that the engine refuses is reported as that, and an empty one does nothing. */
function hasFilter(map: YamlMap, text: string): boolean {
  return ['exitCode', 'exit_code', 'output'].some((key) => {
    const written = innerValue(map, key);
    const value = written && resolved(written);
    if (!value || isEmpty(value)) return false;
    return kindFault(written, fieldIn('continueOn', key, 'both')?.kinds ?? [], text) === undefined;
  });
}

function isEmpty(value: Value): boolean {
  if (value.kind === 'scalar') return value.type === 'null' || value.value === '';
  return value.kind === 'sequence' && value.items.length === 0;
}
