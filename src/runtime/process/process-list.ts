import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

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
const psRow = /^ *(\d+) +(\d+) +(\d+) +(\S+) +(\w+ +\w+ +\d+ +[\d:]+ +\d+) +(.*)$/;
