import type { Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import { hookPrefix } from '../model/mark.js';
import type { Base } from './erase-hooks.js';

/** Reports what looks like a hook and has no mark, as where a list is in brackets: without rules, nobody knows whether it is one. */
export function reportUnmarked(read: readonly OpenWorkflow[], { taken }: Pick<Base, 'taken'>, report: Report): void {
  read.forEach(({ workflow }, index) => {
    for (const dag of workflow.dags) {
      const gone = taken[index]?.get(dag.index);
      const left = dag.nodes.filter(
        (node) => node.isOwn === false && node.name.startsWith(hookPrefix) && !gone?.has(node.index),
      );
      const [first, ...others] = left;
      if (!first) continue;
      report('DW642', { node: first.name, dag: dag.name, others: others.length }, { span: first.span });
    }
  });
}
