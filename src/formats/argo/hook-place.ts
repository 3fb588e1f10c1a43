import type { DagPlan } from '../../model/plan.js';
import { pairOf, present } from '../../text/yaml-access.js';
import { whenAsked } from '../when-asked.js';
import type { ArgoWorkflow } from './argo-workflow.js';
import { mayBeInsideDag } from './calls.js';
import type { ArgoDocument } from './document.js';
import { hookEntry } from './entry.js';
import { forgivenEnds } from './forgiven-ends.js';
import { hookExpressions } from './hook-needs.js';
import { isTrue } from './is-true.js';
import { beforeLeftOut } from './left-out.js';
import { plannedNeeds } from './planned-needs.js';
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
  const awaited = whenAsked(() => new Set([...plannedNeeds(text.dag, plan).values()].flat()));
  const decisive = whenAsked(() => beforeLeftOut(text, plan));
  const called = whenAsked(
    () => !entry && hookEntry(document)?.template !== template && mayBeInsideDag(document, template),
  );
  return {
    image: runtimeImage(settings),
    needs: list.kind === 'steps' ? undefined : text.spelling.needs === 'depends' ? 'depends' : 'dependencies',
    ...defaultsOf(document),
    failsFast: !entry && (own ? isTrue(own) : failsAllFast(document)),
    isLast: (node) => list.kind === 'dag' && !awaited().has(node.name) && !forgiven().forgets(node),
    forgets: (node) => list.kind === 'dag' && forgiven().forgets(node),
    decidesNext: (node) => {
      if (list.kind === 'dag' && awaited().has(node.name)) return decisive().has(node.name);
      return (list.kind === 'dag' || node === plan.nodes.at(-1)) && called();
    },
    expressionOf: hookExpressions(text, plan),
  };
}

/** What a workflow says for all of its templates. */
export function defaultsOf(document: ArgoDocument): Omit<TemplatePlace, 'image'> {
  return { retriesAll: retriesAll(document), endsAll: endsAll(document), failsAllFast: failsAllFast(document) };
}
