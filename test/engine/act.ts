import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { act } from './engines.js';

export interface ActRun {
  /** Of the run: 0 where every job succeeded or was skipped. */
  readonly code: number;
  /** The lines that steps wrote to the file that `$OUT` names, in their order. */
  readonly trace: readonly string[];
  readonly log: string;
}

/**
 * Runs a workflow in a repository of its own, on this host.
 * @param failing what `test ! -e "$FAIL/NAME"` fails for
 * @param others further files of the repository
 */
export async function runAct(
  workflow: string,
  {
    failing = [],
    others = {},
    secrets = {},
  }: {
    readonly failing?: readonly string[];
    readonly others?: Readonly<Record<string, string>>;
    readonly secrets?: Readonly<Record<string, string>>;
  } = {},
): Promise<ActRun> {
  const home = mkdtempSync(join(tmpdir(), 'dagweave-act-'));
  try {
    const repository = join(home, 'repository');
    const marks = join(home, 'fail');
    const files = { ...others, '.github/workflows/workflow.yml': workflow };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(repository, path)), { recursive: true });
      writeFileSync(join(repository, path), text);
    }
    mkdirSync(marks);
    for (const name of failing) writeFileSync(join(marks, name), '');
    const git = (...argv: readonly string[]) => execFileSync('git', argv, { cwd: repository, stdio: 'ignore' });
    git('init', '-q');
    git('add', '-A');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'all');
    const out = join(home, 'out');
    const argv = ['push', '-W', '.github/workflows/workflow.yml', '-P', 'ubuntu-latest=-self-hosted'];
    const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
    const { code, log } = await new Promise<Pick<ActRun, 'code' | 'log'>>((done) => {
      const told = Object.entries(secrets).flatMap(([name, value]) => ['--secret', `${name}=${value}`]);
      const given = ['--env', `OUT=${out}`, '--env', `FAIL=${marks}`, ...told];
      execFile(act.path, [...argv, ...given], { cwd: repository, env, timeout: 60_000 }, (error, stdout, stderr) => {
        done({ code: typeof error?.code === 'number' ? error.code : error ? 124 : 0, log: stdout + stderr });
      });
    });
    const trace = existsSync(out) ? readFileSync(out, 'utf8').split('\n').filter(Boolean) : [];
    return { code, trace, log };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
