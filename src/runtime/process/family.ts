import { holdsOneOf } from './capture.js';
import type { Process } from './process-list.js';

/** A process that was started to lead a group of its own, and what tells whose the others are. */
export interface Family {
  readonly leader: number;
  /** Is in the environment of the leader, and so of all that it starts. */
  readonly mark: string;
  /** True where nobody waits for the leader any more: its id may then belong to a stranger. */
  readonly leaderIsGone: boolean;
  /**
   * What the leader's outputs led to. Where it is given, what left both the group and its parent belongs to the family only
   * while it holds one of them; without it, always.
   */
  readonly outputs?: readonly string[];
}

/** Living processes by id, as the last look found them. */
export type Members = ReadonlyMap<number, Process>;

/** The members of the group and the session, what carries the mark, what was found before, and what descends from any of them. */
export function findMembers(all: readonly Process[], family: Family, before: Members): Members {
  const isOurs = (one: Process) =>
    isInGroup(one, all, family) || isKnown(one, before) || (one.marked && isFamily(one, family));
  const children = childrenOf(all);
  const found = new Map<number, Process>();
  const open = all.filter(isOurs);
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (found.has(one.id) || one.id === process.pid) continue;
    found.set(one.id, one);
    open.push(...(children.get(one.id) ?? []));
  }
  for (const { id, ended } of [...found.values()]) if (ended) found.delete(id);
  return found;
}

/** The id of a group stays taken while it has members; where its leader is gone, one that has the leader's id is a stranger. */
function isInGroup(one: Process, all: readonly Process[], { leader, leaderIsGone }: Family): boolean {
  if (one.group !== leader && one.session !== leader) return false;
  return !leaderIsGone || !all.some(({ id }) => id === leader);
}

/** Another process may have been given the id since. */
function isKnown(one: Process, before: Members): boolean {
  return before.get(one.id)?.started === one.started;
}

function isFamily(one: Process, { outputs }: Family): boolean {
  return outputs === undefined || holdsOneOf(one.id, outputs);
}

function childrenOf(all: readonly Process[]): Map<number, Process[]> {
  const children = new Map<number, Process[]>();
  for (const one of all) {
    const siblings = children.get(one.parent);
    if (siblings) siblings.push(one);
    else children.set(one.parent, [one]);
  }
  return children;
}
