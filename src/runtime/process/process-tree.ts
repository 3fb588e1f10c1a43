import { setTimeout as wait } from 'node:timers/promises';
import { type Family, findMembers, listProcesses, type Members, type Process } from './family.js';

/**
 * Ends a process and all that it started: first politely, then by force, all within two seconds. That includes what left the
 * group and its parent (`setsid`, a daemon) as long as it kept its environment.
 */
export async function endProcessTree(family: Family): Promise<void> {
  let known: Members = new Map();
  for (const { signal, patience, again } of stages) {
    const end = Date.now() + patience;
    const told = new Set<string>();
    for (let look = 0; look === 0 || Date.now() < end; look += 1) {
      const all = await listProcesses(family.mark);
      if (!all) send(-family.leader, signal);
      else {
        known = findMembers(all, family, known);
        if (known.size === 0) return;
        if (look === 0 || again) tell(known, family, signal, told);
      }
      await wait(pollMilliseconds);
    }
  }
}

const stages = [
  // What is started from now on may be there to clean up.
  { signal: 'SIGTERM', patience: 1000, again: false },
  // By force there is nothing to wait for but the kernel.
  { signal: 'SIGKILL', patience: 500, again: true },
] as const;

const pollMilliseconds = 20;

/** Each process once in a stage. The group is reported as a whole, so that nothing in it slips through by starting another. */
function tell(members: Members, { leader }: Family, signal: NodeJS.Signals, told: Set<string>): void {
  const fresh = [...members.values()].filter((one) => !told.has(identity(one)));
  if (fresh.some(({ group }) => group === leader)) send(-leader, signal);
  for (const one of fresh) {
    told.add(identity(one));
    if (one.group !== leader) send(one.id, signal);
  }
}

function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended by itself, or belongs to another user.
  }
}

/** An id alone may be given to another process as soon as the first is gone. */
function identity({ id, started }: Process): string {
  return `${id} ${started}`;
}
