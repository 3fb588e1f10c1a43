import type { RuleSet } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';

/** Names in which steps of a DAG leave what they print. */
export type OutputsOf = (dag: Dag) => ReadonlySet<string>;

/** Each DAG is looked through when first asked about, and once. A name that a rule gives its hooks may be there in any DAG. */
export function createOutputs({ rules }: RuleSet): OutputsOf {
  const ofRules = rules.flatMap(({ step: { output } }) => (typeof output === 'string' ? output : []));
  const known = new Map<Dag, ReadonlySet<string>>();
  return (dag) => {
    const names = known.get(dag) ?? new Set([...ofRules, ...dag.nodes.flatMap(({ output }) => output ?? [])]);
    known.set(dag, names);
    return names;
  };
}
