import { whenAsked } from '../when-asked.js';
import { enginesOf } from './dialect.js';
import type { DaguDocument } from './document.js';
import { createFilling, type Filling } from './filled-in.js';
import type { Known, More, Names } from './known-names.js';
import { knownByName, knownIn } from './known-values.js';
import type { DaguWorkflow } from './read.js';

/** What the engine puts into the texts of DAGs. */
export interface Fillings {
  /** A new one for each part of a DAG that is looked at. @param step the name of a step, where it is one */
  of(dag: number, step?: string): Filling;
  /** What a DAG hands to those that it calls, whatever the calls say. */
  handedDown(dag: number): More;
}

export function createFillings({ workflow, documents, version }: DaguWorkflow): Fillings {
  const engines = enginesOf(version.dialect);
  const { roots, inherits } = workflow;
  // By document, so that it goes with it.
  const known = new WeakMap<DaguDocument, Known>();
  const knownOf = (dag: number): Known => {
    const document = documents.at(dag)!;
    const own = known.get(document) ?? knownIn(document, engines);
    known.set(document, own);
    return { ...own, paths: new Map([...own.paths, ['dag.name', [workflow.dags[dag]!.name]]]) };
  };
  const handedDown = (dag: number): More => {
    if (!inherits) return {};
    const filling = createFilling(whenAsked(() => knownOf(dag)));
    const { env, params, unreadParams } = knownOf(dag);
    const filled = [env, params].map((names) => filledNames(names, filling));
    return { env: allOf(filled), unreadParams, unsure: filling.unsure() };
  };
  // The root is above all others; which DAGs are between is seen where one calls.
  const fromRoots = whenAsked((): More => {
    const all = roots.map(handedDown);
    return {
      env: allOf(all.flatMap(({ env }) => env ?? [])),
      unreadParams: all.find((one) => one.unreadParams)?.unreadParams,
      unsure: all.find(({ unsure }) => unsure)?.unsure,
    };
  });
  return {
    of(dag, step) {
      const own = createFilling(whenAsked(() => knownOf(dag)));
      const filling = inherits && !roots.includes(dag) ? own.within(fromRoots) : own;
      return step === undefined ? filling : filling.within(() => knownByName(step));
    },
    handedDown,
  };
}

/** The values as they are written, and filled in. */
export function filledNames(names: Names, filling: Filling): Names {
  return new Map([...names].map(([name, values]) => [name, values.flatMap((value) => filledIn(value, filling))]));
}

function filledIn(value: string, filling: Filling): readonly string[] {
  return [value, ...filling.fill(value, 'engine')];
}

function allOf(all: readonly Names[]): Names {
  const filled = all.filter(({ size }) => size > 0);
  if (filled.length === 1) return filled[0]!;
  const names = new Map<string, readonly string[]>();
  for (const one of filled) for (const [name, values] of one) names.set(name, [...(names.get(name) ?? []), ...values]);
  return names;
}
