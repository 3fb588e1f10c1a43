import { resolved, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { whenAsked } from '../when-asked.js';
import { callsOf, partsOf } from './custom-types.js';
import { fieldValue } from './fields.js';
import type { Filling } from './filled-in.js';
import { type Fillings, filledNames } from './fillings.js';
import type { More, Names } from './known-names.js';
import { knownInStep, mostPairs, parametersOf, type Room, tooMany } from './known-values.js';
import type { DaguWorkflow } from './read.js';
import { type Scripts, scriptsIn, shellOf } from './step-scripts.js';

/** The shell texts of one step, with what the engine puts into them. */
export type ScriptsOf = (dag: number, node: number, filling: Filling) => Scripts;

/**
 * What DAGs run only because of the values that a step hands to them when it calls them: it belongs to that step. Values without a
 * sign that means something to a shell make no command of what was none.
 */
export function calledScripts(
  read: DaguWorkflow,
  fillings: Fillings,
  scriptsOf: ScriptsOf,
): (dag: number, node: number) => Scripts {
  const dagsByName = whenAsked(() => new Map(read.workflow.dags.map(({ name, index }) => [name, index])));
  return (dag, node) => {
    const found: Found = { texts: new Set(), unread: undefined, left: 0 };
    const { workflow, documents } = read;
    const { length } = documents.at(dag)!.steps.steps;
    found.left = Math.max(leastSteps, Math.min(mostSteps, stepsOfAll / length));
    const filling = fillings.of(dag, workflow.dags[dag]!.nodes[node]!.name);
    addCalled({ dag, node, filling }, { read, fillings, scriptsOf, found, dagsByName }, 0);
    return { texts: [...found.texts], unread: found.unread ?? filling.unsure() };
  };
}

const leastSteps = 50;
const mostSteps = 2000;
const stepsOfAll = 100_000;
const deepest = 5;

interface Found {
  readonly texts: Set<string>;
  unread: string | undefined;
  /** So many steps more are looked at. */
  left: number;
}

interface Work {
  readonly read: DaguWorkflow;
  readonly fillings: Fillings;
  readonly scriptsOf: ScriptsOf;
  readonly found: Found;
  readonly dagsByName: () => ReadonlyMap<string, number>;
}

interface Caller {
  readonly dag: number;
  readonly node: number;
  readonly filling: Filling;
}

function addCalled(caller: Caller, work: Work, depth: number): void {
  const { workflow, documents } = work.read;
  const { map } = documents.at(caller.dag)!.steps.steps[caller.node]!;
  const target = workflow.dags[caller.dag]!.nodes[caller.node]!.call?.dag;
  if (!map) return;
  const call = target === undefined ? [] : [{ map, target, filling: caller.filling }];
  for (const one of [...call, ...callsInside(caller, map, work)]) addCall({ ...caller, ...one }, work, depth);
}

/** A call of a DAG, in a step itself or in something inside of it. */
interface InnerCall {
  readonly map: YamlMap;
  readonly target: number;
  readonly filling: Filling;
}

/** In steps inside a step, and in templates of its type. */
function callsInside({ dag, filling }: Caller, map: YamlMap, { read, dagsByName }: Work): readonly InnerCall[] {
  const [, ...parts] = partsOf(read.documents.at(dag)!, map).parts;
  if (parts.length === 0) return [];
  const inside = filling.within(() => knownInStep(map, filling));
  return parts.flatMap((part) =>
    callsOf(part).flatMap((name) => {
      const target = dagsByName().get(name);
      return target === undefined ? [] : [{ map: part.map, target, filling: inside }];
    }),
  );
}

function addCall(caller: Caller & InnerCall, work: Work, depth: number): void {
  const { read, fillings, found } = work;
  const { workflow, documents } = read;
  const { map, target } = caller;
  const given = withSigns(handedOver(map, caller.filling, found));
  const down = workflow.roots.includes(caller.dag) ? {} : fillings.handedDown(caller.dag);
  const env = withSigns(down.env ?? noNames);
  if (given.size === 0 && env.size === 0) return;
  if (depth === deepest) {
    found.unread ??= 'calls of calls hand over values';
    return;
  }
  const more: More = { params: given, env, unsure: down.unsure };
  const document = documents.at(target)!;
  const shell = shellOf(document);
  addNew(work, target, undefined, more, (filling) => scriptsIn(document.root, shell, filling, besideSteps));
  for (const { index, name } of workflow.dags[target]!.nodes) {
    found.left -= 1;
    if (found.left < 0) {
      found.unread ??= 'it hands values to more steps than are looked at';
      return;
    }
    const filling = addNew(work, target, name, more, (one) => work.scriptsOf(target, index, one));
    addCalled({ dag: target, node: index, filling }, work, depth + 1);
  }
}

const besideSteps = ['steps', 'step_types', 'actions'];
const noNames: Names = new Map();

/** What is there with the values that are handed over, and not without. */
function addNew(
  { fillings, found }: Work,
  dag: number,
  name: string | undefined,
  more: More,
  scripts: (filling: Filling) => Scripts,
): Filling {
  const filling = fillings.of(dag, name).within(() => more);
  const own = scripts(fillings.of(dag, name));
  const { texts, unread } = scripts(filling);
  for (const text of texts) if (!own.texts.includes(text)) found.texts.add(text);
  if (own.unread === undefined) found.unread ??= unread;
  return filling;
}

/** Parameters by their names, as the engine fills them in, for each of the items of `parallel`. */
function handedOver(map: YamlMap, around: Filling, found: Found): Names {
  const parallel = fieldValue(map, 'parallel');
  const items = parallel ? itemsIn(parallel, around) : [];
  const length = items.reduce((sum, item) => sum + lengthOf(item), 0);
  if (length > mostCharacters) {
    found.unread ??= 'it has too many items';
    return noNames;
  }
  const filling = around.within(() => {
    const own = { ...knownInStep(map, around) };
    return { ...own, own: new Map([...(own.own ?? []), ['ITEM', items.map(itemText)]]) };
  });
  const given = fieldValue(map, 'with');
  const params = given?.kind === 'map' ? fieldValue(given, 'params') : fieldValue(map, 'params');
  const room = { left: mostPairs };
  const all = (params ? [params] : items).flatMap((one) => parametersIn(one, filling, room));
  found.unread ??= tooMany(room);
  const names = new Map<string, readonly string[]>();
  for (const one of all) for (const [name, values] of one) names.set(name, [...(names.get(name) ?? []), ...values]);
  return names;
}

const mostCharacters = 100_000;

function lengthOf(item: YamlNode): number {
  const { start, end } = resolved(item) ?? item;
  return 1 + end - start;
}

/** Text may be filled in before it is taken apart, or after that. */
function parametersIn(params: YamlNode, filling: Filling, room: Room): readonly Names[] {
  const text = textOfNode(params);
  if (text === undefined) return [filledNames(parametersOf(params, room), filling)];
  const filled = filling.fill(text, 'engine').map((one) => parametersOf(asNode(one), room));
  return [filledNames(parametersOf(asNode(text), room), filling), ...filled];
}

function itemsIn(parallel: YamlNode, filling: Filling): readonly YamlNode[] {
  const node = resolved(parallel);
  const list = node?.kind === 'map' ? fieldValue(node, 'items') : node;
  if (list?.kind === 'sequence') return list.items.map(({ value }) => value);
  const text = textOfNode(list);
  return text === undefined ? [] : [text, ...filling.fill(text, 'engine')].map(asNode);
}

function itemText(item: YamlNode): string {
  const node = resolved(item);
  if (node?.kind !== 'map') return textOfNode(node) ?? '';
  return JSON.stringify(Object.fromEntries(node.pairs.map(({ key, value }) => [key.value, textOfNode(value) ?? ''])));
}

function asNode(value: string): YamlNode {
  return { kind: 'scalar', style: 'double', value, type: 'string', start: 0, end: 0, anchor: undefined };
}

/** Those of which a value may be more than words. */
function withSigns(names: Names): Names {
  return new Map([...names].filter(([, values]) => values.some(hasSigns)));
}

function hasSigns(value: string): boolean {
  return /[^\w \t./:@%+=,-]/.test(value.replace(/\$(?:\w+|\{[\w.]+\})/g, ''));
}
