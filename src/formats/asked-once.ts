import type { NodeFacts, WorkflowFacts } from '../model/facts.js';

/** What nodes do, read once for all rules: each key of each rule asks for it. */
export function askedOnce(node: WorkflowFacts['node']): WorkflowFacts['node'] {
  const known = new Map<number, Map<number, NodeFacts>>();
  return (dag, index) => {
    const ofDag = known.get(dag) ?? new Map<number, NodeFacts>();
    known.set(dag, ofDag);
    const facts = ofDag.get(index) ?? node(dag, index);
    ofDag.set(index, facts);
    return facts;
  };
}
