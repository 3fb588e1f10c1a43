import { copyFileSync, existsSync, linkSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../lang/sha256.js';
import { ifThere } from './if-there.js';

/**
 * A name for a file that waits in the folder of its target. It is short, whatever the target is called, starts with a dot, so that
 * nothing takes it for a workflow, and says which process it belongs to.
 */
export function draftBeside(target: string, number: number): string {
  return join(dirname(target), `.dagweave-${machine()}-${process.pid}-${number}`);
}

export function isDraft(name: string): boolean {
  return draftName.test(name);
}

/** The same file under a second name, or a copy of it where the file system knows no hard links. */
export function keepAs(path: string, target: string): void {
  try {
    linkSync(target, path);
  } catch {
    copyFileSync(target, path);
  }
}

/** Removes what a run that was killed left beside these targets. What another run may still need stays. */
export function sweepBeside(targets: readonly string[]): void {
  for (const folder of new Set(targets.map(folderOf))) {
    for (const name of namesIn(folder)) {
      // In a folder like `/tmp` only the one who wrote a file may remove it.
      if (isDraft(name) && isLeft(join(folder, name), name)) ifThere(() => rmSync(join(folder, name), { force: true }));
    }
  }
}

/** A link is written through, so drafts lie where it leads. */
function folderOf(target: string): string {
  return dirname(existsSync(target) ? realpathSync(target) : target);
}

function isLeft(path: string, name: string): boolean {
  const [, owner, id] = draftName.exec(name)!;
  // This process has none yet: what bears its id is older, as in a container where ids start anew.
  if (owner === machine()) return Number(id) === process.pid || !isRunning(Number(id));
  // Nothing is known about the processes of another machine, or container, that writes to the same folder.
  return ageOf(path) > longestRun;
}

const draftName = /^\.dagweave-([0-9a-f]{6})-(\d+)-\d+$/;
const longestRun = 60 * 60 * 1000;

/** Process ids mean something on one machine only. */
function machine(): string {
  return sha256(process.getBuiltinModule('node:os').hostname()).slice(0, 6);
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? Date.now() - found.mtimeMs : 0;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
