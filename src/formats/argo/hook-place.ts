import type { DagPlan } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { pairOf, present } from '../../text/yaml-access.js';
import { whenAsked } from '../when-asked.js';
import type { ArgoWorkflow } from './argo-workflow.js';
import type { ArgoDocument } from './document.js';
import { forgivenEnds } from './forgiven-ends.js';
import { hookExpressions } from './hook-needs.js';
import { isTrue } from './is-true.js';
import { type HookPlace, runtimeImage, type TemplatePlace } from './step-fields.js';
import { countedTasks } from './target.js';
import { endsAll, failsAllFast, retriesAll } from './template-defaults.js';

/** What the hooks of a DAG are written for. */
export function hookPlace({ texts, places, settings }: ArgoWorkflow, plan: DagPlan): HookPlace {
  const text = texts[plan.dag]!;
  const place = places[plan.dag]!;
  const { document, list, template, entry } = place;
  const own = present(pairOf(template.map, 'failFast')?.value);
  const forgiven = whenAsked(() => forgivenEnds(countedTasks(place, text.dag), text.dag, plan));
  const awaited = whenAsked(() => awaitedIn(text.dag, plan));
  return {
    image: runtimeImage(settings),
    needs: list.kind === 'steps' ? undefined : text.spelling.needs === 'depends' ? 'depends' : 'dependencies',
    ...defaultsOf(document),
    failsFast: !entry && (own ? isTrue(own) : failsAllFast(document)),
    isLast: (node) => list.kind === 'dag' && !awaited().has(node.name) && !forgiven().forgets(node),
    expressionOf: hookExpressions(text, plan),
  };
}

/** What something waits for. */
function awaitedIn({ nodes }: Dag, plan: DagPlan): ReadonlySet<string> {
  return new Set(
    plan.nodes.flatMap((node) =>
      node.kind === 'injected'
        ? (node.needs ?? [])
        : (node.needs ?? nodes[node.node]!.needs?.map(({ name }) => name) ?? []),
    ),
  );
}

/** What a workflow says for all of its templates. */
export function defaultsOf(document: ArgoDocument): Omit<TemplatePlace, 'image'> {
  return { retriesAll: retriesAll(document), endsAll: endsAll(document), failsAllFast: failsAllFast(document) };
}
