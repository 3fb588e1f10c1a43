import type { WorkflowFacts } from '../../model/facts.js';
import type { Workflow } from '../../model/workflow.js';

/** What nodes do, as far as they say so themselves: for formats that know no more. */
export function factsOfNodes({ dags }: Workflow): WorkflowFacts {
  return {
    dag: () => ({ labels: new Map() }),
    beside: () => [],
    handlers: () => [],
    node(dag, index) {
      const { env, nodes } = dags[dag]!;
      const { command, kinds, call } = nodes[index]!;
      const scripts = command === undefined ? [] : [command];
      return { scripts, unread: undefined, uses: kinds, images: [], calls: call ? [call.name] : [], env };
    },
  };
}
