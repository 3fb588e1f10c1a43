import { dirname, join } from 'node:path';
import type { StepHost } from './step-host.js';

/** The nearest folder upwards that has a registry of hooks or a repository; `undefined` where none is. */
export async function findRepository(host: StepHost, folder: string): Promise<string | undefined> {
  for (let here = folder; ; here = dirname(here)) {
    if ((await host.isDirectory(join(here, '.system', 'hooks'))) || (await hasGit(host, here))) return here;
    if (here === dirname(here)) return undefined;
  }
}

/** In a worktree it is a file. */
async function hasGit(host: StepHost, folder: string): Promise<boolean> {
  const path = join(folder, '.git');
  return (await host.isDirectory(path)) || (await host.readFile(path, 1)) !== undefined;
}

/**
 * What changed in a repository and is not in `parent`, or not committed, and what is not known to git yet: paths from its root,
 * sorted. `undefined` where git cannot tell.
 * @param others patterns of files that git does not know and that count for nothing
 */
export async function changedFiles(
  host: StepHost,
  root: string,
  parent: string | undefined,
  others: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const git = gitIn(host, root, signal);
  const head = await git('rev-parse', '--verify', '--quiet', 'HEAD');
  const base = parent === undefined ? undefined : await commonAncestor(git, parent);
  const changed =
    head === undefined ? '' : await git('diff', '--name-only', '--no-renames', '-z', base ?? 'HEAD', '--');
  const listed = await git(
    'ls-files',
    '-z',
    '--others',
    '--exclude-standard',
    ...others.flatMap((pattern) => ['-x', pattern]),
    ...(head === undefined ? ['--cached'] : []),
  );
  if (changed === undefined || listed === undefined) return undefined;
  return [...new Set(`${changed}${listed}`.split('\0'))].filter((path) => path !== '').sort();
}

type Git = (...args: readonly string[]) => Promise<string | undefined>;

/** @returns what git said, or `undefined` where it failed or said more than is kept */
function gitIn(host: StepHost, root: string, signal: AbortSignal): Git {
  return async (...args) => {
    const end = await host.run({
      start: { kind: 'program', file: 'git', args: [...args] },
      directory: root,
      env: new Map([['GIT_OPTIONAL_LOCKS', '0']]),
      signal,
      maxOutput: mostListBytes,
    });
    const done = end.how.kind === 'exited' && end.how.exitCode === 0 && end.stdout.omitted === 0;
    return done ? end.stdout.text : undefined;
  };
}

const mostListBytes = 16 * 1024 * 1024;

/** A branch is called what somebody called it; behind this option nothing is read as another one. */
async function commonAncestor(git: Git, parent: string): Promise<string | undefined> {
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${parent}^{commit}`);
  return commit && (await git('merge-base', 'HEAD', commit.trim()))?.trim();
}
