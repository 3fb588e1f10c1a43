import { commandsOf } from '../../lang/shell/commands-of.js';
import { arboristSettings } from '../../lang/variable-names.js';
import type { Dag, Workflow } from '../../model/workflow.js';

/**
 * Only in workflows of Arborist is it known how branches are called, and that a run is in the workspace of its task: the
 * environment or a command shows it. Each workflow is looked through when first asked about, and once.
 */
export function createArboristFinder(): (workflow: Workflow) => boolean {
  const known = new Map<Workflow, boolean>();
  return (workflow) => {
    const found = known.get(workflow) ?? showsArborist(workflow);
    known.set(workflow, found);
    return found;
  };
}

function showsArborist({ dags }: Workflow): boolean {
  return (
    dags.some(({ env }) => [...env.keys()].some((name) => name.startsWith('ARBORIST_'))) ||
    dags.some(({ nodes }) => nodes.some(({ command }) => command !== undefined && runsArborist(command)))
  );
}

function runsArborist(command: string): boolean {
  if (!/\barborist\b/.test(command)) return false;
  return commandsOf(command).commands.some(({ program }) => program === 'arborist');
}

/** Does the environment of a DAG show it to the steps that run there as well? */
export function showsArboristToSteps({ env }: Dag): boolean {
  return arboristSettings.some((name) => env.get(name));
}
