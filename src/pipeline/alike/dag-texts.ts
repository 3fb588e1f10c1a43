import type { PlainWorkflow } from '../../formats/format.js';
import type { WrittenDag } from '../../formats/stencils.js';
import type { Plan } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { aroundFaults, dagFaults } from '../../passes/verify/verify.js';
import type { OtherPlan, ShapePlan } from './shape-plan.js';
import { wordsOf } from './stand-ins.js';
import { findWritten, type TextMemory } from './written-texts.js';

type TextWithEdits = Pick<WrittenDag, 'text' | 'edits'>;

/** The texts of DAGs with their hooks, made one after another. */
export interface DagTexts {
  /**
   * Read anew and compared with its plan.
   * @returns `undefined` where there is something to report, or only the reader of all other files can read it
   * @throws where what was written is not what was planned: a fault of ours
   */
  verified(dag: number, plan: ShapePlan): string | undefined;
  /** The same text made again, where it was verified before. */
  textAgain(dag: number, plan: ShapePlan): string;
  /** What was put into it. */
  editsOf(dag: number, plan: ShapePlan): readonly TextEdit[];
}

/**
 * @param ofRoot what the root's own handlers are to run
 * @param areEditsHeld are they few enough to be held for those who ask for them?
 */
export function createDagTexts(
  plain: PlainWorkflow,
  ofRoot: Pick<Plan, 'handlers' | 'marks'>,
  memory: TextMemory | undefined,
  areEditsHeld = false,
): DagTexts {
  const { marks } = ofRoot;
  const write = (dag: number, plan: ShapePlan) => plain.write(dag, plan, wordsOf(plain.names[dag]!), marks);
  const throwIf = (fault: string | undefined, dag: number) => {
    if (fault === undefined) return;
    throw new Error(`what was about to be written is not what was planned; in \`${plain.names[dag]!}\`: ${fault}`);
  };
  const verifiedPlain = (dag: number, plan: ShapePlan): TextWithEdits | undefined => {
    const written = write(dag, plan);
    const fault = written.edits.length > 0 ? plain.findFault(dag, plan, written) : undefined;
    if (fault?.kind === 'unread') return undefined;
    throwIf(fault?.what, dag);
    return written;
  };
  const verifiedOther = (dag: number, { nodes, proof }: OtherPlan): TextWithEdits | undefined => {
    const written = plain.writeOther(dag, nodes, marks);
    if (!written || written.edits.length === 0) return written;
    const read = written.readBack();
    if (!read) return undefined;
    const { dag: after, expected, found } = read;
    const before = plain.open.workflow.dags[dag]!;
    throwIf(dagFaults({ before, after, plan: { dag, nodes }, proof, expected, found })[0], dag);
    return written;
  };
  const held: (readonly TextEdit[])[] = [];
  const verifiedSteps = (dag: number, plan: ShapePlan): TextWithEdits | undefined => {
    const written = plan.other ? verifiedOther(dag, plan.other) : verifiedPlain(dag, plan);
    if (written && areEditsHeld) held[dag] = written.edits;
    return written;
  };
  let rootWithHandlers: TextWithEdits | undefined;
  const verifiedRoot = (plan: ShapePlan) => {
    const withSteps = verifiedSteps(plain.root, plan);
    const withHandlers = withSteps && plain.writeHandlers(withSteps, ofRoot);
    if (!withHandlers) return undefined;
    throwIf(aroundFaults(withHandlers.expected, withHandlers.found)[0], plain.root);
    rootWithHandlers = withHandlers;
    return rootWithHandlers.text;
  };
  const isRootWithHandlers = (dag: number) => dag === plain.root && rootWithHandlers !== undefined;
  const again = (dag: number, plan: ShapePlan): TextWithEdits => {
    if (isRootWithHandlers(dag)) return rootWithHandlers!;
    return plan.other ? plain.writeOther(dag, plan.other.nodes, marks)! : write(dag, plan);
  };
  return {
    verified(dag, plan) {
      if (dag === plain.root && ofRoot.handlers.length > 0) return verifiedRoot(plan);
      if (!memory || plan.other) return verifiedSteps(dag, plan)?.text;
      const document = plain.textOf(dag);
      const known = findWritten(memory, document, plan);
      if (known !== undefined) return known;
      const written = verifiedSteps(dag, plan);
      // What nothing was written into is a piece of the file, and V8 would hold all of that.
      if (written && written.edits.length > 0) memory.kept.set(document, { plan, text: written.text });
      return written?.text;
    },
    textAgain: (dag, plan) => again(dag, plan).text,
    editsOf: (dag, plan) => (isRootWithHandlers(dag) ? undefined : held[dag]) ?? again(dag, plan).edits,
  };
}
