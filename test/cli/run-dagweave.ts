import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface Ran {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

export const program = resolve('dist/cli/main.cjs');

/** The built command as a real process, with nothing of this machine's configuration. */
export function runDagweave(args: readonly string[], { cwd, input = '', env = {} }: RunOptions): Ran {
  const ran = spawnSync(process.execPath, [program, ...args], {
    cwd,
    input,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: join(cwd, 'no-home'), TMPDIR: tmpdir(), ...env },
    maxBuffer: 256 * 1024 * 1024,
  });
  return { exit: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

/** A new folder that holds these files. */
export function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-test-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
