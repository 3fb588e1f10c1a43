import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { isBelow } from '../is-below.js';

/** What an agent may look at: the files below one folder, and nothing that a link there points to outside of it. */
export interface Workspace {
  /** The text of a file; a mistake is reported in words that the model can act on. */
  read(path: string): Promise<FileReading>;
  /** The files below a folder, as paths from the workspace's folder, sorted within each folder. Links are not followed. */
  files(below: string): AsyncIterable<string>;
}

type FileReading =
  | { readonly ok: true; readonly text: string; readonly cut: boolean }
  | { readonly ok: false; readonly reason: string };

/** @param folder an absolute path of a folder that exists */
export async function openWorkspace(folder: string): Promise<Workspace> {
  const root = await realpath(folder);
  return {
    async read(path) {
      const real = await insidePath(root, path);
      return real === undefined ? refused(`there is no file ${path} in the workspace`) : readText(real, path);
    },
    async *files(below) {
      const real = await insidePath(root, below);
      if (real !== undefined) yield* filesBelow(root, real);
    },
  };
}

/** Bytes of a file that are read at most. */
const mostFileBytes = 1024 * 1024;
const mostEntries = 50_000;
const deepest = 40;

/** History and installed packages are large, and not what a change is judged by; the history may hold credentials too. */
const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** The path with all links resolved, if it lies in the workspace. What lies outside is treated like what does not exist. */
async function insidePath(root: string, path: string): Promise<string | undefined> {
  if (path.includes('\0')) return undefined;
  const real = await realpath(resolve(root, path)).catch(() => undefined);
  if (real === undefined || !(real === root || isBelow(root, real))) return undefined;
  return relative(root, real).split(sep).includes('.git') ? undefined : real;
}

async function readText(real: string, path: string): Promise<FileReading> {
  // Without O_NONBLOCK a named pipe would be waited for; without O_NOFOLLOW a link put there meanwhile would be followed.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
  const file = await open(real, flags).catch(() => undefined);
  if (file === undefined) return refused(`${path} cannot be read`);
  try {
    const status = await file.stat();
    if (!status.isFile()) return refused(status.isDirectory() ? `${path} is a folder` : `${path} is not a plain file`);
    const buffer = Buffer.alloc(Math.min(status.size, mostFileBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) return refused(`${path} is not a text file`);
    return { ok: true, text: bytes.toString('utf8'), cut: status.size > bytesRead };
  } catch {
    return refused(`${path} cannot be read`);
  } finally {
    await file.close();
  }
}

async function* filesBelow(root: string, start: string): AsyncGenerator<string> {
  const folders = [{ path: start, depth: 0 }];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const { path, depth } = folder;
    const found = await readdir(path, { withFileTypes: true }).catch(() => []);
    found.sort((a, b) => (a.name < b.name ? -1 : 1));
    const inner: typeof folders = [];
    for (const entry of found) {
      entries += 1;
      if (entries > mostEntries) return;
      if (entry.isFile()) yield relative(root, join(path, entry.name));
      else if (entry.isDirectory() && depth < deepest && !skippedFolders.has(entry.name)) {
        inner.push({ path: join(path, entry.name), depth: depth + 1 });
      }
    }
    folders.push(...inner.reverse());
  }
}

function refused(reason: string): FileReading {
  return { ok: false, reason };
}
