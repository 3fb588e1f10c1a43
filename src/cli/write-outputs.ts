import { mkdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Report } from '../diagnostics/diagnostics.js';
import { reasonOf } from './reason.js';

export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Writes all files or none: each is first written in full beside its target, then all are renamed into place. If anything
 * fails on the way, it is reported and every target is as it was.
 */
export async function writeOutputs(files: readonly OutputFile[], report: Report): Promise<boolean> {
  const undo: Undo[] = [];
  let at = '';
  try {
    const staged: Staged[] = [];
    for (const file of files) {
      at = file.path;
      staged.push(await stage(file, undo));
    }
    for (const one of staged) {
      at = one.target;
      await commit(one, undo);
    }
    return true;
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => undefined);
    report('DW812', { target: at, reason: reasonOf(error) });
    return false;
  }
}

type Undo = () => Promise<unknown>;

interface Staged {
  readonly target: string;
  /** Where the new text waits; `undefined` for a device or a pipe, which is written to as it is. */
  readonly waiting: string | undefined;
  readonly text: string;
}

async function stage({ path, text }: OutputFile, undo: Undo[]): Promise<Staged> {
  const target = await realpath(path).catch(() => resolve(path));
  const there = await stat(target).catch(() => undefined);
  if (there?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
  if (there && !there.isFile()) return { target, waiting: undefined, text };

  await makeFolder(dirname(target), undo);
  const waiting = `${target}.${process.pid}.dagweave`;
  undo.push(() => rm(waiting, { force: true }));
  await writeFileAtomic(waiting, text, there && { mode: there.mode, chown: { uid: there.uid, gid: there.gid } });
  return { target, waiting, text };
}

/** One by one: asked to make all at once, Node 20 never comes back from a file system that refuses, such as /proc. */
async function makeFolder(folder: string, undo: Undo[]): Promise<void> {
  const missing: string[] = [];
  for (let at = folder; !(await exists(at)); at = dirname(at)) missing.unshift(at);
  for (const path of missing) {
    await mkdir(path);
    undo.push(() => rmdir(path));
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

async function commit({ target, waiting, text }: Staged, undo: Undo[]): Promise<void> {
  if (waiting === undefined) {
    await writeFile(target, text);
    return;
  }
  const before = await readFile(target).catch(() => undefined);
  undo.push(() => (before === undefined ? rm(target, { force: true }) : writeFileAtomic(target, before)));
  await rename(waiting, target);
}
