import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file that came along with this package, by its path below a folder of it. */
export interface PackageFile {
  readonly name: string;
  readonly text: string;
}

/** The files of a folder of this package, sorted. */
export function packageFiles(folder: 'dag-schemas' | 'prompts'): readonly PackageFile[] {
  const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(root, name)).isFile())
    .sort()
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
}

/** Of this package, as its package.json states it. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return (manifest as { version: string }).version;
}
