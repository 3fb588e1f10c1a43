import type { DagPlan, Plan } from '../../model/plan.js';
import type { DagFingerprint, Fingerprints } from '../../model/workflow.js';
import { pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { fingerprint, fingerprintWithout, printedFingerprint, stepPrints } from '../yaml-steps/fingerprint.js';
import type { ArgoPlace, ArgoWorkflow } from './argo-workflow.js';
import type { ArgoDocument } from './document.js';
import { hookEntry } from './entry.js';
import { hookPlace } from './hook-place.js';
import { isHookTask } from './hook-task.js';
import { type HookPlace, stepFields } from './step-fields.js';
import { targetPrint } from './target.js';
import { handlerPrints } from './write-exit-handler.js';

/** What each template says, apart from order; for a plan, what its injected nodes and its list will say. */
export function workflowPrint(read: ArgoWorkflow, plan: Plan | undefined): Fingerprints {
  const planned = new Map(plan?.dags.map((dag) => [dag.dag, dag]));
  return read.texts.map((text, index): DagFingerprint => {
    const dagPlan = planned.get(index);
    const nodes = dagPlan?.nodes;
    const hooks = hookPlace(read, dagPlan ?? { dag: index, nodes: [] });
    const prints = stepPrints(read.file.text, text, nodes, (node) => stepFields(node, hooks));
    return {
      ...prints,
      node: (at) =>
        prints.node(at) + (hooks.needs === 'depends' ? waitsOf(text.list.steps, dagPlan, at, hooks.expressionOf) : ''),
      rest: restPrint(read, index, dagPlan),
      handlers: handlerPrints(read, index, plan),
    };
  });
}

/** What the expression of a hook says; those of other tasks keep what was written there. */
function waitsOf(
  steps: ArgoWorkflow['texts'][number]['list']['steps'],
  plan: DagPlan | undefined,
  at: number,
  expressionOf: HookPlace['expressionOf'],
): string {
  const planned = plan?.nodes[at];
  if (planned?.kind === 'injected') return ` ${expressionOf(planned)?.expression ?? ''}`;
  const { map } = steps[planned ? planned.node : at]!;
  return map && isHookTask(map) ? ` ${textOf(pairOf(map, 'depends')?.value) ?? ''}` : '';
}

/** What is outside of the lists, counted with the first list of a document. */
function restPrint({ places, texts }: ArgoWorkflow, index: number, plan: DagPlan | undefined): string {
  const place = places[index]!;
  const own = `${templatePrint(place)} ${targetPrint(place, texts[index]!.dag, plan)}`;
  const isFirst = places.findIndex(({ document }) => document === place.document) === index;
  return isFirst ? `${documentPrint(place)}${own}` : own;
}

/** A template without its list of tasks or steps, and without what tells how its DAG ends. */
function templatePrint({ document, template: { map, type }, name, entry }: ArgoPlace): string {
  if (entry) return printedFingerprint(entry.around);
  if (name === hookEntry(document)?.called) return fingerprintWithout(map, (key) => key === 'name' || key === 'dag');
  const rest = fingerprintWithout(map, (key) => key === type);
  const dag = type === 'dag' ? pairOf(map, 'dag')?.value : undefined;
  return dag?.kind === 'map' ? rest + fingerprintWithout(dag, (key) => key === 'tasks' || key === 'target') : rest;
}

function documentPrint({ document }: ArgoPlace): string {
  const { root, spec, templates } = document;
  const others = templates.filter(({ type }) => type !== 'dag' && type !== 'steps');
  return [
    fingerprintWithout(root, (key) => key === 'spec'),
    specPrint(document, spec),
    ...others.map(({ map }) => fingerprint(map)),
  ].join('');
}

function specPrint(document: ArgoDocument, spec: YamlMap): string {
  const { root, entrypoint } = document;
  const outer = pairOf(root, 'spec')?.value;
  const around =
    outer?.kind === 'map' && outer !== spec ? fingerprintWithout(outer, (key) => key === 'workflowSpec') : '';
  const begins = hookEntry(document)?.called ?? entrypoint ?? '';
  return around + begins + fingerprintWithout(spec, (key) => ['templates', 'onExit', 'entrypoint'].includes(key));
}
