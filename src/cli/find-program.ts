import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program that a shell finds by this name. @param folders where it looks */
export function findProgram(name: string, folders: readonly string[] = searchPath()): string | undefined {
  const extensions = process.platform === 'win32' ? (process.env.PATHEXT ?? '.EXE').split(';') : [''];
  const searched = name.includes('/') ? [''] : folders;
  const paths = searched.flatMap((folder) => extensions.map((extension) => join(folder, `${name}${extension}`)));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  });
}

/** The folders of `PATH`. */
export function searchPath(): readonly string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((one) => one !== '');
}

/** Those without the folders that npm and npx put before it for what they run, which no engine has. */
export function searchPathOfEngine(): readonly string[] {
  if (process.env.npm_command === undefined && process.env.npm_lifecycle_event === undefined) return searchPath();
  return searchPath().filter((folder) => !/[\\/](?:node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(folder));
}
