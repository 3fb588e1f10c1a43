import type { Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import { markedNodes } from '../passes/earlier/known-hooks.js';
import { type Doubt, orderOfHooks, readByPosition } from '../passes/earlier/order-of-hooks.js';

/** Reports steps of which nothing tells what they waited for before there were hooks; the first one of each DAG. */
export function reportDoubts(read: readonly OpenWorkflow[], report: Report): void {
  for (const one of read) {
    const marks = one.marks();
    const order = orderOfHooks(one, marks, markedNodes(marks));
    if (order.kind !== 'unknown') continue;
    const ofDags = new Map<Doubt['dag'], Doubt[]>();
    for (const doubt of order.doubts) {
      const others = ofDags.get(doubt.dag);
      if (others) others.push(doubt);
      else ofDags.set(doubt.dag, [doubt]);
    }
    for (const [dag, [first, ...others]] of ofDags) {
      const { node, left, byPosition } = first!;
      const reading = readByPosition(dag).readings[0]!.name;
      const args = { node: node.name, dag: dag.name, left, byPosition, reading, others: others.length };
      report('DW717', args, { span: node.span });
    }
  }
}
