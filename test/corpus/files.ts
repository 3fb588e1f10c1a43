import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Version } from '../oracle/documents.js';

/** Real Dagu files are beside the checkout, or where DAGWEAVE_SHARED says. */
const shared = resolve(
  process.env.DAGWEAVE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'corpus/dagu',
);

export const corpusMissing = existsSync(shared) ? undefined : `there is no ${shared}; DAGWEAVE_SHARED names its folder`;

export interface Folder {
  readonly name: string;
  /** What a user who knows the engine would say; `undefined` is a user who says nothing. */
  readonly targets: readonly (Version | undefined)[];
  /** The other engine, which files that show no version are for as well. */
  readonly also: readonly Version[];
  /** Targets where the file does not say enough, so that a refusal is a right answer. */
  readonly unsure: readonly undefined[];
  /** Does the engine itself accept these files? */
  readonly valid: boolean;
}

export const folders: readonly Folder[] = [
  { name: 'v1', targets: ['1.30'], also: ['2.15'], unsure: [undefined], valid: true },
  { name: 'v2', targets: ['2.15'], also: ['1.30'], unsure: [undefined], valid: true },
  { name: 'arborist', targets: ['1.30', undefined], also: ['2.15'], unsure: [], valid: true },
  { name: 'arborist/rejected-step-queue', targets: ['1.30', undefined], also: [], unsure: [], valid: false },
];

export interface CorpusFile {
  readonly name: string;
  readonly text: string;
}

export function corpusFiles(folder: Folder): readonly CorpusFile[] {
  const path = join(shared, folder.name);
  return readdirSync(path)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(path, name), 'utf8') }));
}

/** The JSON Schema of Dagu 2.x, which describes one document. */
export function schemaOfDagu2(): object {
  return JSON.parse(readFileSync(join(shared, 'dag.schema.v2.json'), 'utf8')) as object;
}
