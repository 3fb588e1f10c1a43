import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, normalize, relative, resolve } from 'node:path';
import type { Report } from '../diagnostics/diagnostics.js';
import { type SourceFile, standardInputPath } from '../model/source.js';
import { reasonOf } from '../runtime/files.js';
import { readStandardInput, readText } from './read-text.js';

/** A workflow file, and where its result goes below an output folder. */
export interface InputFile extends SourceFile {
  readonly kind: 'stdin' | 'file' | 'in-folder';
  /** Path below the folder that was named; the bare name where the file itself was. */
  readonly below: string;
}

/** What lies among the inputs and is no workflow to read. */
export interface LeftOut {
  /** Absolute paths, such as of the configuration. */
  readonly files?: ReadonlySet<string>;
  /** The folder that results go to. */
  readonly output?: string | undefined;
}

/**
 * @param paths files and folders as written; `-` or none is standard input
 * @param step called for each file that was read
 * @returns sorted by path, each file once
 */
export async function readInputs(
  paths: readonly string[],
  leftOut: LeftOut,
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
    for (const file of await filesOf(path, leftOut, report)) {
      const key = await realPathOf(file.path);
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

async function filesOf(path: string, leftOut: LeftOut, report: Report): Promise<readonly Found[]> {
  const root = normalize(path);
  try {
    if (!(await stat(root)).isDirectory()) return [{ kind: 'file', path: root, below: basename(root) }];
  } catch (error) {
    report('DW802', { path, reason: reasonOf(error) });
    return [];
  }
  const output = leftOut.output === undefined ? undefined : await realPathOf(leftOut.output);
  const files = await walk(root, { ...leftOut, output }, report);
  if (files && files.length === 0) report('DW805', { path });
  return (files ?? []).sort().map((path) => ({ kind: 'in-folder', path, below: relative(root, path) }));
}

/** @returns `undefined` where the folder cannot be read, which is reported */
async function walk(folder: string, leftOut: LeftOut, report: Report): Promise<string[] | undefined> {
  const entries = await entriesOf(folder, report);
  if (!entries) return undefined;
  const found: string[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (!entry.isDirectory() && !workflowExtensions.has(extname(entry.name))) continue;
    if (entry.name.includes(unreadable) && !(await lstat(path).catch(() => undefined))) {
      report('DW864', { folder, name: entry.name });
    } else if (entry.isDirectory()) {
      if (leftOut.output !== undefined && (await realPathOf(path)) === leftOut.output) report('DW863', { path });
      else found.push(...((await walk(path, leftOut, report)) ?? []));
    } else if ((await isFile(path)) && !leftOut.files?.has(resolve(path))) found.push(path);
  }
  return found;
}

/** Is for each byte of a name that is not UTF-8. */
const unreadable = '\uFFFD';

async function entriesOf(folder: string, report: Report) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    report('DW802', { path: folder, reason: reasonOf(error) });
    return undefined;
  }
}

function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

export const workflowExtensions = new Set(['.yaml', '.yml', '.json']);

/** Follows symbolic links to files; linked folders are not entered, so that a loop cannot catch us. */
async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

/**
 * Workflow files beside those that were read, which steps may run as children. What came from standard input has those of the
 * current folder beside it.
 */
export async function siblingsOf(files: readonly Pick<InputFile, 'kind' | 'path'>[]): Promise<readonly string[]> {
  const folders = new Set(files.map(({ kind, path }) => (kind === 'stdin' ? '.' : dirname(path))));
  const lists = await Promise.all(
    [...folders].map(async (folder) => {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => workflowExtensions.has(extname(name))).map((name) => join(folder, name));
    }),
  );
  return lists.flat().sort();
}
