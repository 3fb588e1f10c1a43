import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname } from 'node:path';

export interface Whereabouts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory of the process, absolute. */
  readonly folder: string;
}

/** The working directory and what is above it. The home folder is not part of any project: what lies there is global. */
export async function* projectFolders({ folder, environment }: Whereabouts): AsyncIterable<string> {
  const home = await identityOf(homeOf(environment));
  for (let here = folder; (await identityOf(here)) !== home; here = dirname(here)) {
    yield here;
    if (here === dirname(here)) return;
  }
}

export function homeOf(environment: Whereabouts['environment']): string {
  return environment.HOME || homedir();
}

/** One folder may go by several paths. */
async function identityOf(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  return found ? `${found.dev}:${found.ino}` : folder;
}
