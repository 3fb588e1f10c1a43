import type { DagPlan } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { pairOf, present, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { whenAsked } from '../when-asked.js';
import type { ArgoWorkflow } from './argo-workflow.js';
import { calledIn } from './calls.js';
import { asksForSuccess, parseDepends } from './depends.js';
import type { ArgoDocument, Template } from './document.js';
import { hookEntry } from './entry.js';
import { forgivenEnds } from './forgiven-ends.js';
import { hookExpressions } from './hook-needs.js';
import { isHookTask } from './hook-task.js';
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
  const ends = whenAsked(() => (list.kind === 'dag' ? undefined : hooksAtEnd(plan)));
  const followed = whenAsked(() => list.steps.some(({ map }) => map && !isHookTask(map) && mayBeLeftOut(map)));
  const called = whenAsked(() => !entry && hookEntry(document)?.template !== template && isCalled(document, template));
  return {
    image: runtimeImage(settings),
    needs: list.kind === 'steps' ? undefined : text.spelling.needs === 'depends' ? 'depends' : 'dependencies',
    ...defaultsOf(document),
    failsFast: !entry && (own ? isTrue(own) : failsAllFast(document)),
    isLast: (node) => list.kind === 'dag' && !awaited().has(node.name) && !forgiven().forgets(node),
    decidesNext: ({ name }) => {
      if (list.kind === 'dag' && awaited().has(name)) return followed();
      return called() && (ends()?.has(name) ?? true);
    },
    expressionOf: hookExpressions(text, plan),
  };
}

/** What is behind the last step of a list. */
function hooksAtEnd({ nodes }: DagPlan): ReadonlySet<string> {
  const last = nodes.findLastIndex(({ kind }) => kind === 'kept');
  return new Set(nodes.slice(last + 1).flatMap((node) => (node.kind === 'injected' ? [node.name] : [])));
}

/** Is a task left out, or skipped, in some runs in which nothing failed? */
function mayBeLeftOut(task: YamlMap): boolean {
  const read = parseDepends(textOf(pairOf(task, 'depends')?.value) ?? '');
  return (
    ['when', 'withItems', 'withParam', 'withSequence'].some((key) => present(pairOf(task, key)?.value)) ||
    (read.ok && !asksForSuccess(read.tree))
  );
}

/** Do tasks run a template, of the same resource or perhaps of another one? */
function isCalled({ kind, templates }: ArgoDocument, { name }: Template): boolean {
  const isOpen = kind === 'WorkflowTemplate' || kind === 'ClusterWorkflowTemplate';
  return isOpen || templates.some((one) => calledIn(one).has(name));
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
