import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CompileResult } from '../compile.js';
import type { Report } from '../diagnostics/diagnostics.js';
import { digestOf, promptFolder, promptPathsIn, statedDigest } from '../lang/prompt-file.js';
import type { SourceFile, WrittenFile } from '../model/source.js';
import type { DeliveredPrompt } from '../pipeline/prompt-files.js';
import type { FileChange } from '../render/diff.js';
import type { Targets } from './targets.js';

/** The prompt files that are to be written beside the outputs; those that are there already are left out. */
export function promptOutputs(
  prompts: readonly DeliveredPrompt[],
  targets: Targets,
  report: Report,
): readonly SourceFile[] {
  const files = new Map<string, SourceFile>();
  for (const { workflow, path, text } of prompts) {
    const target = targets.get(workflow);
    if (target === undefined) {
      report('DW836', { count: prompts.length });
      return [];
    }
    const folder = dirname(target);
    const place = join(folder, path);
    const link = linkOn(folder, path);
    if (link !== undefined) report('DW837', { path: place, because: `${join(folder, link)} is a symbolic link` });
    if (link !== undefined) continue;
    if (!existsSync(place)) files.set(resolve(place), { path: place, text });
    else if (textAt(place) !== text) report('DW837', { path: place, because: 'something else is there' });
  }
  return [...files.values()];
}

/** Prompt files that are not what the outputs need; without a target they are looked for beside the input. */
export function reportStalePrompts(prompts: readonly DeliveredPrompt[], targets: Targets, report: Report): void {
  for (const { workflow, path, text } of prompts) {
    const place = join(dirname(targets.get(workflow) ?? workflow), path);
    const there = textAt(place);
    if (there !== text) report('DW813', { target: place, exists: there !== undefined });
  }
}

/** What a preview shows: prompt files that would be written beside the workflows, and those that would go. */
export function promptChanges(
  { promptFiles, outputs }: Pick<CompileResult, 'promptFiles' | 'outputs'>,
  report: Report,
): readonly FileChange[] {
  const inPlace = new Map(outputs.map(({ path }) => [path, path]));
  const created = promptOutputs(promptFiles, inPlace, report).map(({ path, text }): FileChange => {
    return { path, before: '', edits: [{ file: path, start: 0, end: 0, text }], file: 'created' };
  });
  const removed = unneededPrompts(outputs, inPlace).map((path): FileChange => {
    const before = textAt(path) ?? '';
    return { path, before, edits: [{ file: path, start: 0, end: before.length, text: '' }], file: 'removed' };
  });
  return [...created, ...removed];
}

/** Prompt files that the steps of augmented workflows need, and that are not there, or not as they were written. */
export function reportUnusablePrompts(
  prompts: readonly DeliveredPrompt[],
  workflows: readonly SourceFile[],
  report: Report,
): void {
  const texts = new Map(workflows.map((file) => [file.path, file.text]));
  for (const { workflow, path, text } of prompts) {
    const target = join(dirname(workflow), path);
    const there = textAt(target);
    if (there === text) continue;
    const start = texts.get(workflow)?.indexOf(path) ?? -1;
    const span = start < 0 ? undefined : { file: workflow, start, end: start + path.length };
    report(there === undefined ? 'DW838' : 'DW839', { path: target }, { span });
  }
}

/**
 * Prompt files that the texts on disk name and the new ones no longer do. A file is ours only if its content is the one that its name
 * states, and it stays where another file of the folder names it.
 */
export function unneededPrompts(outputs: readonly WrittenFile[], targets: Targets): readonly string[] {
  const written = outputs.flatMap((output) => {
    const target = targets.get(output.path);
    return target === undefined ? [] : [{ target, output }];
  });
  const byPath = new Map(written.map(({ target, output }) => [resolve(target), output]));
  const folders = new Map<string, Set<string>>();
  for (const { target, output } of written) {
    const there = existsSync(join(dirname(target), promptFolder)) ? namedAt(target) : [];
    // A very large text is looked through only where it matters.
    const kept = new Set(there.length === 0 ? [] : promptPathsIn(output.text));
    for (const path of there) {
      if (kept.has(path)) continue;
      const folder = dirname(target);
      folders.set(folder, (folders.get(folder) ?? new Set()).add(path));
    }
  }
  return [...folders].flatMap(([folder, paths]) => {
    const named = new Set(namedIn(folder, byPath));
    return [...paths].filter((path) => !named.has(path) && isOurs(folder, path)).map((path) => join(folder, path));
  });
}

/** Takes them away, and the folders that become empty with them. What cannot be removed is only a file too many. */
export function removePrompts(paths: readonly string[]): void {
  for (const path of paths) {
    attempt(() => rmSync(path));
    attempt(() => rmdirSync(dirname(path)));
    attempt(() => rmdirSync(dirname(dirname(path))));
  }
}

/** The prompt files that a text on disk names; looked for in a part of it at a time. */
function namedAt(path: string): readonly string[] {
  const found = new Set<string>();
  attempt(() => {
    if (!statSync(path).isFile()) return;
    const file = openSync(path, 'r');
    try {
      const part = Buffer.alloc(partSize);
      for (let at = 0, read = partSize; read === partSize; at += partSize - longestName) {
        read = readSync(file, part, 0, partSize, at);
        const bytes = part.subarray(0, read);
        // Most files name none, and bytes are looked through in less time than they are made a text.
        if (bytes.includes(promptFolder)) for (const name of promptPathsIn(bytes.toString('latin1'))) found.add(name);
      }
    } finally {
      closeSync(file);
    }
  });
  return [...found];
}

const partSize = 1_000_000;
/** A name that ends one part is whole in the next one. */
const longestName = 200;

function namedIn(folder: string, written: ReadonlyMap<string, WrittenFile>): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [] : promptPathsIn(written.get(resolve(path))?.text ?? textAt(path) ?? '');
  });
}

function isOurs(folder: string, path: string): boolean {
  if (linkOn(folder, path) !== undefined) return false;
  const text = textAt(join(folder, path));
  return text !== undefined && digestOf(text) === statedDigest(path);
}

/** The first part of the path that is a link: it may lead out of the folder. */
function linkOn(folder: string, path: string): string | undefined {
  const parts = [dirname(promptFolder), promptFolder, path];
  return parts.find((part) => lstatSync(join(folder, part), { throwIfNoEntry: false })?.isSymbolicLink());
}

/** `undefined` where no plain file can be read there. */
function textAt(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // A folder that holds something else stays.
  }
}
