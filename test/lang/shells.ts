import { spawnSync } from 'node:child_process';

export interface Shell {
  readonly name: string;
  /** With the reason where it cannot be tested. */
  readonly title: string;
  readonly missing: boolean;
}

/** The shells that injected commands are most likely read by. Where CI runs, none may be missing. */
export const shells: readonly Shell[] = ['bash', 'dash'].map((name) => {
  const missing = spawnSync(name, ['-c', ':']).error !== undefined;
  if (missing && process.env.CI && process.platform === 'linux') throw new Error(`${name} is not installed`);
  return { name, missing, title: missing ? `${name} (is not installed)` : name };
});
