import { accessSync, constants, fchmodSync, fchownSync, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { emptyPath } from './reason.js';

export interface WriteTarget {
  /** Links are written through, so it is where they lead. */
  readonly target: string;
  /** What is there already: a file, whose place another may take, or a device or a pipe, which is written to as it is. */
  readonly there: Stats | undefined;
}

/**
 * Where a text goes that is to be written to a path.
 * @throws where it cannot be written there
 */
export function writeTarget(path: string): WriteTarget {
  if (path === '') throw new Error(emptyPath);
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
  // By its own name: what the links of an open pipe, such as /dev/stdout, lead to is no path.
  if (there && !there.isFile()) return { target: path, there };
  if (!there && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error('it is a link that leads nowhere');
  // A file that is renamed into place would take the place of one that must not be written to.
  if (there) accessSync(path, constants.W_OK);
  return { target: there ? realpathSync(path) : resolve(path), there };
}

/** Gives an open file the mode and as far as possible the owner of what it is to replace. */
export function keepMode(file: number, { uid, gid, mode }: Stats): void {
  try {
    // The owner first: changing it takes special bits of the mode away.
    fchownSync(file, uid, gid);
  } catch {
    // Only the system's administrator may give files away.
  }
  fchmodSync(file, mode & 0o7777);
}
