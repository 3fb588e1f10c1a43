import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith, program } from '../cli/run-dagweave.js';

/** What came of runs that a signal was sent to while they wrote. */
export interface Tally {
  readonly signal: NodeJS.Signals;
  runs: number;
  /** Runs that the signal ended; the others had finished before it came. */
  ended: number;
  /** Runs after which some files were old and others new. */
  mixed: number;
  /** Runs that left something beside the files. */
  leftBehind: number;
  /** Files that were neither the old text nor the new one. */
  torn: number;
  /** Files that were not the new text after the next run. */
  incomplete: number;
  /** What lay beside the files after the next run. */
  strays: number;
}

const count = 40;
const names = Array.from({ length: count }, (_, index) => `${index % 2 ? 'odd' : 'even'}/w${index}.yaml`);
const rules = `hooks:
  enabled: true
  injections:
    final: [{id: tidy, type: shell, command: echo tidy}]
`;

/** Starts `apply --in-place` on a set of files until so many runs were ended by a signal at some moment while they wrote. */
export async function endRuns(signal: NodeJS.Signals, wanted: number): Promise<Tally> {
  const tally: Tally = { signal, runs: 0, ended: 0, mixed: 0, leftBehind: 0, torn: 0, incomplete: 0, strays: 0 };
  const folder = folderWith({ '.dagweave/config.yaml': rules });
  const before = names.map((name) => workflow(name));
  reset(folder, before);
  const window = await timeToWrite(folder);
  const after = read(folder);
  // A busy machine measures a window that is too long, and is late with the signal: after a miss it is aimed at an earlier moment.
  let aim = window;
  while (tally.ended < wanted && tally.runs < wanted * 20) {
    reset(folder, before);
    const child = apply(folder);
    const whileStaged = tally.runs % 2 === 0;
    const stop = whileStaged
      ? whenChanged(folder, isDraft, Math.random() * aim, () => child.kill(signal))
      : whenChanged(folder, isWorkflow, Math.random() * 2, () => child.kill(signal));
    const end = await ended(child);
    stop();
    if (whileStaged) aim = end === signal ? window : aim / 2;
    note(tally, end, read(folder), before, after, strays(folder).length);
    await ended(apply(folder));
    tally.incomplete += read(folder).filter((text, index) => text !== after[index]).length;
    tally.strays += strays(folder).length;
  }
  return tally;
}

/** What must hold: no file torn, the set complete after one more run, and nothing beside it; a signal takes everything back. */
export function isWhole({ signal, torn, incomplete, strays, mixed, leftBehind }: Tally): boolean {
  const undone = signal === 'SIGKILL' || (mixed === 0 && leftBehind === 0);
  return undone && torn === 0 && incomplete === 0 && strays === 0;
}

export function line({ signal, runs, ended, mixed, leftBehind, torn, incomplete, strays }: Tally): string {
  return [
    `${signal.padEnd(7)} ${runs} runs, ${ended} ended by it: ${mixed} left a part of the set, ${leftBehind} left drafts;`,
    `files torn ${torn}; after the next run: files not complete ${incomplete}, strays ${strays}`,
  ].join(' ');
}

function note(
  tally: Tally,
  end: NodeJS.Signals | number | null,
  found: readonly string[],
  before: readonly string[],
  after: readonly string[],
  left: number,
): void {
  const old = found.filter((text, index) => text === before[index]).length;
  const fresh = found.filter((text, index) => text === after[index]).length;
  tally.runs += 1;
  if (end === tally.signal) tally.ended += 1;
  if (old > 0 && fresh > 0) tally.mixed += 1;
  if (left > 0) tally.leftBehind += 1;
  tally.torn += found.length - old - fresh;
}

function workflow(name: string): string {
  const steps = Array.from({ length: 20 }, (_, index) => `  - name: s${index}\n    command: echo ${name} ${index}\n`);
  return `type: graph\nsteps:\n${steps.join('')}`;
}

function reset(folder: string, texts: readonly string[]): void {
  for (const part of ['odd', 'even']) mkdirSync(join(folder, part), { recursive: true });
  names.forEach((name, index) => {
    writeFileSync(join(folder, name), texts[index]!);
  });
}

function read(folder: string): readonly string[] {
  return names.map((name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''));
}

function strays(folder: string): readonly string[] {
  return ['odd', 'even'].flatMap((part) => readdirSync(join(folder, part)).filter(isDraft));
}

function apply(folder: string): ChildProcess {
  return spawn(process.execPath, [program, 'apply', '--in-place', '.'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: join(folder, 'no-home') },
    stdio: 'ignore',
  });
}

function ended(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  return new Promise((done) => child.once('exit', (code, signal) => done(signal ?? code)));
}

/** Milliseconds from the first draft to the end of the process. */
async function timeToWrite(folder: string): Promise<number> {
  let began = 0;
  const stop = whenChanged(folder, isDraft, 0, () => {
    began = performance.now();
  });
  await ended(apply(folder));
  stop();
  return performance.now() - began;
}

/**
 * Drafts are written first, which takes most of the time; the moment in which they replace the files is short, and found by
 * the first file that changes. `delay` is in milliseconds from there.
 */
function whenChanged(folder: string, meant: (name: string) => boolean, delay: number, then: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = ['odd', 'even'].map((part) =>
    watch(join(folder, part), (_, name) => {
      if (name !== null && meant(name)) timer ??= setTimeout(then, delay);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

function isWorkflow(name: string): boolean {
  return /^w\d+\.yaml$/.test(name);
}

function isDraft(name: string): boolean {
  return !isWorkflow(name);
}
