import type { Dag, Workflow } from '../../model/workflow.js';

/** Names of variables that a workflow sets for steps of a DAG. */
export interface SetNames {
  /** The DAG that sets them, which may be one that calls theirs. */
  readonly dag: Dag;
  /** The key that sets them. */
  readonly key: string;
  /** That is a key of one of its steps. */
  readonly ofStep: boolean;
  readonly names: Names;
}

export interface Names {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** What a DAG says itself for its own steps, but for what these print. */
export function ownNames(dag: Dag): readonly SetNames[] {
  const { env, params, given } = dag;
  const of = (key: string, names: Names): SetNames => ({ dag, key, ofStep: false, names });
  const keys = [...new Set(given.values())];
  return [
    of('env', env),
    of('params', params),
    ...keys.map((key) => of(key, new Map([...given].filter(([, by]) => by === key)))),
  ];
}

/** What calls hand to a DAG, whose steps get it also where the DAG does not list it; by what is called. */
export function handedNames({ dags, inherits }: Workflow): ReadonlyMap<number, readonly SetNames[]> {
  return inherits ? handedDown(dags) : handedOver(dags);
}

/** The same for the names that are wanted, which few DAGs set; where very many do, some for each DAG. */
export function wantedHandedNames(
  { dags, inherits }: Workflow,
  isWanted: (name: string) => boolean,
): ReadonlyMap<number, readonly SetNames[]> {
  const wanted = (sets: readonly SetNames[]) => sets.filter(({ names }) => [...names.keys()].some(isWanted));
  const over = handedOver(dags);
  const handed = new Map([...over].map(([dag, sets]) => [dag, [...wanted(sets)]]));
  const add = (dag: number, sets: readonly SetNames[]): boolean => {
    const found = handed.get(dag) ?? [];
    handed.set(dag, found);
    if (found.length >= enough) return false;
    found.push(...sets);
    return true;
  };
  for (const dag of inherits ? dags : []) {
    const sets = wanted([...ownNames(dag), ...(over.get(dag.index) ?? [])]);
    if (sets.length === 0) continue;
    const below = new Set([dag.index]);
    for (const caller of below) {
      for (const { call } of dags[caller]!.nodes)
        if (call?.dag !== undefined && !below.has(call.dag) && add(call.dag, sets)) below.add(call.dag);
    }
  }
  return handed;
}

const enough = 20;

/** The parameters of each call. */
function handedOver(dags: readonly Dag[]): ReadonlyMap<number, readonly SetNames[]> {
  const handed = new Map<number, SetNames[]>();
  for (const dag of dags) {
    for (const { call } of dag.nodes) {
      if (call?.dag === undefined || call.params.size === 0) continue;
      const names: SetNames = { dag, key: 'params', ofStep: true, names: call.params };
      const earlier = handed.get(call.dag);
      if (earlier) earlier.push(names);
      else handed.set(call.dag, [names]);
    }
  }
  return handed;
}

/** The same, with what each DAG above has for its own steps. */
function handedDown(dags: readonly Dag[]): ReadonlyMap<number, readonly SetNames[]> {
  const over = handedOver(dags);
  const callers = dags.map(() => new Set<number>());
  for (const dag of dags)
    for (const { call } of dag.nodes) if (call?.dag !== undefined) callers[call.dag]!.add(dag.index);
  return new Map(
    dags.map(({ index }) => {
      const above = new Set(callers[index]!);
      for (const caller of above) for (const next of callers[caller]!) above.add(next);
      const fromAbove = [...above].flatMap((caller) => [...ownNames(dags[caller]!), ...(over.get(caller) ?? [])]);
      return [index, [...(over.get(index) ?? []), ...fromAbove]];
    }),
  );
}
