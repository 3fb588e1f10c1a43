import { readdir } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { type InputFile, workflowExtensions } from './read-inputs.js';

/**
 * Workflow files beside those that were read, which steps may run as children. What came from standard input has those of the
 * current folder beside it.
 */
export async function siblingsOf(files: readonly Pick<InputFile, 'kind' | 'path'>[]): Promise<readonly string[]> {
  const folders = new Set(files.map(({ kind, path }) => (kind === 'stdin' ? '.' : dirname(path))));
  const lists = await Promise.all(
    [...folders].map(async (folder) => {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => workflowExtensions.has(extname(name))).map((name) => join(folder, name));
    }),
  );
  return lists.flat().sort();
}
