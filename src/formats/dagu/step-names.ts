import type { NamePlace } from '../../model/workflow.js';
import { trimSpace } from '../../text/trim-space.js';
import { resolved, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { type Dialect, enginesOf } from './dialect.js';
import type { DaguDocument } from './document.js';
import { fieldValue, textOf } from './fields.js';
import { type DaguStep, textAt, valueAt } from './step-keys.js';

export interface StepName {
  /** As the engine that reads the text knows it; where more than one name is possible, one that the text uses. */
  readonly name: string;
  /** False where the engine makes it up. */
  readonly named: boolean;
  readonly id: string | undefined;
  /** What the step may be called as well, where the version or what only the engine knows decides. */
  readonly others: readonly string[];
}

/** The names of the steps of a document, with those that the engine makes up. */
export function stepNames(
  document: DaguDocument,
  dialect: Dialect,
  isMentioned: (name: string) => boolean,
): readonly StepName[] {
  const { steps } = document.steps;
  const written = steps.map(writtenName);
  // Nothing is made up in most documents.
  if (!written.includes(undefined))
    return steps.map((step, index) => ({ name: written[index]!, named: true, id: idOf(step), others: noOthers }));
  const list = steps.map(({ entry }, node) => ({ node, name: written[node], entry }));
  const names = namesInList(document, dialect)(list);
  const [engine] = enginesOf(dialect);
  return steps.map((step, index) => {
    const possible = [...new Set(names.map((one) => one[index]!))];
    const id = idOf(step);
    // Where only one of two engines takes the id for the name, both is known to.
    const name =
      possible.length === 1
        ? possible[0]!
        : (possible.find(isMentioned) ?? possible.find((one) => one === id) ?? possible[0]!);
    const named = (written[index] ?? idAsName(step, engine!)) !== undefined;
    return { name, named, id, others: possible.filter((other) => other !== name) };
  });
}

const noOthers: readonly string[] = [];

/** The names in a list made of the steps of a document and of others, in each way that is possible. */
export function namesInList(
  { root, steps: { steps } }: DaguDocument,
  dialect: Dialect,
): (list: readonly NamePlace[]) => readonly (readonly string[])[] {
  const known = new Map<string, NameKind>();
  const kindOf = (node: number, engine: 'v1' | 'v2') => {
    const kind = known.get(`${engine} ${node}`) ?? nameKindOf(steps[node]!, root, engine);
    known.set(`${engine} ${node}`, kind);
    return kind;
  };
  return (list) =>
    enginesOf(dialect).flatMap((engine) => {
      const places = list.map(({ node, name, entry }) => {
        const own = name ?? (node === undefined ? undefined : idAsName(steps[node]!, engine));
        return { entry, name: own, kind: own === undefined ? kindOf(node!, engine) : ofNoKind };
      });
      const first = namesOf(places, ({ kind }) => kind, engine);
      const isSure = places.every(({ kind }) => kind.others.length === 0);
      return isSure ? [first] : [first, namesOf(places, ({ kind, others }) => others[0] ?? kind, engine)];
    });
}

const ofNoKind: NameKind = { kind: '', others: [] };

/** In 2.x an id replaces a missing name; 1.x makes a name up beside it. */
function idAsName(step: DaguStep, engine: 'v1' | 'v2'): string | undefined {
  return engine === 'v2' ? idOf(step) : undefined;
}

function writtenName(step: DaguStep): string | undefined {
  return trimSpace(step.key ? step.key.value : (textAt(step, step.keys.name) ?? '')) || undefined;
}

function idOf(step: DaguStep): string | undefined {
  return step.keys.id < 0 ? undefined : trimSpace(textAt(step, step.keys.id) ?? '') || undefined;
}

/**
 * A made-up name is the kind of the step and the place of its entry, counted on while the name is taken. In 1.x only made-up
 * names count as taken, in 2.x all names before it; neither looks ahead, and both refuse two steps of one name.
 */
function namesOf(
  places: readonly { readonly entry: number; readonly name: string | undefined; readonly kind: NameKind }[],
  kindOf: (kind: NameKind) => string,
  engine: 'v1' | 'v2',
): readonly string[] {
  const taken = new Set<string>();
  // By kind: where to look on from a number that is taken, so that groups of many steps do not count all of them again.
  const beyond = new Map<string, Map<number, number>>();
  const freeFrom = (kind: string, first: number) => {
    const known = beyond.get(kind) ?? new Map<number, number>();
    beyond.set(kind, known);
    const passed: number[] = [];
    let number = first;
    for (let next = known.get(number); next !== undefined || taken.has(`${kind}_${number}`); next = known.get(number)) {
      passed.push(number);
      number = next ?? number + 1;
    }
    for (const one of passed) known.set(one, number);
    return number;
  };
  return places.map((place) => {
    if (place.name !== undefined) {
      if (engine === 'v2') taken.add(place.name);
      return place.name;
    }
    const kind = kindOf(place.kind);
    const name = `${kind}_${freeFrom(kind, place.entry + 1)}`;
    taken.add(name);
    return name;
  });
}

interface NameKind {
  readonly kind: string;
  /** What else the engine may take it for; empty where the text leaves no doubt. */
  readonly others: readonly string[];
}

/** What the engine puts in front of the number in the name of a step that has none. */
function nameKindOf(step: DaguStep, root: YamlMap, engine: 'v1' | 'v2'): NameKind {
  const { map, node, keys } = step;
  if (map === undefined) return overlaid(root, engine) ?? textKind(node, engine);
  const written = textAt(step, keys.type) ?? (engine === 'v1' ? legacyExecutor(step) : undefined);
  if (written !== undefined) return sure(written.trim());
  const action = engine === 'v2' ? textAt(step, keys.action)?.trim() : undefined;
  if (action !== undefined && action !== 'exec') return actionKind(action, step, root);
  if (engine === 'v2' && valueAt(step, keys.foreach)) return sure('foreach');
  if (valueAt(step, keys.call) ?? (engine === 'v1' ? valueAt(step, keys.run) : undefined)) return childKind(step);
  if (valueAt(step, keys.container)) return sure('docker');
  const command = valueAt(step, keys.command) ?? valueAt(step, keys.run);
  const script = valueAt(step, keys.script);
  const runs = command ?? script ?? valueAt(step, keys.exec) ?? action;
  if (engine === 'v2' && runs === undefined && valueAt(step, keys.output)?.kind === 'map') return sure('noop');
  return overlaid(root, engine) ?? (script ? sure('script') : command ? textKind(command, engine) : sure('cmd'));
}

function sure(kind: string): NameKind {
  return { kind, others: [] };
}

/** The old spelling of `type` in 1.x: a name, or a mapping with a type. */
function legacyExecutor(step: DaguStep): string | undefined {
  const executor = valueAt(step, step.keys.executor);
  return executor?.kind === 'map' ? textOf(executor, 'type') : textOfNode(executor);
}

function childKind(step: DaguStep): NameKind {
  return sure(valueAt(step, step.keys.parallel) ? 'parallel' : 'dag');
}

/** An action is carried out by what its first word names, one of the document's own goes by its whole name. */
function actionKind(action: string, step: DaguStep, root: YamlMap): NameKind {
  const own = fieldValue(root, 'actions');
  if (own?.kind === 'map' && fieldValue(own, action)) return sure(action);
  if (action.includes('@')) return sure('action');
  if (action === 'dag.run') return childKind(step);
  if (action === 'dag.enqueue') return sure('dag_enqueue');
  const family = action.split('.')[0]!;
  if (actionFamilies.has(family)) return sure(family);
  // One that only the operator's base configuration knows, or a later version of the engine.
  return { kind: action, others: family === action ? [] : [family] };
}

/** The first words of actions of 2.x. */
export const actionFamilies: ReadonlySet<string> = new Set(
  [
    'archive artifact chat container data docker file git harness http jq k8s kubernetes log mail noop outputs postgres',
    'redis router s3 sftp sqlite ssh state template wait',
  ].flatMap((line) => line.split(' ')),
);

/** Where a whole DAG runs, its commands run, and go by that name. */
function overlaid(root: YamlMap, engine: 'v1' | 'v2'): NameKind | undefined {
  const keys = engine === 'v1' ? ['container', 'ssh'] : ['container', 'ssh', 'redis'];
  const found = keys.find((key) => fieldValue(root, key));
  return found === undefined ? undefined : sure(found);
}

/**
 * A command of several lines is a script. In 2.x a break at its end is enough, and of a block without one inside it depends
 * on what is behind the block whether the engine's reader leaves the break there. Other tools write such a block in quotes.
 */
function textKind(command: YamlNode, engine: 'v1' | 'v2'): NameKind {
  const text = textOfNode(command);
  if (text === undefined) return sure('cmd');
  if (text.trim().includes('\n')) return sure('script');
  if (engine === 'v1') return sure('cmd');
  const kind = text.includes('\n') ? 'script' : 'cmd';
  const written = resolved(command);
  const isBlock = written?.kind === 'scalar' && (written.style === 'literal' || written.style === 'folded');
  return isBlock || kind === 'script' ? { kind, others: [kind === 'cmd' ? 'script' : 'cmd'] } : sure(kind);
}
