import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { projectFolders, type Whereabouts } from './project-folders.js';

/** The files of the event registry: those of the nearest `.system/hooks` upwards, in the order of their names. */
export async function findRegistry(whereabouts: Whereabouts): Promise<readonly string[]> {
  for await (const folder of projectFolders(whereabouts)) {
    const hooks = join(folder, '.system', 'hooks');
    if (await isFolder(hooks)) return hookFilesIn(hooks);
  }
  return [];
}

/** The hook files right in a folder. Scripts and notes may lie beside them. */
export async function hookFilesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.') && extensions.has(extname(name)));
  const paths = names.sort().map((name) => join(folder, name));
  const folders = await Promise.all(paths.map(isFolder));
  return paths.filter((_, index) => !folders[index]);
}

const extensions = new Set(['.yaml', '.yml']);

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
