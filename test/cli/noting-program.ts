import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Builds the command so that each module of ours, and each package, writes its name to the file LOADED_MODULES when it is loaded. */
export function buildNotingProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-noting-'));
  copyFileSync('package.json', join(folder, 'package.json'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const to = join(folder, 'dist');
  execFileSync(process.execPath, ['scripts/bundle.mjs', '--note-loads', '--to', to]);
  return join(to, 'cli/main.cjs');
}
