import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gitlabCiLocal } from './engines.js';

export interface PipelineRun {
  readonly ok: boolean;
  /** What the commands wrote down by `echo … >> "$TRACE"`, in order. */
  readonly trace: readonly string[];
  readonly log: string;
}

/**
 * Runs a pipeline with its commands on this machine, whatever images it names.
 * @param variables what its commands find in their environment
 * @param manual jobs that somebody starts
 * @param files other files of the repository, by path
 */
export function runPipeline(
  text: string,
  variables: Readonly<Record<string, string>> = {},
  manual: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): PipelineRun {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-gitlab-'));
  try {
    prepare(folder, text, files);
    const trace = join(folder, 'trace.log');
    writeFileSync(trace, '');
    const given = Object.entries({ ...variables, TRACE: trace }).flatMap(([name, value]) => [
      '--variable',
      `${name}=${value}`,
    ]);
    const args = ['--force-shell-executor', '--no-color', ...given, ...manual.flatMap((job) => ['--manual', job])];
    const { status, stdout, stderr } = start(folder, args);
    const lines = readFileSync(trace, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    return { ok: status === 0, trace: lines, log: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the reader of gitlab-ci-local says of a pipeline; empty where it takes it. */
export function readingProblems(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-gitlab-'));
  try {
    prepare(folder, text);
    const { status, stdout, stderr } = start(folder, ['--list', '--no-color']);
    return status === 0 ? '' : `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(folder: string, args: readonly string[]) {
  const env = { ...process.env, PATH: `${folder}/bin${delimiter}${process.env.PATH}`, FORCE_COLOR: '0', HOME: folder };
  return spawnSync(gitlabCiLocal.path, args, { cwd: folder, env, encoding: 'utf8', timeout: 60_000 });
}

/** gitlab-ci-local asks git for names, and copies files with a tool that need not be here: these pipelines have none to copy. */
function prepare(folder: string, text: string, files: Readonly<Record<string, string>> = {}): void {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('config', 'user.email', 'test@example.com');
  git('config', 'user.name', 'test');
  git('remote', 'add', 'origin', 'https://gitlab.example.com/group/project.git');
  writeFileSync(join(folder, '.gitlab-ci.yml'), text);
  for (const [path, other] of Object.entries(files)) writeFileSync(join(folder, path), other);
  git('add', '-A');
  git('commit', '-qm', 'pipeline');
  execFileSync('mkdir', ['bin'], { cwd: folder });
  const rsync = join(folder, 'bin', 'rsync');
  writeFileSync(rsync, '#!/bin/sh\nfor last; do :; done\nmkdir -p "$last"\n');
  chmodSync(rsync, 0o755);
}
