import type { DagPlan } from '../../model/plan.js';
import { pairOf, textOf } from '../../text/yaml-access.js';
import type { ArgoWorkflow } from './argo-workflow.js';
import type { ArgoDocument } from './document.js';
import { hookExpressions } from './hook-needs.js';
import { type HookPlace, runtimeImage } from './step-fields.js';
import { endsAll, retriesAll } from './template-defaults.js';

/** What the hooks of a DAG are written for. */
export function hookPlace({ texts, places, settings }: ArgoWorkflow, plan: DagPlan): HookPlace {
  const text = texts[plan.dag]!;
  const { document, list, template, entry } = places[plan.dag]!;
  return {
    image: runtimeImage(settings),
    needs: list.kind === 'steps' ? undefined : text.spelling.needs === 'depends' ? 'depends' : 'dependencies',
    ...defaultsOf(document),
    failsFast: !entry && textOf(pairOf(template.map, 'failFast')?.value) === 'true',
    expressionOf: hookExpressions(text, plan),
  };
}

/** What a workflow says for all of its templates. */
export function defaultsOf(document: ArgoDocument): Pick<HookPlace, 'retriesAll' | 'endsAll'> {
  return { retriesAll: retriesAll(document), endsAll: endsAll(document) };
}
