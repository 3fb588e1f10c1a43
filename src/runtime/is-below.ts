import { sep } from 'node:path';

/** Whether a path lies in a folder or in one below it. Both are absolute and have no links left to resolve. */
export function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
