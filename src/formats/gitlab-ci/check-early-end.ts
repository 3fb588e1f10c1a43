import type { Report } from '../../diagnostics/diagnostics.js';
import { commandsOf } from '../../lang/shell/commands-of.js';
import type { PlannedNode } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';

/**
 * Reports hooks behind a command that may end the job well before they run: all commands of a job are one script, and nothing of it
 * runs behind `exit 0` or `exec`.
 */
export function checkEarlyEnd(dag: Dag, nodes: readonly PlannedNode[], report: Report): void {
  let ending: Ending | undefined;
  for (const planned of nodes) {
    if (planned.kind === 'kept') {
      ending ??= endingIn(dag.nodes[planned.node]!.command, planned.node);
      continue;
    }
    if (ending === undefined) continue;
    const { id, span } = planned.injection.rule;
    const place = { span: dag.nodes[ending.node]!.span, related: { message: 'the rule', span } };
    report('DW274', { rule: id, node: dag.name, command: ending.command }, place);
  }
}

interface Ending {
  readonly node: number;
  readonly command: string;
}

function endingIn(script: string | undefined, node: number): Ending | undefined {
  if (script === undefined || !/\bex(?:it|ec)\b/.test(script)) return undefined;
  for (const { program, args, within } of commandsOf(script).commands) {
    // One in code for another shell ends that one.
    if (!within.startsWith(program)) continue;
    const leaves = program === 'exec' ? args.length > 0 : program === 'exit' && !/^0*[1-9]\d*$/.test(args[0] ?? '');
    if (leaves) return { node, command: within };
  }
  return undefined;
}
