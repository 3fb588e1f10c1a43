import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders of the attempts of a run, the last one last: `attempt_…` in Dagu 1.x, `a_…` in 2.x. */
export async function attemptsOf(run: string): Promise<readonly string[]> {
  const names = (await namesIn(run)).filter((name) => /^a(?:ttempt)?_/.test(name));
  return names.sort().map((name) => join(run, name));
}

/** What is in a folder; nothing where it cannot be read. */
export function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
