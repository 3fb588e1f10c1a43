import type { DagPlan } from '../../model/plan.js';
import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { ArgoWorkflow } from './argo-workflow.js';
import type { ArgoDocument } from './document.js';
import { hookExpressions } from './hook-needs.js';
import { type HookPlace, runtimeImage } from './step-fields.js';

/** What the hooks of a DAG are written for. */
export function hookPlace({ texts, places, options }: ArgoWorkflow, plan: DagPlan): HookPlace {
  const text = texts[plan.dag]!;
  const { document, list } = places[plan.dag]!;
  return {
    image: runtimeImage(options.settings),
    needs: list.kind === 'steps' ? undefined : text.spelling.needs === 'depends' ? 'depends' : 'dependencies',
    ...defaultsOf(document),
    expressionOf: hookExpressions(text, plan),
  };
}

/** What a workflow says for all of its templates. */
export function defaultsOf({ spec }: ArgoDocument): Pick<HookPlace, 'retriesAll' | 'endsAll'> {
  const defaults = asMap(pairOf(spec, 'templateDefaults')?.value);
  const has = (map: YamlMap | undefined, key: string) => map !== undefined && pairOf(map, key) !== undefined;
  return {
    retriesAll: has(spec, 'retryStrategy') || has(defaults, 'retryStrategy'),
    endsAll: has(defaults, 'activeDeadlineSeconds'),
  };
}
