import type { PlainWorkflow } from '../../formats/format.js';
import type { WrittenDag } from '../../formats/stencils.js';
import type { Plan } from '../../model/plan.js';
import { aroundFaults } from '../../passes/verify/verify.js';
import type { ShapePlan } from './shape-plan.js';
import { wordsOf } from './stand-ins.js';

/** The texts of DAGs with their hooks, made one after another. */
export interface DagTexts {
  /**
   * Read anew and compared with its plan.
   * @returns `undefined` where there is something to report
   * @throws where what was written is not what was planned: a fault of ours
   */
  verified(dag: number, plan: ShapePlan): WrittenDag | undefined;
  /** The same text made again, where it was verified before. */
  again(dag: number, plan: ShapePlan): WrittenDag;
}

/** @param ofRoot what the root's own handlers are to run */
export function createDagTexts(plain: PlainWorkflow, ofRoot: Pick<Plan, 'handlers' | 'marks'>): DagTexts {
  const writeSteps = (dag: number, plan: ShapePlan) => plain.write(dag, plan, wordsOf(plain.names[dag]!), ofRoot.marks);
  const throwIf = (fault: string | undefined, dag: number) => {
    if (fault === undefined) return;
    throw new Error(`what was about to be written is not what was planned; in \`${plain.names[dag]!}\`: ${fault}`);
  };
  let root: WrittenDag | undefined;
  return {
    verified(dag, plan) {
      const written = writeSteps(dag, plan);
      if (written.edits.length > 0) throwIf(plain.findFault(dag, plan, written), dag);
      if (dag > 0 || ofRoot.handlers.length === 0) return written;
      const withHandlers = plain.writeHandlers(written, ofRoot);
      if (!withHandlers) return undefined;
      throwIf(aroundFaults(withHandlers.expected, withHandlers.found)[0], dag);
      root = withHandlers;
      return root;
    },
    again: (dag, plan) => (dag === 0 && root) || writeSteps(dag, plan),
  };
}
