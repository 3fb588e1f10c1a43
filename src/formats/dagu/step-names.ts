import { type Dialect, enginesOf } from './dialect.js';
import type { DaguDocument } from './document.js';
import { textOf } from './fields.js';
import { type NameKind, nameKindOf } from './name-kinds.js';
import type { DaguStep } from './steps.js';

export interface StepName {
  /** As the engine that reads the text knows it; the first of two that may. */
  readonly name: string;
  /** False where the engine makes it up. */
  readonly named: boolean;
  readonly id: string | undefined;
  /** What the step may be called as well, where the version or what only the engine knows decides. */
  readonly others: readonly string[];
}

/** The names of the steps of a document, with those that the engine makes up. */
export function stepNames({ steps: { steps }, root }: DaguDocument, dialect: Dialect): readonly StepName[] {
  const ids = steps.map(idOf);
  const byEngine = enginesOf(dialect).map((engine) => {
    const places = steps.map((step, index) => placeOf(step, ids[index], root, engine));
    return { places, names: namesOf(places, engine) };
  });
  return steps.map((_, index) => {
    const [first] = byEngine;
    const name = first!.names[index]!;
    const number = name.slice(name.lastIndexOf('_'));
    const others = byEngine.flatMap(({ places, names }) => [
      names[index]!,
      ...places[index]!.kind.others.map((kind) => kind + number),
    ]);
    const named = first!.places[index]!.name !== undefined;
    return { name, named, id: ids[index], others: [...new Set(others)].filter((other) => other !== name) };
  });
}

interface NamePlace {
  readonly entry: number;
  /** `undefined` where the engine makes a name up. */
  readonly name: string | undefined;
  readonly kind: NameKind;
}

function placeOf(step: DaguStep, id: string | undefined, root: DaguDocument['root'], engine: 'v1' | 'v2'): NamePlace {
  const name = writtenName(step, id, engine);
  return { entry: step.entry, name, kind: name === undefined ? nameKindOf(step, root, engine) : ofNoKind };
}

const ofNoKind: NameKind = { kind: '', others: [] };

/** In 2.x an id stands in for a missing name; 1.x makes a name up beside it. */
function writtenName(step: DaguStep, id: string | undefined, engine: 'v1' | 'v2'): string | undefined {
  if (step.key) return step.key.value.trim();
  const name = step.map && textOf(step.map, 'name')?.trim();
  return name || (engine === 'v2' ? id : undefined);
}

function idOf(step: DaguStep): string | undefined {
  const id = step.map && textOf(step.map, 'id')?.trim();
  return id === '' ? undefined : id;
}

/**
 * A made-up name is the kind of the step and the place of its entry, counted on while the name is taken. In 1.x only made-up
 * names count as taken, in 2.x all names before it; neither looks ahead, and both refuse two steps of one name.
 */
function namesOf(places: readonly NamePlace[], engine: 'v1' | 'v2'): readonly string[] {
  const taken = new Set<string>();
  const reached = new Map<string, number>();
  return places.map(({ entry, name, kind: { kind } }) => {
    if (name !== undefined) {
      if (engine === 'v2') taken.add(name);
      return name;
    }
    const counter = `${kind} ${entry}`;
    let number = reached.get(counter) ?? entry + 1;
    while (taken.has(`${kind}_${number}`)) number += 1;
    reached.set(counter, number + 1);
    taken.add(`${kind}_${number}`);
    return `${kind}_${number}`;
  });
}
