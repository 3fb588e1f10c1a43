import { commandsOf as commandsInText } from '../../lang/shell/commands-of.js';
import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import { commandsIn, commandsOf } from './commands.js';
import type { Pipeline } from './pipeline.js';

/** The hooks among the commands of a job before which it goes to another folder: all of them share one shell, so hooks would start there. */
export function hooksElsewhere(
  nodes: readonly PlannedNode[],
  dag: number,
  { document, file, bodies, workflow }: Pipeline,
): ReadonlySet<InjectedNode> {
  const found = new Set<InjectedNode>();
  const { job, script } = bodies[dag - 1]!;
  const before = commandsOf(job, 'before_script', document, file.text).texts;
  const takenOver = script.kind === 'taken over' ? commandsIn(script.value, document, file.text).texts : [];
  let isElsewhere = before.some(changesFolder);
  for (const node of nodes) {
    if (node.kind === 'kept')
      isElsewhere ||= [workflow.dags[dag]!.nodes[node.node]!.command ?? '', ...takenOver].some(changesFolder);
    else if (isElsewhere) found.add(node);
  }
  return found;
}

function changesFolder(script: string): boolean {
  if (!mayChange.test(script)) return false;
  return commandsInText(script).commands.some(({ program }) => program === 'cd' || program === 'pushd');
}

const mayChange = /\b(?:cd|pushd)\b/;
