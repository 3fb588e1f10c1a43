import type { Report } from '../../diagnostics/diagnostics.js';
import { isError, type Reported, tell } from '../../diagnostics/recorder.js';
import type { PlainWorkflow } from '../../formats/format.js';
import { nearestName } from '../../lang/nearest.js';
import type { Remark } from './remarks-of-shapes.js';

/** Gathers what is reported of DAGs, so that it is reported once for all in which it happens. */
export interface RemarksForAll {
  add(dag: number, remarks: readonly Remark[]): void;
  /** Is one of them an error? */
  haveError(): boolean;
  /** Is there an anchor that is missing somewhere, although a name like it is there? Then it counts where else it is found. */
  haveMisspelt(firstOf: ReadonlyMap<string, number>): boolean;
  /** @param firstOf by the id of a rule, the first DAG that it matches */
  tell(firstOf: ReadonlyMap<string, number>, report: Report): void;
}

export function createRemarksForAll({ names, open, nodeName }: PlainWorkflow): RemarksForAll {
  // The DAGs of a shape share their remarks: one list for all of them.
  const lists = new Map<readonly Remark[], { readonly shared: readonly Reported[]; readonly dags: number[] }>();
  const ofEach: { readonly dag: number; readonly remark: Extract<Remark, { of: 'each' }> }[] = [];
  const ofOne: Reported[] = [];
  let haveError = false;
  const nearestTo = ({ args }: Reported, firstOf: ReadonlyMap<string, number>) => {
    const { nodes } = open.workflow.dags[firstOf.get(args.rule as string)!]!;
    return nearestName(
      args.anchor as string,
      nodes.map(({ name }) => name),
    );
  };
  const gathered = () => gather(lists.values());
  return {
    haveError: () => haveError,
    haveMisspelt: (firstOf) =>
      gathered().some(({ first }) => first.code === 'DW403' && nearestTo(first, firstOf) !== undefined),
    add(dag, remarks) {
      if (remarks.length === 0) return;
      let list = lists.get(remarks);
      if (!list) {
        list = { shared: remarks.flatMap((one) => (isShared(one) ? one.reported : [])), dags: [] };
        lists.set(remarks, list);
        haveError ||= list.shared.some(isError);
      }
      list.dags.push(dag);
      if (list.shared.length === remarks.length) return;
      for (const remark of remarks) {
        if (remark.of === 'one') ofOne.push(remark.reported);
        else if (remark.of === 'each') ofEach.push({ dag, remark });
      }
    },
    tell(firstOf, report) {
      for (const { first, dags, isForeign } of gathered()) {
        const { code, args } = first;
        const called = [...new Set([...dags].sort((a, b) => a - b).map((dag) => names[dag]!))];
        if (code !== 'DW403') {
          tell(first, args.dags ? { dags: called } : {}, report);
          continue;
        }
        tell(first, { places: called, isForeign, nearest: nearestTo(first, firstOf) }, report);
      }
      for (const reported of ofOne) tell(reported, {}, report);
      for (const { dag, remark } of ofEach) {
        const nodes = remark.steps && { nodes: remark.steps.map((step) => nodeName(dag, step)) };
        tell(remark.reported, { dag: names[dag]!, ...nodes }, report);
      }
    },
  };
}

function isShared({ of }: Remark): boolean {
  return of !== 'one' && of !== 'each';
}

/** What is reported once, in the order in which it was first remarked. */
interface Gathered {
  readonly first: Reported;
  readonly dags: Set<number>;
  isForeign: boolean;
}

function gather(
  lists: Iterable<{ readonly shared: readonly Reported[]; readonly dags: readonly number[] }>,
): readonly Gathered[] {
  const found = new Map<string, Gathered>();
  for (const { shared, dags } of lists) {
    for (const reported of shared) {
      const key = keyOf(reported);
      const one: Gathered = found.get(key) ?? { first: reported, dags: new Set(), isForeign: false };
      for (const dag of dags) one.dags.add(dag);
      one.isForeign ||= reported.args.isForeign === true;
      found.set(key, one);
    }
  }
  return [...found.values()];
}

function keyOf({ code, args, place }: Reported): string {
  // Reported once, whichever rules capture.
  if (code === 'DW419') return code;
  const { dags: _, places: __, nearest: ___, isForeign: ____, ...rest } = args;
  return JSON.stringify([code, rest, place?.span]);
}
