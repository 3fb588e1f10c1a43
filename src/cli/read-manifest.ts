import { stat } from 'node:fs/promises';
import type { Report } from '../diagnostics/diagnostics.js';
import { readManifest } from '../manifest/read.js';
import type { Manifest } from '../model/manifest.js';
import { readText } from './read-text.js';

/** The manifest in a file that has to be there. */
export async function loadManifest(path: string, report: Report): Promise<Manifest | undefined> {
  const text = await readText(path, report);
  return text === undefined ? undefined : readManifest({ path, text }, report);
}

/** The manifest of an earlier run, if there was one. */
export async function loadEarlierManifest(path: string, report: Report): Promise<Manifest | undefined> {
  const there = await stat(path).catch(() => undefined);
  return there?.isFile() ? loadManifest(path, report) : undefined;
}
