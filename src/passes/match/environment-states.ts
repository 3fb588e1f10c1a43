import type { NodeFacts } from '../../model/facts.js';
import type { ReadCommands } from './commands.js';
import { lateValue, unknownName } from './environment.js';

/** What the environment of a node is at one time or another. */
export interface EnvironmentStates {
  /** As the workflow says it, and behind each setting in its commands; `undefined` for what is no node. */
  readonly states: readonly (ReadonlyMap<string, string> | undefined)[];
  /** Why it may be yet another. */
  readonly doubt: string | undefined;
}

/** @param asked the variables that matter; `undefined` for all */
export function environmentStates(
  facts: NodeFacts | undefined,
  readCommands: ReadCommands,
  asked: ReadonlySet<string> | undefined,
): EnvironmentStates {
  if (!facts || asked?.size === 0) return { states: [facts?.env], doubt: undefined };
  const { settings, unsure } = readCommands(facts.scripts);
  const states = [facts.env];
  const lateNames = [...(facts.lateEnv?.names ?? [])].filter((name) => !asked || asked.has(name));
  const values = lateNames.length === 1 ? facts.lateEnv?.values?.get(lateNames[0]!) : undefined;
  const late = values ? undefined : lateNames[0];
  for (const value of values ?? []) states.push(new Map([...facts.env, [lateNames[0]!, value]]));
  let doubt = facts.unread ?? unsure ?? unknownName(settings) ?? (late && lateValue(late)) ?? facts.lateEnv?.others;
  for (const { name, value, known } of settings) {
    if (name === undefined || (asked && !asked.has(name))) continue;
    if (known < Number.POSITIVE_INFINITY) doubt ??= `the value of \`${name}\` depends on variables`;
    else if (states.length < mostStates) states.push(new Map([...states.at(-1)!, [name, value]]));
    else doubt ??= 'its commands set too many variables';
  }
  return { states, doubt };
}

const mostStates = 50;
