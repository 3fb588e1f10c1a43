import { readFileSync } from 'node:fs';
import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile, TextEdit } from '../model/source.js';
import type { FileChange } from '../render/diff.js';
import { ifThere } from './if-there.js';
import type { Targets } from './targets.js';

/**
 * What is on disk must be what would be written; what is not is reported. Standard input without a target is compared with its own result.
 * @param edited what changes in the inputs themselves, which is more exact than a comparison of texts
 * @returns what writing would change
 */
export function findStale(
  outputs: readonly SourceFile[],
  targets: Targets,
  before: ReadonlyMap<string, string>,
  edited: readonly FileChange[],
  report: Report,
): readonly FileChange[] {
  const inPlace = new Map(edited.map((change) => [change.path, change]));
  const stale: FileChange[] = [];
  for (const { path, text } of outputs) {
    const target = targets.get(path) ?? path;
    const there = target === path ? before.get(path) : textOf(target);
    if (there === text) continue;
    const own = target === path ? inPlace.get(path) : undefined;
    const change = own ?? replaced(target, there, text);
    const [first] = change.edits;
    const span = first && { file: target, start: first.start, end: first.end };
    report('DW813', { target, exists: there !== undefined }, { span });
    stale.push(change);
  }
  return stale;
}

function textOf(path: string): string | undefined {
  return ifThere(() => readFileSync(path, 'utf8'));
}

function replaced(path: string, there: string | undefined, text: string): FileChange {
  const before = there ?? '';
  return { path, before, edits: [editBetween(path, before, text)], file: there === undefined ? 'created' : undefined };
}

/** The shortest single edit that makes one text of the other. */
function editBetween(file: string, before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { file, start, end: before.length - same, text: after.slice(start, after.length - same) };
}
