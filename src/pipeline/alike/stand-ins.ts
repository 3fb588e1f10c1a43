import { taskVariable } from '../../passes/rules/name.js';

/** Two names under which a DAG is planned in place of its own: a short one, and one as long and as odd as names may be that are filled in. */
export type StandIns = readonly [string, string];

const kinds: readonly { readonly isOne: RegExp; readonly standIns: StandIns }[] = [
  { isOne: /^[A-Za-z][\w-]{0,39}$/, standIns: ['zqhookstandin7', 'Zq_hook-StandIn_for-the-Longest_name-x99'] },
  // A text that begins with digits is written with quotes around it; this is no number and no date.
  {
    isOne: /^(?=.{1,40}$)\d+-[A-Za-z][\w-]*$/,
    standIns: ['7-zqhookstandin', '0042-Zq_hook-StandIn_for-Longest_name-x9'],
  },
  // No name of a file, which engines look for.
  {
    isOne: /^(?=.{1,40}$)(?!.*\.ya?ml$)[A-Za-z][\w-]*(?:\.[\w-]+)+$/,
    standIns: ['zq.hookstandin', 'Zq_hook.StandIn_for-the.Longest_name-x99'],
  },
];

/**
 * The names to plan a DAG of this name under: it needs quotes where they do, and means nothing to a shell or a rule. `undefined`
 * without one.
 */
export function standInsFor(name: string): StandIns | undefined {
  return specialName.test(name) ? undefined : kinds.find(({ isOne }) => isOne.test(name))?.standIns;
}

const specialName = /^(?:true|false|null|yes|no|on|off|y|n|arborist|complete|post-cleanup)$/i;

export function isStandIn(name: string): boolean {
  return kinds.some(({ standIns }) => standIns.includes(name));
}

/** What in a hook follows from the name of its task: the name itself, and its part of variables. */
export function wordsOf(name: string): readonly string[] {
  return [name, taskVariable(name)];
}
