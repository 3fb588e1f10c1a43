import { posix } from 'node:path';
import type { DaguDocument } from './document.js';

/**
 * Finds documents by the names that calls use, as the engine does: a document of the same file by name, else a file beside
 * the caller, by path and with or without its ending. A document of that name in another file comes last, where it is the only one.
 */
export function indexDocuments(
  documents: readonly DaguDocument[],
): (name: string, fromFile: string) => number | undefined {
  const local = new Map<string, Map<string, number>>();
  const byPath = new Map<string, number>();
  const byName = new Map<string, number | undefined>();
  documents.forEach((document, index) => {
    const name = document.name?.value.trim();
    if (document.position === 0) byPath.set(withoutEnding(posix.normalize(document.file)), index);
    if (name === undefined) return;
    byName.set(name, byName.has(name) ? undefined : index);
    if (document.position === 0) return;
    const names = local.get(document.file) ?? new Map<string, number>();
    if (!names.has(name)) names.set(name, index);
    local.set(document.file, names);
  });
  return (name, fromFile) => {
    const path = withoutEnding(posix.join(posix.dirname(fromFile), name));
    return local.get(fromFile)?.get(name) ?? byPath.get(path) ?? byPath.get(withoutEnding(name)) ?? byName.get(name);
  };
}

/** The name that a file gives to its first document. */
export function nameFromFile(file: string): string {
  return posix.basename(withoutEnding(file));
}

function withoutEnding(path: string): string {
  return path.replace(/\.(ya?ml|json)$/i, '');
}
