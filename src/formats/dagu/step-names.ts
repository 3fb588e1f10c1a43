import type { NamePlace } from '../../model/workflow.js';
import type { ListedStep } from '../yaml-steps/step-list.js';
import { type Dialect, enginesOf } from './dialect.js';
import type { DaguDocument } from './document.js';
import { textOf } from './fields.js';
import { type NameKind, nameKindOf } from './name-kinds.js';

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
  const list = steps.map(({ entry }, node) => ({ node, name: written[node], entry }));
  const names = namesInList(document, dialect)(list);
  const [engine] = enginesOf(dialect);
  return steps.map((step, index) => {
    const possible = [...new Set(names.map((one) => one[index]!))];
    const id = idOf(step);
    // Where only one of two engines takes the id for the name, both is known to.
    const name = possible.find(isMentioned) ?? possible.find((one) => one === id) ?? possible[0]!;
    const named = (written[index] ?? idAsName(step, engine!)) !== undefined;
    return { name, named, id, others: possible.filter((other) => other !== name) };
  });
}

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
function idAsName(step: ListedStep, engine: 'v1' | 'v2'): string | undefined {
  return engine === 'v2' ? idOf(step) : undefined;
}

function writtenName(step: ListedStep): string | undefined {
  if (step.key) return step.key.value.trim();
  const name = step.map && textOf(step.map, 'name')?.trim();
  return name || undefined;
}

function idOf(step: ListedStep): string | undefined {
  const id = step.map && textOf(step.map, 'id')?.trim();
  return id === '' ? undefined : id;
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
  const reached = new Map<string, number>();
  return places.map((place) => {
    if (place.name !== undefined) {
      if (engine === 'v2') taken.add(place.name);
      return place.name;
    }
    const kind = kindOf(place.kind);
    const counter = `${kind} ${place.entry}`;
    let number = reached.get(counter) ?? place.entry + 1;
    while (taken.has(`${kind}_${number}`)) number += 1;
    reached.set(counter, number + 1);
    taken.add(`${kind}_${number}`);
    return `${kind}_${number}`;
  });
}
