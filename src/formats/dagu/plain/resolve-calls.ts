import type { PlainWorkflow } from '../../format.js';
import { groupDocuments, indexDocuments } from '../group.js';
import type { FindDag } from '../nodes.js';
import type { DocumentPlace } from './document-places.js';
import type { FoundDocuments } from './found-documents.js';

/** One workflow with one root. */
export interface OneWorkflow {
  /** The DAG that a run starts with: it alone is called by none. */
  readonly root: number;
  readonly find: FindDag;
}

/** @returns `undefined` where two DAGs share a name, where a file names another one than the root, or where files make no one workflow with one root */
export function findRoot(found: FoundDocuments, places: readonly DocumentPlace[]): OneWorkflow | undefined {
  const isOneFile = places[0]!.source === places.at(-1)!.source;
  const among = isOneFile ? inOneFile(found.names) : amongFiles(found, places);
  return among && [...found.namedByFile].every((dag) => dag === among.root) ? among : undefined;
}

export interface ResolvedCalls {
  /** By DAG: the first node that calls it. */
  readonly first: PlainWorkflow['callers'];
  readonly all: PlainWorkflow['calls'];
}

/**
 * @param calls in the order of their DAGs
 * @returns `undefined` where one leads to no document that is there, or some lead in a circle
 */
export function resolveCalls(
  calls: FoundDocuments['calls'],
  names: readonly string[],
  { find }: OneWorkflow,
  places: readonly DocumentPlace[],
): ResolvedCalls | undefined {
  const callers: PlainWorkflow['callers'][number][] = names.map(() => undefined);
  const all: PlainWorkflow['calls'][number][] = [];
  /** By DAG: how many calls there are up to its last one. */
  const behind = new Int32Array(names.length);
  const waiting = new Int32Array(names.length);
  for (const { dag, node, name } of calls) {
    const target = find(name, places[dag]!.source.path);
    if (target === undefined) return undefined;
    callers[target] ??= { dag, node };
    all.push({ dag, node, target });
    behind[dag] = all.length;
    waiting[target]! += 1;
  }
  const open = [...names.keys()].filter((dag) => waiting[dag] === 0);
  let done = 0;
  for (let dag = open.pop(); dag !== undefined; dag = open.pop()) {
    done += 1;
    for (let at = behind[dag]! - 1; at >= 0 && all[at]!.dag === dag; at -= 1) {
      const { target } = all[at]!;
      waiting[target]! -= 1;
      if (waiting[target] === 0) open.push(target);
    }
  }
  return done === names.length ? { first: callers, all } : undefined;
}

/** A run starts with the first document, and the others are called by their names. */
function inOneFile(names: readonly string[]): OneWorkflow | undefined {
  const byName = new Map<string, number>();
  for (let dag = 1; dag < names.length; dag += 1) {
    if (byName.has(names[dag]!)) return undefined;
    byName.set(names[dag]!, dag);
  }
  return { root: 0, find: (name) => byName.get(name) };
}

/** As they are found and grouped in any other way of reading. */
function amongFiles(
  { names, namedByFile, others, calls, runs }: FoundDocuments,
  places: readonly DocumentPlace[],
): OneWorkflow | undefined {
  if (new Set(names).size < names.length) return undefined;
  const called: string[][] = names.map(() => []);
  for (const { dag, name } of calls) called[dag]!.push(name);
  for (const [dag, { calls: ofOther }] of others) for (const name of ofOther) called[dag]!.push(name);
  const documents = names.map((name, dag) => {
    const { source, position } = places[dag]!;
    const own = namedByFile.has(dag) ? undefined : name;
    return { name: own, file: source.path, position, calls: called[dag]! };
  });
  const find = indexDocuments(documents);
  const mayCall = runs.some(({ dag, written }) => find(wordIn(written), documents[dag]!.file) !== undefined);
  if (mayCall) return undefined;
  const groups = groupDocuments(documents, find);
  return groups.length === 1 && groups[0]!.roots.length === 1 ? { root: groups[0]!.roots[0]!, find } : undefined;
}

/** Without its quotes, or what makes it a text of several lines. */
export function wordIn(written: string): string {
  return written
    .replace(/^[|>][-+\d]*\s+/, '')
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
}
