import { dirname, join } from 'node:path';
import type { SourceFile } from '../model/source.js';
import { hasOutermostKey } from '../text/outermost-key.js';
import { readSmallFile } from './read-small-file.js';

/** A file that looks like a configuration and is not where one is found: in the working folder, or beside a workflow. */
export function overlookedConfiguration(workflows: readonly Pick<SourceFile, 'path'>[]): string | undefined {
  const folders = new Set(['.', ...workflows.slice(0, mostLookedAt).map(({ path }) => dirname(path))]);
  const paths = [...folders].flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => {
    const file = readSmallFile(path);
    return 'text' in file && hasOutermostKey(file.text, 'hooks');
  });
}

const mostLookedAt = 20;

const names = ['hooks', 'dagweave', '.dagweave', 'config', '.dagweave/hooks', '.dagweave/config'].flatMap((name) =>
  ['yaml', 'yml', 'json'].map((extension) => `${name}.${extension}`),
);
