import { taskVariable } from '../../passes/rules/name.js';

/** Names under which a DAG is planned in place of its own: a short one, and one as long and as odd as names may be that are filled in. */
export const standIns = ['zqhookstandin7', 'Zq_hook-StandIn_for-the-Longest_name-x99'] as const;

/** Can a name go where another name is? It needs quotes nowhere, and means nothing to a shell or a rule. */
export function fillsHoles(name: string): boolean {
  return safeName.test(name) && !specialName.test(name);
}

const safeName = /^[A-Za-z][\w-]{0,39}$/;
const specialName = /^(?:true|false|null|yes|no|on|off|y|n|arborist|complete|post-cleanup)$/i;

/** What in a hook follows from the name of its task: the name itself, and its part of variables. */
export function wordsOf(name: string): readonly string[] {
  return [name, taskVariable(name)];
}
