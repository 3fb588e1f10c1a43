import type { PlainWorkflow } from '../../format.js';
import type { FoundDocuments } from './find-documents.js';

/**
 * All calls, and the first caller of each DAG.
 * @returns `undefined` where a call leads out of the file or in a circle, or where two DAGs share a name
 */
export function resolveCalls({
  names,
  calls,
}: FoundDocuments): { readonly first: PlainWorkflow['callers']; readonly all: PlainWorkflow['calls'] } | undefined {
  const byName = new Map<string, number>();
  for (let dag = 1; dag < names.length; dag += 1) {
    if (byName.has(names[dag]!)) return undefined;
    byName.set(names[dag]!, dag);
  }
  const callers: PlainWorkflow['callers'][number][] = names.map(() => undefined);
  const all: PlainWorkflow['calls'][number][] = [];
  const called: number[][] = names.map(() => []);
  const waiting = new Int32Array(names.length);
  for (const { dag, node, name } of calls) {
    const target = byName.get(name);
    if (target === undefined) return undefined;
    callers[target] ??= { dag, node };
    all.push({ dag, node, target });
    called[dag]!.push(target);
    waiting[target]! += 1;
  }
  const open = [...names.keys()].filter((dag) => waiting[dag] === 0);
  let done = 0;
  for (let dag = open.pop(); dag !== undefined; dag = open.pop()) {
    done += 1;
    for (const target of called[dag]!) {
      waiting[target]! -= 1;
      if (waiting[target] === 0) open.push(target);
    }
  }
  return done === names.length ? { first: callers, all } : undefined;
}
