import type { InjectedNode, KeptNode, PlannedNode } from '../../model/plan.js';
import { pairOf, resolved } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { isOptionalNeed, nameInNeed } from './needs.js';
import type { Pipeline } from './pipeline.js';
import { rulesOf, valueIn } from './when-of-jobs.js';

/**
 * Would a job start without a hook that it is to wait for, where one of its rules matches? Needs of a rule take the place of those of
 * the job, and of its stage.
 */
export function rulesPassHooks(kept: KeptNode, nodes: readonly PlannedNode[], pipeline: Pipeline): boolean {
  const { document, workflow } = pipeline;
  const { rules } = rulesOf(document.jobs[kept.node]!, pipeline);
  const lists = rules.flatMap((rule) => {
    const needs = valueIn(rule, 'needs');
    return needs ? [itemsIn(needs)] : [];
  });
  if (lists.length === 0 || kept.needs) return lists.length > 0;
  const own = workflow.dags[0]!.nodes[kept.node]!.stage!;
  const passes = ({ about, stage, injection: { rule } }: InjectedNode) => {
    if (!rule.await || rule.run !== 'success') return false;
    if (about === undefined) return stage === 0 ? lists.some(mayBeEmpty) : stage! < own;
    // What is before a job that it needs has run as well.
    const { name } = document.jobs[about]!;
    return rule.point === 'post_task' && lists.some((items) => items.some((item) => nameInNeed(item) === name));
  };
  return nodes.some((node) => node.kind === 'injected' && passes(node));
}

function itemsIn(needs: YamlNode): readonly YamlNode[] {
  const node = resolved(needs);
  return node?.kind === 'sequence' ? node.items.map(({ value }) => value) : [needs];
}

/** Does a list of needs hold nothing that a pipeline has in any case? */
function mayBeEmpty(items: readonly YamlNode[]): boolean {
  return items.every((item) => isOptionalNeed(item) || isOfOthers(item));
}

/** Files of other pipelines are there before this one begins. */
function isOfOthers(item: YamlNode): boolean {
  const node = resolved(item);
  return node?.kind === 'map' && ['project', 'pipeline'].some((key) => pairOf(node, key) !== undefined);
}
