import { statSync } from 'node:fs';
import { join } from 'node:path';

export interface RegistryFolder {
  /** `undefined` without one. */
  readonly path: string | undefined;
  /** Those that were passed over, because they belong to somebody else. */
  readonly foreign: readonly string[];
}

/**
 * The event registry of the first of some folders that has one. Its hooks are run, so it has to belong to the system, to who runs this
 * process, or to who owns the working directory: others could have left one in a folder above that they share.
 * @param start the working directory
 */
export function findRegistryFolder(folders: Iterable<string>, start: string): RegistryFolder {
  const trusted = new Set([0, process.getuid?.(), ownerOf(start)]);
  const foreign: string[] = [];
  for (const folder of folders) {
    const path = join(folder, '.system', 'hooks');
    const owner = ownerOf(path);
    if (owner === undefined) continue;
    if (trusted.has(owner) && trusted.has(ownerOf(join(folder, '.system')))) return { path, foreign };
    foreign.push(path);
  }
  return { path: undefined, foreign };
}

/** Of a folder. */
function ownerOf(path: string): number | undefined {
  try {
    const found = statSync(path);
    return found.isDirectory() ? found.uid : undefined;
  } catch {
    return undefined;
  }
}
