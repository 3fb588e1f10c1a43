// Not `node:fs/promises`, which would be loaded where nothing waits for a file.
import { promises } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileText } from './step-host.js';

export async function readFile(path: string, maxBytes: number): Promise<FileText | undefined> {
  try {
    const file = await promises.open(path, 'r');
    try {
      const { size, mtimeMs } = await file.stat();
      const buffer = Buffer.alloc(Math.min(size, maxBytes));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return { text: buffer.toString('utf8', 0, bytesRead), cut: size > maxBytes, changedAt: mtimeMs };
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

export async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await promises.stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** One who reads the file sees the old text or the new one, never a part. Rejects where the folder cannot be written to. */
export async function writeWhole(path: string, text: string): Promise<void> {
  // Short, so that it fits wherever the name of the file does.
  const draft = join(dirname(path), `.dagweave-result-${process.pid}`);
  try {
    const file = await promises.open(draft, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await promises.rename(draft, path);
  } catch (error) {
    await promises.unlink(draft).catch(() => {});
    throw error;
  }
}

/** Why the system refused, in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && reasons.get(code)) || message;
}

/** Of the path that a variable without a value leaves; the folder that the command runs in is not meant by it. */
export const emptyPath = 'the path is empty';

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such file or folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'not permitted'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['ELOOP', 'its symbolic links run in a circle'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ENOSPC', 'no space is left'],
  ['EDQUOT', 'the quota of disk space is used up'],
  ['EFBIG', 'the file would be larger than the system allows'],
  ['EEXIST', 'something else has that name'],
  ['EBUSY', 'the system uses it'],
  ['EIO', 'the disk failed'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['EROFS', 'the file system is read-only'],
]);
