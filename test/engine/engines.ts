import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** A real engine that tests can start. This file is the only place that looks for one. */
export interface Engine {
  /** For test titles, such as `Dagu 2.14.0`; says why it is missing where it is. */
  readonly title: string;
  /** What `--target-version` takes. */
  readonly version: '1.30' | '2.14';
  readonly dialect: 'v1' | 'v2';
  readonly path: string;
  /** Why it cannot run here; `undefined` where it can. */
  readonly missing: string | undefined;
}

const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64';

const inPackages = fileURLToPath(new URL('../../node_modules/.bin/dagu', import.meta.url));

/** Packed engines are kept beside the checkout, with the corpus. */
const packed = resolve(
  process.env.DAGWEAVE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'engines',
);

export const dagu1: Engine = engine({
  name: 'Dagu 1.30.2',
  version: '1.30',
  dialect: 'v1',
  path: process.env.DAGWEAVE_DAGU_1 ?? inPackages,
  toGetIt: 'npm ci installs it on Linux x64; DAGWEAVE_DAGU_1 names another binary',
});

export const dagu2: Engine = engine({
  name: 'Dagu 2.14.0',
  version: '2.14',
  dialect: 'v2',
  path: process.env.DAGWEAVE_DAGU_2 ?? unpacked('dagu-2.14.0-linux-x64'),
  toGetIt: 'DAGWEAVE_DAGU_2 names its binary',
});

export const dagus: readonly Engine[] = [dagu1, dagu2];

/** Runs workflows of GitHub Actions on this host; their commands, but not what GitHub itself decides. */
export const act: Pick<Engine, 'title' | 'path' | 'missing'> = engine({
  name: 'act 0.2.89',
  path: process.env.DAGWEAVE_ACT ?? unpacked('act-0.2.89-linux-x64'),
  toGetIt: 'DAGWEAVE_ACT names its binary',
});

/** Runs pipelines of GitLab on this machine. */
export const gitlabCiLocal: Pick<Engine, 'title' | 'path' | 'missing'> = engine({
  name: 'gitlab-ci-local 4.60.0',
  path:
    process.env.DAGWEAVE_GITLAB_CI_LOCAL ??
    fileURLToPath(new URL('../../node_modules/.bin/gitlab-ci-local', import.meta.url)),
  toGetIt: 'npm ci installs it; DAGWEAVE_GITLAB_CI_LOCAL names another one',
});

/** @throws in CI on Linux x64, where a missing engine is a failure and not a reason to skip */
function engine<const Own extends object>({
  name,
  path,
  toGetIt,
  ...own
}: Own & { readonly path: string; readonly name: string; readonly toGetIt: string }) {
  const missing = existsSync(path) ? undefined : `no ${name} here: ${toGetIt}`;
  const mayBeMissing = !process.env.CI || process.env.DAGWEAVE_ENGINES === 'optional' || !isLinuxX64;
  if (missing && !mayBeMissing) throw new Error(`${missing}. DAGWEAVE_ENGINES=optional skips its tests.`);
  return { ...own, path, title: missing ?? name, missing };
}

/**
 * An engine that only its packed form has, or the binary that an environment variable names.
 * @throws in CI on Linux x64 where it is missing
 */
export function packedEngine(
  name: string,
  variable: string,
): { readonly path: string; readonly missing: string | undefined } {
  const path = process.env[variable] ?? unpacked(name);
  const missing = existsSync(path) ? undefined : `no ${name} here: ${variable} names its binary`;
  const mayBeMissing = !process.env.CI || process.env.DAGWEAVE_ENGINES === 'optional' || !isLinuxX64;
  if (missing && !mayBeMissing) throw new Error(`${missing}. DAGWEAVE_ENGINES=optional skips its tests.`);
  return { path, missing };
}

/** Unpacks an engine once, into a cache outside of the repository; another process may do the same at the same time. */
function unpacked(name: string): string {
  const source = join(packed, `${name}.br`);
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'dagweave-engines');
  if (!isLinuxX64 || !existsSync(source)) return join(cache, name);
  const bytes = readFileSync(source);
  const path = join(cache, `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const own = `${path}.${process.pid}`;
  writeFileSync(own, brotliDecompressSync(bytes));
  chmodSync(own, 0o755);
  renameSync(own, path);
  return path;
}
