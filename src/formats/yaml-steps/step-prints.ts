import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import type { DagFingerprint } from '../../model/workflow.js';
import type { Field } from '../../text/print-yaml.js';
import { resolved, textOf } from '../../text/yaml-access.js';
import { fingerprint, fingerprintWithout, printedFingerprint } from './fingerprint.js';
import { markInDescription } from './mark.js';
import { isOneOf, type ListedStep, type StepSpelling, type StepText } from './step-list.js';

/**
 * What the steps of a list say, order and needs apart.
 * @param nodes the list as it shall be; `undefined` for it as it is
 */
export function stepPrints(
  text: string,
  { list, spelling }: Pick<StepText, 'list' | 'spelling'>,
  nodes: readonly PlannedNode[] | undefined,
  fieldsOf: (node: InjectedNode) => readonly Field[],
): Pick<DagFingerprint, 'count' | 'node' | 'source'> {
  const { steps } = list;
  const stepAt = (at: number) => {
    const node = nodes?.[at];
    return node === undefined ? steps[at] : node.kind === 'kept' ? steps[node.node] : undefined;
  };
  return {
    count: nodes?.length ?? steps.length,
    node(at) {
      const step = stepAt(at);
      if (step) return stepPrint(step, spelling);
      const fields = fieldsOf(nodes![at] as InjectedNode);
      return printedFingerprint(fields.filter(({ key }) => key !== spelling.needs && key !== spelling.name));
    },
    source(at) {
      const node = stepAt(at)?.node;
      return node && text.slice(node.start, node.end);
    },
  };
}

/** A command or an alias that had to become a mapping to be given a name or needs says the same as before. */
function stepPrint({ node, inner }: ListedStep, spelling: StepSpelling): string {
  if (node.kind === 'map') {
    const { name, needs, description, fieldOf } = spelling;
    // A mark says who put the step there, not what it does.
    const isMarked = markInDescription(textOf(fieldOf(node, description)?.value) ?? '') !== undefined;
    const left = [needs, name, ...(inner === undefined ? [] : [inner]), ...(isMarked ? [description] : [])];
    return fingerprintWithout(node, isOneOf(left, spelling));
  }
  const key = node.kind === 'alias' && resolved(node)?.kind === 'map' ? '<<' : spelling.commands[0];
  return `{${JSON.stringify(key)}:${fingerprint(node)}}`;
}
