import type { Stats } from 'node:fs';

/** Why the system refused, in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && reasons.get(code)) || message;
}

/** Of the path that a variable without a value leaves; the folder that the command runs in is not meant by it. */
export const emptyPath = 'the path is empty';

/** What lies there in place of a file. */
export function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  return found.isFIFO() ? 'a pipe' : 'a special file';
}

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
  ['ENXIO', 'nobody is at its other end'],
  ['EROFS', 'the file system is read-only'],
]);
