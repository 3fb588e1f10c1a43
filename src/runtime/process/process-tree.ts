import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Ends a process that leads a group of its own, and all that it started: first politely, then by force, all within two seconds.
 * On Linux that includes processes that left the group for one of their own (`set -m`, `setsid`) as far as `/proc` shows whose they are.
 */
export async function endProcessTree(leader: number): Promise<void> {
  const known = new Set<number>();
  for (const { signal, patience } of stages) {
    findMembers(leader, known);
    for (const id of [-leader, ...known]) send(id, signal);
    const end = Date.now() + patience;
    while (Date.now() < end && isAnyLeft(leader, known)) await wait(20);
    if (!isAnyLeft(leader, known)) return;
  }
}

const stages = [
  { signal: 'SIGTERM', patience: 1000 },
  // By force there is nothing to wait for but the kernel.
  { signal: 'SIGKILL', patience: 500 },
] as const;

function send(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    return false;
  }
}

/** What has ended and was not waited for is no longer there: some containers have nobody who waits. */
function isAnyLeft(leader: number, known: ReadonlySet<number>): boolean {
  if (process.platform !== 'linux') return send(-leader, 0);
  const isMember = (one: Process) => known.has(one.id) || one.group === leader || one.session === leader;
  return listProcesses().some((one) => isMember(one) && !one.ended);
}

/** Adds the members of the group and the session, and what descends from them. */
function findMembers(leader: number, known: Set<number>): void {
  const all = process.platform === 'linux' ? listProcesses() : [];
  const open = all.filter(({ group, session }) => group === leader || session === leader).map(({ id }) => id);
  const children = childrenOf(all);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (known.has(id)) continue;
    known.add(id);
    open.push(...(children.get(id) ?? []));
  }
}

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly ended: boolean;
}

function childrenOf(all: readonly Process[]): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const { id, parent } of all) {
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  return children;
}

function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

/** `/proc/ID/stat` is `ID (name) state parent group session …`; the name may hold anything, brackets too. */
function readProcess(id: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    const [state, parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      id,
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      ended: state === 'Z' || state === 'X',
    };
  } catch {
    return undefined;
  }
}
