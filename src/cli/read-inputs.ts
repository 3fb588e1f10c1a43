import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, normalize, relative, resolve } from 'node:path';
import type { Report } from '../diagnostics/diagnostics.js';
import { hiddenWorkflows, isHiddenWorkflow } from '../formats/index.js';
import { type SourceFile, standardInputPath } from '../model/source.js';
import { emptyPath, reasonOf } from '../runtime/reason.js';
import { ifThere } from './if-there.js';
import { optimizeLate } from './optimize-late.js';
import { readStandardInput, readText } from './read-text.js';

/** A workflow file, and where its result goes below an output folder. */
export interface InputFile extends SourceFile {
  readonly kind: 'stdin' | 'file' | 'in-folder';
  /** Path below the folder that was named; the bare name where the file itself was. */
  readonly below: string;
}

export interface InputSettings {
  /** Absolute paths of what lies among the inputs and is no workflow to read, such as the configuration. */
  readonly leftOut?: ReadonlySet<string>;
  /** The folder that results go to: what is in it is not read either. */
  readonly output?: string | undefined;
  /** What standard input holds, where it is not to be read. */
  readonly standardInput?: string | undefined;
}

/**
 * @param paths files and folders as written; `-` or none is standard input
 * @param step called for each file that was read
 * @returns sorted by path, each file once
 */
export async function readInputs(
  paths: readonly string[],
  settings: InputSettings,
  report: Report,
  step: () => void = () => undefined,
): Promise<readonly InputFile[]> {
  const found = new Map<string, Found>();
  const files: InputFile[] = [];
  for (const path of paths.length === 0 ? ['-'] : paths) {
    if (path === '-') {
      if (files.length > 0) continue;
      const text = settings.standardInput ?? (await readStandardInput(standardInputPath, report));
      if (text !== undefined) files.push({ kind: 'stdin', path: standardInputPath, text, below: 'stdin.yaml' });
      continue;
    }
    for (const file of filesOf(path, settings, report)) {
      const key = realPathOf(file.path);
      if (!found.has(key)) found.set(key, file);
    }
  }
  for (const file of found.values()) {
    const text = await readText(file.path, report);
    if (text !== undefined) files.push({ ...file, text });
    step();
  }
  optimizeLate(files);
  return files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

type Found = Omit<InputFile, 'text'>;

function filesOf(path: string, settings: InputSettings, report: Report): readonly Found[] {
  if (path === '') {
    report('DW802', { path, reason: emptyPath });
    return [];
  }
  const root = normalize(path);
  try {
    if (!statSync(root).isDirectory()) return [{ kind: 'file', path: root, below: basename(root) }];
  } catch (error) {
    report('DW802', { path, reason: reasonOf(error) });
    return [];
  }
  const output = settings.output === undefined ? undefined : realPathOf(settings.output);
  const files = walk(root, { ...settings, output }, report);
  if (files && files.length === 0) report('DW805', { path, hidden: hiddenWorkflows });
  return (files ?? []).sort().map((path) => ({ kind: 'in-folder', path, below: relative(root, path) }));
}

/** @returns `undefined` where the folder cannot be read, which is reported */
function walk(folder: string, settings: InputSettings, report: Report): string[] | undefined {
  const entries = entriesOf(folder, report);
  if (!entries) return undefined;
  const found: string[] = [];
  for (const entry of entries) {
    if ((entry.name.startsWith('.') && !isHiddenWorkflow(entry.name)) || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (!entry.isDirectory() && !workflowExtensions.has(extname(entry.name))) continue;
    if (entry.name.includes(unreadable) && !ifThere(() => lstatSync(path))) {
      report('DW864', { folder, name: entry.name });
    } else if (entry.isDirectory()) {
      if (settings.output !== undefined && realPathOf(path) === settings.output) report('DW863', { path });
      else for (const inside of walk(path, settings, report) ?? []) found.push(inside);
    } else if (isFileHere(entry, path, report) && !settings.leftOut?.has(resolve(path))) found.push(path);
  }
  return found;
}

/** Is for each byte of a name that is not UTF-8. */
const unreadable = '\uFFFD';

function entriesOf(folder: string, report: Report) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    report('DW802', { path: folder, reason: reasonOf(error) });
    return undefined;
  }
}

function realPathOf(path: string): string {
  return ifThere(() => realpathSync.native(path)) ?? resolve(path);
}

export const workflowExtensions = new Set(['.yaml', '.yml', '.json']);

/**
 * Follows symbolic links to files; linked folders are not entered, so that a loop cannot catch us. A check that passes over a
 * link to a workflow that is gone would say that all is well.
 */
function isFileHere(entry: Dirent, path: string, report: Report): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (entry.isSymbolicLink()) report('DW802', { path, reason: isGone ? 'it is a link to nothing' : reasonOf(error) });
    return false;
  }
}

/**
 * Workflow files beside those that were read, which steps may run as children. What came from standard input has those of the
 * current folder beside it.
 */
export function siblingsOf(files: readonly Pick<InputFile, 'kind' | 'path'>[]): readonly string[] {
  const folders = new Set(files.map(({ kind, path }) => (kind === 'stdin' ? '.' : dirname(path))));
  const siblings = [...folders].flatMap((folder) =>
    (ifThere(() => readdirSync(folder)) ?? [])
      .filter((name) => workflowExtensions.has(extname(name)))
      .map((name) => join(folder, name)),
  );
  return siblings.sort();
}
