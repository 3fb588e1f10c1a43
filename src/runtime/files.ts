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
  // Short, so that it fits wherever the name of the file does; by chance, because processes of two containers may have one id.
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  const draft = join(dirname(path), `.dagweave-result-${process.pid}-${randomBytes(6).toString('hex')}`);
  const file = await promises.open(draft, 'wx');
  try {
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
