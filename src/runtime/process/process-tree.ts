import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Ends a process that leads a group of its own, and all that it started: first politely, then by force, all within two seconds.
 * On Linux that includes processes that left the group for one of their own (`set -m`, `setsid`) as far as `/proc` shows whose they are.
 */
export async function endProcessTree(leader: number): Promise<void> {
  const strays = straysOf(leader);
  signalAll('SIGTERM', leader, strays);
  const patience = Date.now() + PATIENCE;
  while (Date.now() < patience && isAnyAlive(leader, strays)) await wait(20);
  for (const stray of straysOf(leader)) strays.add(stray);
  signalAll('SIGKILL', leader, strays);
}

const PATIENCE = 1000;

function signalAll(signal: NodeJS.Signals | 0, leader: number, strays: ReadonlySet<number>): boolean {
  return [-leader, ...strays].map((id) => sendSignal(id, signal)).includes(true);
}

function isAnyAlive(leader: number, strays: ReadonlySet<number>): boolean {
  return signalAll(0, leader, strays);
}

function sendSignal(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    return false;
  }
}

interface Entry {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/** Descendants and members of the session that are not in the leader's group. */
function straysOf(leader: number): Set<number> {
  const entries = process.platform === 'linux' ? listProcesses() : [];
  const children = byParent(entries);
  const found = new Set(entries.filter((entry) => entry.session === leader).map((entry) => entry.id));
  const open = [leader, ...found];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const child of children.get(id) ?? []) {
      if (found.has(child.id)) continue;
      found.add(child.id);
      open.push(child.id);
    }
  }
  const group = new Set(entries.filter((entry) => entry.group === leader).map((entry) => entry.id));
  return new Set([...found].filter((id) => !group.has(id)));
}

function byParent(entries: readonly Entry[]): Map<number, Entry[]> {
  const children = new Map<number, Entry[]>();
  for (const entry of entries) {
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  return children;
}

function listProcesses(): Entry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readEntry(Number(name)) ?? []);
}

/** `/proc/ID/stat` is `ID (name) state parent group session …`; the name may hold anything, brackets too. */
function readEntry(id: number): Entry | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    const [, parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { id, parent: Number(parent), group: Number(group), session: Number(session) };
  } catch {
    return undefined;
  }
}
