import type { InjectedNode, Plan } from '../../model/plan.js';
import type { DagFingerprint, Fingerprints } from '../../model/workflow.js';
import { asMap, resolved } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { fingerprint, fingerprintWithout, printedFingerprint } from '../yaml-steps/fingerprint.js';
import { markInDescription } from '../yaml-steps/mark.js';
import type { ListedStep } from '../yaml-steps/step-list.js';
import type { DaguDocument } from './document.js';
import { fieldOf, textOf } from './fields.js';
import { handlerKeys } from './handler-fields.js';
import { handlerPrints } from './handler-print.js';
import type { DaguWorkflow } from './read.js';
import { isOneOf, spellingOf } from './spelling.js';
import { stepFields } from './step-fields.js';
import { surroundingsOf } from './surroundings.js';

/** What each document says, apart from order; for a plan, what its injected nodes and its list shall say. */
export function workflowPrint(read: DaguWorkflow, plan: Plan | undefined): Fingerprints {
  const { dialect } = read.version;
  const planned = new Map(plan?.dags.map((dag) => [dag.dag, dag]));
  const texts = new Map(read.workflow.files.map((file) => [file.path, file.text]));
  return read.documents.map((document, index): DagFingerprint => {
    const { steps } = document.steps;
    const text = texts.get(document.file)!;
    const surroundings = surroundingsOf(document, dialect);
    const nodes = planned.get(index)?.nodes;
    const stepAt = (at: number) => {
      const node = nodes?.[at];
      return node === undefined ? steps[at] : node.kind === 'kept' ? steps[node.node] : undefined;
    };
    return {
      rest: restPrint(document),
      handlers: handlerPrints(text, document, plan?.handlers.filter(({ dag }) => dag === index) ?? [], {
        surroundings,
        marks: plan?.marks ?? false,
      }),
      count: nodes?.length ?? steps.length,
      node(at) {
        const step = stepAt(at);
        if (step) return stepPrint(step, spellingOf(dialect).commands[0]!);
        const fields = stepFields(nodes![at] as InjectedNode, surroundings);
        return printedFingerprint(fields.filter(({ key }) => key !== 'depends' && key !== 'name'));
      },
      source(at) {
        const node = stepAt(at)?.node;
        return node && text.slice(node.start, node.end);
      },
    };
  });
}

/** A command or an alias that had to become a mapping to be given a name or needs says the same as before. */
function stepPrint({ node }: ListedStep, commandKey: string): string {
  if (node.kind === 'map') return fingerprintWithout(node, leftOut(node));
  const key = node.kind === 'alias' && resolved(node)?.kind === 'map' ? '<<' : commandKey;
  return `{${JSON.stringify(key)}:${fingerprint(node)}}`;
}

/** A mark says who put the step there, not what it does. */
function leftOut(step: YamlMap): (key: string) => boolean {
  const marked = markInDescription(textOf(step, 'description') ?? '') !== undefined;
  return marked ? isOneOf('depends', 'name', 'description') : isOneOf('depends', 'name');
}

/** Everything in a document but its steps and the handlers that hooks may go to. */
function restPrint(document: DaguDocument): string {
  const pair = fieldOf(document.root, 'handlerOn') ?? fieldOf(document.root, 'handler_on');
  const map = pair && asMap(pair.value);
  const others = map ? fingerprintWithout(map, isOneOf(...handlerKeys, 'cancel')) : '{}';
  return `${fingerprintWithout(document.root, isOneOf('steps', 'handlerOn', 'handler_on'))}${others}`;
}
