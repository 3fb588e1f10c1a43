import { commandsOf } from '../../lang/shell/commands-of.js';
import type { WorkflowFacts } from '../../model/facts.js';
import type { RuleSet } from '../../model/rule.js';
import type { Node, Workflow } from '../../model/workflow.js';
import type { Matches } from '../graph/tasks.js';

/** Does a node take away the folder that a task works in? */
export type IsTeardown = (dag: number, node: number) => boolean;

/** Nodes that a setting names; without one, those that are called so, or that run such a command, by convention. Looks when asked. */
export function createTeardownFinder(
  workflow: Workflow,
  facts: WorkflowFacts,
  { teardown }: Pick<RuleSet, 'teardown'>,
  matches: Matches,
): IsTeardown {
  if (teardown)
    return (dag, node) => {
      const { name, id } = workflow.dags[dag]!.nodes[node]!;
      return teardown.some((pattern) => matches(pattern, name) || (id !== undefined && matches(pattern, id)));
    };
  const known = new Map<Node, boolean>();
  return (dag, index) => {
    const node = workflow.dags[dag]!.nodes[index]!;
    let found = known.get(node);
    if (found === undefined) {
      const isCalledSo = node.name === conventionalTeardown || node.id === conventionalTeardown;
      const source = facts.source?.(dag, index);
      const mayRun = source === undefined || mayRunTeardown(source);
      found = isCalledSo || (mayRun && facts.node(dag, index).scripts.some(runsConventional));
      known.set(node, found);
    }
    return found;
  };
}

/** What the step, or the command, is called in the workflows that dagweave was first made for. */
export const conventionalTeardown = 'post-cleanup';

/** Reading steps and shell text takes its time, so nearly all of them are put aside by this. */
export function mayRunTeardown(text: string): boolean {
  return (
    text.includes(conventionalTeardown) || (text.includes('complete') && /\barborist\b[\s\S]*\bcomplete\b/.test(text))
  );
}

/** Only what is certain counts. */
function runsConventional(script: string): boolean {
  if (!mayRunTeardown(script)) return false;
  return commandsOf(script).commands.some(
    ({ program, args }) =>
      program === conventionalTeardown ||
      (program === 'arborist' && args.some((arg) => arg === conventionalTeardown || arg === 'complete')),
  );
}
