import type { Report } from '../../diagnostics/diagnostics.js';
import type { Dag } from '../../model/workflow.js';
import type { Version } from './readings.js';

/**
 * Dagu 2.x looks for other files beside the file of the entry only for the steps of the entry itself. A sub-DAG finds the
 * documents of its own file, and what is in the folder of all DAGs; 1.30 looks beside the file for each.
 */
export function reportSiblingCalls(dags: readonly Dag[], { dialect }: Version, report: Report): void {
  if (dialect !== 'v2') return;
  const called = new Set(dags.flatMap(({ nodes }) => nodes.flatMap(({ call }) => call?.dag ?? [])));
  for (const dag of dags) {
    if (!called.has(dag.index)) continue;
    for (const { call } of dag.nodes) {
      const target = call?.dag === undefined ? undefined : dags[call.dag]!;
      if (!target || target.file === dag.file) continue;
      report(
        'DW227',
        { dag: dag.name, child: target.name, engine: 'Dagu 2.x', folder: 'DAGU_HOME/dags' },
        { span: call!.span },
      );
    }
  }
}
