// Not `node:fs/promises`, which would be loaded where nothing waits for a file.
import { closeSync, constants, openSync, promises, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { kindOf, reasonOf } from './reason.js';
import type { FileText } from './step-host.js';
import { writeNow } from './write-now.js';
import { keepMode, writeTarget } from './write-target.js';

/** @param tell is called with the reason where something has that name and cannot be read */
export async function readFile(
  path: string,
  maxBytes: number,
  tell: (reason: string) => void = () => {},
): Promise<FileText | undefined> {
  try {
    const { file, status } = await openFile(path);
    try {
      const { size, mtimeMs } = status;
      const buffer = Buffer.alloc(Math.min(size, maxBytes));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return { text: buffer.toString('utf8', 0, bytesRead), cut: size > maxBytes, changedAt: mtimeMs };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') tell(reasonOf(error));
    return undefined;
  }
}

/** Opens a file, and nothing else: a pipe can be waited for without end, and a device never ends. */
export async function openFile(path: string): Promise<{ readonly file: FileHandle; readonly status: Stats }> {
  // Without this, to open a pipe is to wait for somebody who writes to it. Windows has no such pipes.
  const file = await promises.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const status = await file.stat();
  if (status.isFile()) return { file, status };
  await file.close();
  throw new Error(`it is ${kindOf(status)}, and only files are read`);
}

export async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await promises.stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** Through a link, and into what is no file as it is. Rejects where it cannot be written, as where it is a pipe that nobody reads. */
export async function writeThrough(path: string, text: string): Promise<void> {
  const { target, there } = writeTarget(path);
  if (!there || there.isFile()) return writeWhole(target, text, there);
  // Without this, to open a pipe is to wait for somebody who reads it.
  const file = openSync(target, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
  try {
    writeNow(file, text);
  } finally {
    closeSync(file);
  }
}

/**
 * One who reads the file sees the old text or the new one, never a part. Rejects where the folder cannot be written to.
 * @param like what it replaces, whose mode it keeps
 */
export async function writeWhole(path: string, text: string, like?: Stats): Promise<void> {
  // Short, so that it fits wherever the name of the file does; by chance, because processes of two containers may have one id.
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  const draft = join(dirname(path), `.dagweave-result-${process.pid}-${randomBytes(6).toString('hex')}`);
  const file = await promises.open(draft, 'wx', like ? 0o600 : 0o666);
  try {
    try {
      await file.writeFile(text);
      if (like) keepMode(file.fd, like);
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
