import type { Plan } from '../../model/plan.js';
import type { DagFingerprint, Fingerprints } from '../../model/workflow.js';
import { asMap } from '../../text/yaml-access.js';
import { fingerprintWithout } from '../yaml-steps/fingerprint.js';
import { stepPrints } from '../yaml-steps/step-prints.js';
import type { DaguDocument } from './document.js';
import { fieldOf } from './fields.js';
import { handlerKeys } from './handler-fields.js';
import { handlerPrints } from './handler-print.js';
import type { DaguWorkflow } from './read.js';
import { isOneOf } from './spelling.js';
import { stepFields } from './step-fields.js';
import { surroundingsOf } from './surroundings.js';

/** What each document says, apart from order; for a plan, what its injected nodes and its list shall say. */
export function workflowPrint(read: DaguWorkflow, plan: Plan | undefined): Fingerprints {
  const { dialect } = read.version;
  const planned = new Map(plan?.dags.map((dag) => [dag.dag, dag]));
  const texts = new Map(read.workflow.files.map((file) => [file.path, file.text]));
  return read.documents.map((document, index): DagFingerprint => {
    const text = texts.get(document.file)!;
    const surroundings = surroundingsOf(document, dialect);
    const nodes = planned.get(index)?.nodes;
    return {
      rest: restPrint(document),
      handlers: handlerPrints(text, document, plan?.handlers.filter(({ dag }) => dag === index) ?? [], {
        surroundings,
        marks: plan?.marks ?? false,
      }),
      ...stepPrints(text, read.texts[index]!, nodes, (node) => stepFields(node, surroundings)),
    };
  });
}

/** Everything in a document but its steps and the handlers that hooks may go to. */
function restPrint(document: DaguDocument): string {
  const pair = fieldOf(document.root, 'handlerOn') ?? fieldOf(document.root, 'handler_on');
  const map = pair && asMap(pair.value);
  const others = map ? fingerprintWithout(map, isOneOf(...handlerKeys, 'cancel')) : '{}';
  return `${fingerprintWithout(document.root, isOneOf('steps', 'handlerOn', 'handler_on'))}${others}`;
}
