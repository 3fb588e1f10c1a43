import { existsSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';

/** Those of the named files that are for the registry; settings are JSON. */
export function registryPaths(config: readonly string[], folder: string): readonly string[] {
  return config.filter((path) => {
    const found = statSync(resolve(folder, path), { throwIfNoEntry: false });
    return found?.isDirectory() || ['.yaml', '.yml'].includes(extname(path));
  });
}

/** Is there a registry to be read? Reading YAML takes longer than all else here, so it is asked first. */
export function hasRegistry(folder: string): boolean {
  for (let here = folder; ; here = dirname(here)) {
    if (existsSync(join(here, '.system', 'hooks'))) return true;
    if (here === dirname(here)) return false;
  }
}
