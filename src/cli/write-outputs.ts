// Not `node:fs/promises` and `node:timers/promises`, which would be loaded although hardly any output is a device or a pipe.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  promises,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Report } from '../diagnostics/diagnostics.js';
import { writeStderr } from '../runtime/own-process.js';
import { reasonOf } from '../runtime/reason.js';
import { bytesOf, chunksOf } from '../runtime/text-chunks.js';
import { keepMode, writeTarget } from '../runtime/write-target.js';
import { draftBeside, keepAs, sweepBeside } from './drafts.js';

/** A text, or what makes it in pieces. */
type OutputText = string | (() => Iterable<string>);

export interface OutputFile {
  readonly path: string;
  readonly text: OutputText;
  /** What was read there, where the new text was made from it: an edit since then must not be lost. */
  readonly before?: string | undefined;
}

/**
 * Writes all files or none: each is first written in full beside its target, then all are renamed into place at one go, in which
 * no signal is heard. If anything fails on the way, it is reported and every target is as it was; so it is after a signal that
 * ends the process. After SIGKILL each file is the old one or the new one, and what was left beside it goes with the next run.
 */
export async function writeOutputs(files: readonly OutputFile[], report: Report): Promise<boolean> {
  const work: Work = { folders: [], drafts: [], replaced: [] };
  const stopListening = listenForEnd(() => takeBack(work));
  let at = '';
  sweepBeside(files.map(({ path }) => path));
  try {
    const staged: Staged[] = [];
    for (const file of files) {
      at = file.path;
      staged.push(stage(file, work));
      // Here a signal is heard.
      await new Promise((resume) => setImmediate(resume));
    }
    for (const { target, waiting, text } of staged) {
      at = target;
      if (waiting === undefined) await promises.writeFile(target, typeof text === 'string' ? text : text());
    }
    for (const one of staged) {
      at = one.target;
      commit(one, work);
    }
    removeDrafts(work);
    return true;
  } catch (error) {
    takeBack(work);
    report('DW812', { target: at, reason: reasonOf(error) });
    return false;
  } finally {
    stopListening();
  }
}

/** What was done so far, and can be undone. All of it is synchronous, so that it can also be done at the very end of the process. */
interface Work {
  /** Made for a target. */
  readonly folders: string[];
  /** Files that wait beside their targets, and second names of what is about to be replaced. */
  readonly drafts: string[];
  readonly replaced: { readonly target: string; readonly before: string | undefined }[];
}

interface Staged {
  readonly target: string;
  /** Where the new text waits; `undefined` for a device or a pipe, which is written to as it is. */
  readonly waiting: string | undefined;
  /** Where the old text is kept, if there is one. */
  readonly before: string | undefined;
  readonly text: OutputText;
}

function stage({ path, text, before: expected }: OutputFile, work: Work): Staged {
  const { target, there } = writeTarget(path);
  if (there && !there.isFile()) {
    if (expected !== undefined) throw new Error('it is no file, so nothing can be written back to it');
    return { target, waiting: undefined, before: undefined, text };
  }

  if (expected !== undefined && (!there || readFileSync(target, 'utf8') !== expected)) {
    throw new Error(there ? 'it was changed since it was read' : 'it was removed since it was read');
  }
  makeFolder(dirname(target), work);
  const waiting = newDraft(target, work);
  writeWhole(waiting, text, there);
  if (!there) return { target, waiting, before: undefined, text };
  const before = newDraft(target, work);
  keepAs(before, target);
  return { target, waiting, before, text };
}

/** In full and on the disk, with the mode and as far as possible the owner of what it replaces. */
function writeWhole(path: string, text: OutputText, like: Stats | undefined): void {
  const file = openSync(path, 'wx', like ? 0o600 : 0o666);
  try {
    const chunks = chunksOf(typeof text === 'string' ? text : text());
    // As bytes, of which no part is left out where the system takes them in several goes.
    for (const bytes of bytesOf(chunks)) writeFileSync(file, bytes);
    if (like) keepMode(file, like);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function newDraft(target: string, { drafts }: Work): string {
  const path = draftBeside(target, drafts.length);
  drafts.push(path);
  return path;
}

/** One by one: asked to make all at once, Node 20 never comes back from a file system that refuses, such as /proc. */
function makeFolder(folder: string, { folders }: Work): void {
  const missing: string[] = [];
  for (let at = folder; !isThere(at); at = dirname(at)) missing.unshift(at);
  for (const path of missing) {
    mkdirSync(path);
    folders.push(path);
  }
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

function commit({ target, waiting, before }: Staged, { replaced }: Work): void {
  if (waiting === undefined) return;
  renameSync(waiting, target);
  replaced.push({ target, before });
}

function takeBack(work: Work): void {
  for (const { target, before } of work.replaced.splice(0).reverse()) {
    attempt(() => (before === undefined ? rmSync(target, { force: true }) : renameSync(before, target)));
  }
  removeDrafts(work);
  for (const folder of work.folders.splice(0).reverse()) attempt(() => rmdirSync(folder));
}

function removeDrafts({ drafts }: Work): void {
  for (const draft of drafts.splice(0)) attempt(() => unlinkSync(draft));
}

/** What cannot be done here must not keep the rest from being done. */
function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // While work is taken back, the failure that led there is the one to tell of.
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Until it is asked to stop listening, undoes before the process ends: by a signal, or by `process.exit`, as where a reader of its
 * messages has gone.
 * @returns stops listening
 */
function listenForEnd(undo: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    undo();
    writeStderr(`dagweave: stopped by ${signal}; nothing was written, every file is as it was\n`);
    // Ended by the signal itself, so that a calling shell sees that too.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  // Where a file may grow no more, the write then fails as on a full disk, instead of ending the process.
  process.on('SIGXFSZ', ignore);
  process.on('exit', undo);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
    process.off('SIGXFSZ', ignore);
    process.off('exit', undo);
  };
}

function ignore(): void {}
