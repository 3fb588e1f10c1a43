import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const prefix = 'dagweave-all-';

/** All that tests and what they start write for a while goes below one folder, which nobody has to clean up after them. */
export default function setup(): (() => void) | undefined {
  // It is called for each project of the configuration, in one process.
  if (basename(tmpdir()).startsWith(prefix)) return undefined;
  const folder = mkdtempSync(join(realpathSync(tmpdir()), prefix));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
