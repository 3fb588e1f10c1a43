import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where engines that are built from source are kept. */
export const engineFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'dagweave-engines');

export const dagu2 = join(engineFolder, 'dagu2');
