import { field, isMap, type OracleDocument, type OracleStep, type Version } from './documents.js';

/** Who waits for whom, by index of step, as one version of Dagu runs the document. */
export interface OracleGraph {
  readonly needs: readonly ReadonlySet<number>[];
  readonly followers: readonly ReadonlySet<number>[];
  /** References to steps that do not exist. */
  readonly dangling: readonly string[];
}

export function graphOf(document: OracleDocument, version: Version): OracleGraph {
  const { steps } = document;
  const find = finder(steps);
  const dangling: string[] = [];
  const resolve = (name: string): number[] => {
    const found = find(name);
    if (found === undefined) dangling.push(name);
    return found === undefined ? [] : [found];
  };
  const needs = steps.map((step) => new Set(written(step, version)?.flatMap(resolve)));
  if (typeOf(document, version) === 'chain') addPositions(steps, needs, version);
  steps.forEach((step, index) => {
    for (const target of routes(step, version).flatMap(resolve)) needs[target]?.add(index);
  });
  if (typeOf(document, version) === 'build') addProducers(steps, needs);
  return { needs, followers: turned(needs), dangling };
}

export function typeOf(document: OracleDocument, version: Version): string {
  const type = field(document.body, 'type', version);
  if (typeof type === 'string') return type;
  return version === '1.30' ? 'chain' : 'graph';
}

/** `depends` as written; `undefined` where it is absent. */
function written(step: OracleStep, version: Version): string[] | undefined {
  const value = field(step.fields, 'depends', version);
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

function finder(steps: readonly OracleStep[]): (name: string) => number | undefined {
  const byName = new Map<string, number>();
  steps.forEach((step, index) => {
    if (step.id !== undefined) byName.set(step.id, index);
  });
  steps.forEach((step, index) => {
    byName.set(step.name, index);
  });
  return (name) => byName.get(name);
}

/** A chain: each step waits for the whole entry before it, unless it says `depends: []`. */
function addPositions(steps: readonly OracleStep[], needs: readonly Set<number>[], version: Version): void {
  let before: number[] = [];
  let entry: number[] = [];
  steps.forEach((step, index) => {
    if (!step.listed) return;
    const last = steps[index - 1]?.entry ?? step.entry;
    if (last !== step.entry) {
      before = last + 1 === step.entry ? entry : [];
      entry = [];
    }
    entry.push(index);
    if (written(step, version)?.length === 0) return;
    for (const one of before) needs[index]?.add(one);
  });
}

function routes(step: OracleStep, version: Version): string[] {
  const given = field(step.fields, 'with', version);
  const table = field(step.fields, 'routes', version) ?? (isMap(given) ? given.routes : undefined);
  return isMap(table)
    ? Object.values(table).flatMap((one) => (Array.isArray(one) ? one.map(String) : [String(one)]))
    : [];
}

/** In a build, a step waits for the step that writes a file which it reads. */
function addProducers(steps: readonly OracleStep[], needs: readonly Set<number>[]): void {
  const paths = (list: unknown) =>
    Array.isArray(list) ? list.filter(isMap).flatMap((one) => (typeof one.path === 'string' ? [one.path] : [])) : [];
  const producers = new Map<string, number>();
  steps.forEach((step, index) => {
    for (const path of paths(step.fields.outputs)) producers.set(path, index);
  });
  steps.forEach((step, index) => {
    for (const path of paths(step.fields.inputs)) {
      const producer = producers.get(path);
      if (producer !== undefined && producer !== index) needs[index]?.add(producer);
    }
  });
}

function turned(needs: readonly ReadonlySet<number>[]): readonly ReadonlySet<number>[] {
  const followers = needs.map(() => new Set<number>());
  needs.forEach((set, index) => {
    for (const need of set) followers[need]?.add(index);
  });
  return followers;
}
