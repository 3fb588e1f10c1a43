import { commandsOf } from '../../lang/shell/commands-of.js';
import type { WorkflowFacts } from '../../model/facts.js';
import type { RuleSet } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
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
  const names = (dag: number, node: number) => {
    const { name, id } = workflow.dags[dag]!.nodes[node]!;
    return id === undefined ? [name] : [name, id];
  };
  if (teardown)
    return (dag, node) => names(dag, node).some((name) => teardown.some((pattern) => matches(pattern, name)));
  const known = new Map<string, boolean>();
  return (dag, node) => {
    const key = `${dag} ${node}`;
    const found =
      known.get(key) ??
      (names(dag, node).includes(conventional) || facts.node(dag, node).scripts.some(runsConventional));
    known.set(key, found);
    return found;
  };
}

/** What the step, or the command, is called in the workflows that dagweave was first made for. */
const conventional = 'post-cleanup';

/** Only what is certain counts; reading shell text takes its time, so nearly all texts are put aside before. */
function runsConventional(script: string): boolean {
  if (!/post-cleanup|\barborist\b[\s\S]*\bcomplete\b/.test(script)) return false;
  return commandsOf(script).commands.some(
    ({ program, args }) =>
      program === conventional ||
      (program === 'arborist' && args.some((arg) => arg === conventional || arg === 'complete')),
  );
}
