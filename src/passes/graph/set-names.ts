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
