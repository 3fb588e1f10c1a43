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
  const gathered = new Map<string, { readonly first: Reported; readonly dags: Set<string>; isForeign: boolean }>();
  // The DAGs of a shape share their remarks.
  const keys = new WeakMap<Remark, string>();
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
  return {
    haveError: () => haveError,
    haveMisspelt: (firstOf) =>
      [...gathered.values()].some(({ first }) => first.code === 'DW403' && nearestTo(first, firstOf) !== undefined),
    add(dag, remarks) {
      for (const remark of remarks) {
        if (remark.of === 'one') {
          ofOne.push(remark.reported);
          continue;
        }
        if (remark.of === 'each') {
          ofEach.push({ dag, remark });
          continue;
        }
        const { reported } = remark;
        haveError ||= isError(reported);
        const key = keys.get(remark) ?? keyOf(reported);
        keys.set(remark, key);
        const found = gathered.get(key) ?? { first: reported, dags: new Set(), isForeign: false };
        found.dags.add(names[dag]!);
        found.isForeign ||= reported.args.isForeign === true;
        gathered.set(key, found);
      }
    },
    tell(firstOf, report) {
      for (const { first, dags, isForeign } of gathered.values()) {
        const { code, args } = first;
        if (code !== 'DW403') {
          tell(first, args.dags ? { dags: [...dags] } : {}, report);
          continue;
        }
        tell(first, { places: [...dags], isForeign, nearest: nearestTo(first, firstOf) }, report);
      }
      for (const reported of ofOne) tell(reported, {}, report);
      for (const { dag, remark } of ofEach) {
        const nodes = remark.steps && { nodes: remark.steps.map((step) => nodeName(dag, step)) };
        tell(remark.reported, { dag: names[dag]!, ...nodes }, report);
      }
    },
  };
}

function keyOf({ code, args, place }: Reported): string {
  // Reported once, whichever rules capture.
  if (code === 'DW419') return code;
  const { dags: _, places: __, nearest: ___, isForeign: ____, ...rest } = args;
  return JSON.stringify([code, rest, place?.span]);
}
