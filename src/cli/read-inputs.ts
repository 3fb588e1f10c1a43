import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, normalize, relative, resolve } from 'node:path';
import type { Report } from '../diagnostics/diagnostics.js';
import { type SourceFile, standardInputPath } from '../model/source.js';
import { readStandardInput, readText } from './read-text.js';
import { reasonOf } from './reason.js';

/** A workflow file, and where its result goes below an output folder. */
export interface InputFile extends SourceFile {
  readonly kind: 'stdin' | 'file' | 'in-folder';
  /** Path below the folder that was named; the bare name where the file itself was. */
  readonly below: string;
}

/**
 * @param paths files and folders as written; `-` or none is standard input
 * @param skip absolute paths of files that are no workflows, such as configuration
 * @param step called for each file that was read
 * @returns sorted by path, each file once
 */
export async function readInputs(
  paths: readonly string[],
  skip: ReadonlySet<string>,
  report: Report,
  step: () => void = () => undefined,
): Promise<readonly InputFile[]> {
  const found = new Map<string, Found>();
  const files: InputFile[] = [];
  for (const path of paths.length === 0 ? ['-'] : paths) {
    if (path === '-') {
      if (files.length > 0) continue;
      const text = await readStandardInput(standardInputPath, report);
      if (text !== undefined) files.push({ kind: 'stdin', path: standardInputPath, text, below: 'stdin.yaml' });
      continue;
    }
    for (const file of await filesOf(path, skip, report)) {
      const key = await realpath(file.path).catch(() => resolve(file.path));
      if (!found.has(key)) found.set(key, file);
    }
  }
  for (const file of found.values()) {
    const text = await readText(file.path, report);
    if (text !== undefined) files.push({ ...file, text });
    step();
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

type Found = Omit<InputFile, 'text'>;

async function filesOf(path: string, skip: ReadonlySet<string>, report: Report): Promise<readonly Found[]> {
  const root = normalize(path);
  try {
    if (!(await stat(root)).isDirectory()) return [{ kind: 'file', path: root, below: basename(root) }];
    const files = (await walk(root)).filter((file) => !skip.has(resolve(file))).sort();
    if (files.length === 0) report('DW805', { path });
    return files.map((path) => ({ kind: 'in-folder', path, below: relative(root, path) }));
  } catch (error) {
    report('DW802', { path, reason: reasonOf(error) });
    return [];
  }
}

async function walk(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await walk(path)));
    else if (workflowExtensions.has(extname(entry.name)) && (await isFile(path))) found.push(path);
  }
  return found;
}

export const workflowExtensions = new Set(['.yaml', '.yml', '.json']);

/** Follows symbolic links to files; linked folders are not entered, so that a loop cannot catch us. */
async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}
