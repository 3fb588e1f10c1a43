import { posix } from 'node:path';
import type { Report } from '../../diagnostics/diagnostics.js';
import type { Dag } from '../../model/workflow.js';
import type { DocumentSummary } from './document.js';
import type { FindDag } from './nodes.js';
import type { Version } from './readings.js';
import { dagFolder } from './words.js';

/** Files that call each other, directly or not; the order of documents is kept. */
export interface DocumentGroup {
  /** Indexes into all documents. */
  readonly members: readonly number[];
  /** Positions in `members`. */
  readonly roots: readonly number[];
}

/** Splits the documents of all files into groups that have nothing to do with each other. */
export function groupDocuments(
  documents: readonly Pick<DocumentSummary, 'file' | 'calls'>[],
  find: FindDag,
): readonly DocumentGroup[] {
  const files = disjointFiles();
  const called = new Set<number>();
  documents.forEach((document, index) => {
    for (const name of document.calls) {
      const target = find(name, document.file);
      if (target === undefined) continue;
      if (target !== index) called.add(target);
      files.join(document.file, documents[target]!.file);
    }
  });
  const groups = new Map<string, number[]>();
  documents.forEach((document, index) => {
    const group = files.find(document.file);
    const members = groups.get(group);
    if (members) members.push(index);
    else groups.set(group, [index]);
  });
  return [...groups.values()].map((members) => ({
    members,
    roots: rootsOf(members, documents, called),
  }));
}

/** The first document of each file that nobody calls; where all are called, the first one there is. */
function rootsOf(
  members: readonly number[],
  documents: readonly Pick<DocumentSummary, 'file'>[],
  called: ReadonlySet<number>,
): readonly number[] {
  const firsts = members.flatMap((member, position) => (isFirst(member, documents) ? [{ member, position }] : []));
  const roots = firsts.filter(({ member }) => !called.has(member)).map(({ position }) => position);
  return roots.length > 0 ? roots : [0];
}

function isFirst(member: number, documents: readonly Pick<DocumentSummary, 'file'>[]): boolean {
  return member === 0 || documents[member - 1]!.file !== documents[member]!.file;
}

/** A union-find over file names. */
function disjointFiles() {
  const parents = new Map<string, string>();
  const find = (file: string): string => {
    let root = file;
    for (let up = parents.get(root); up !== undefined && up !== root; up = parents.get(root)) root = up;
    for (let at = file; at !== root; ) {
      const up = parents.get(at)!;
      parents.set(at, root);
      at = up;
    }
    return root;
  };
  return {
    find,
    join(a: string, b: string): void {
      const root = find(b);
      parents.set(find(a), root);
      parents.set(root, root);
    },
  };
}

/**
 * Finds documents by the names that calls use, as the engine does: a document of the same file by name, else a file beside
 * the caller, by path and with or without its ending. A document of that name in another file comes last, where it is the only one.
 */
export function indexDocuments(
  documents: readonly Pick<DocumentSummary, 'name' | 'file' | 'position'>[],
): (name: string, fromFile: string) => number | undefined {
  const local = new Map<string, Map<string, number>>();
  const byPath = new Map<string, number>();
  const byName = new Map<string, number | undefined>();
  documents.forEach((document, index) => {
    const { name } = document;
    if (document.position === 0) byPath.set(withoutEnding(posix.normalize(slashed(document.file))), index);
    if (name === undefined) return;
    byName.set(name, byName.has(name) ? undefined : index);
    if (document.position === 0) return;
    const names = local.get(document.file) ?? new Map<string, number>();
    if (!names.has(name)) names.set(name, index);
    local.set(document.file, names);
  });
  return (name, fromFile) => {
    const path = withoutEnding(posix.join(posix.dirname(slashed(fromFile)), name));
    return local.get(fromFile)?.get(name) ?? byPath.get(path) ?? byPath.get(withoutEnding(name)) ?? byName.get(name);
  };
}

/** The name that a file gives to its first document. */
export function nameFromFile(file: string): string {
  return posix.basename(withoutEnding(slashed(file)));
}

/** Calls in workflows are written with `/` everywhere; the path of a file is as its system writes it. */
function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

function withoutEnding(path: string): string {
  return path.replace(/\.(ya?ml|json)$/i, '');
}

/**
 * Dagu 2.x looks for other files beside the file of the entry only for the steps of the entry itself. A sub-DAG finds the
 * documents of its own file, and what is in the folder of all DAGs; 1.30 looks beside the file for each.
 */
export function reportSiblingCalls(dags: readonly Dag[], { dialect }: Version, report: Report): void {
  if (dialect !== 'v2') return;
  const called = new Set(dags.flatMap(({ nodes }) => nodes.flatMap(({ call }) => call?.dag ?? [])));
  for (const dag of dags) {
    if (!called.has(dag.index)) continue;
    for (const { call } of dag.nodes) {
      const target = call?.dag === undefined ? undefined : dags[call.dag]!;
      if (!target || target.file === dag.file) continue;
      report(
        'DW227',
        { dag: dag.name, child: target.name, engine: 'Dagu 2.x', folder: dagFolder },
        { span: call!.span },
      );
    }
  }
}
