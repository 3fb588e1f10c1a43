import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { holdsOneOf } from './capture.js';

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

/**
 * The variable by which a process and all that it starts, directly or not, can be found again, wherever they moved to. A step
 * within a step adds its mark to the one it was given, so that the outer step finds what the inner one started.
 */
export const markVariable = '_DAGWEAVE_STARTED_BY';

/** Another one for each process that is started. The semicolon keeps one mark from being the beginning of another. */
export function createMark(): string {
  return `${process.pid}-${process.hrtime.bigint().toString(36)};`;
}

/** @param given the variable's value where the step itself was started by one */
export function withMark(given: string | undefined, mark: string): string {
  return `${given ?? ''}${mark}`;
}

export interface Process {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
  /** 0 where the system does not tell. */
  readonly session: number;
  /** When it was started, in whatever unit: it tells a process from a later one with the same id. */
  readonly started: string;
  /** It has ended, and nobody has waited for it yet. */
  readonly ended: boolean;
  /** Was the mark in its environment when its program was started? */
  readonly marked: boolean;
}

/** All processes that can be seen, and which of them carry a mark; `undefined` where the system does not tell. */
export async function listProcesses(mark: string): Promise<readonly Process[] | undefined> {
  if (process.platform === 'linux') return fromProc(mark);
  const options = psOptions.get(process.platform);
  return options && readPs(await runPs(options), mark);
}

function fromProc(mark: string): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name), mark) ?? []);
}

/** `/proc/ID/stat` is `ID (name) state parent group session …`; the name may hold anything, brackets too. */
function readProcess(id: number, mark: string): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group, session] = fields;
    return {
      id,
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      started: fields[19]!,
      ended: state === 'Z' || state === 'X',
      marked: isMarked(id, mark),
    };
  } catch {
    return undefined;
  }
}

/** The environment of another user's process is not shown; it could not be ended either. */
function isMarked(id: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${id}/environ`).includes(mark);
  } catch {
    return false;
  }
}

const columns = ['-o', 'pid=,ppid=,pgid=,stat=,lstart=,command='];

/** Without limit of width, and with the environment behind the command. */
const psOptions: ReadonlyMap<string, readonly string[]> = new Map([
  ['darwin', ['-A', '-E', '-ww', ...columns]],
  ['freebsd', ['-a', '-x', '-e', '-ww', ...columns]],
]);

function runPs(options: readonly string[]): Promise<string> {
  return new Promise((done) =>
    execFile('ps', options, { env: { PATH: process.env.PATH, LC_ALL: 'C' }, maxBuffer: 256 * 1024 * 1024 }, (_, text) =>
      done(text),
    ),
  );
}

/** @returns nothing where `ps` could not be run @internal */
export function readPs(text: string, mark: string): readonly Process[] | undefined {
  if (text === '') return undefined;
  return text.split('\n').flatMap((line): Process[] => {
    const row = psRow.exec(line);
    if (!row) return [];
    const [, id, parent, group, state, started, command] = row;
    return [
      {
        id: Number(id),
        parent: Number(parent),
        group: Number(group),
        session: 0,
        started: started!,
        ended: state!.startsWith('Z'),
        marked: command!.includes(mark),
      },
    ];
  });
}

/** The time is `Sun Nov 22 10:44:44 2026`. */
const psRow = /^ *(\d+) +(\d+) +(\d+) +(\S+) +(\w+ +\w+ +\d+ +[\d:]+ +\d+) +(.*)/;
