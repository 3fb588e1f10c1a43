import { asMap, pairOf, present, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { EndingList } from './after-failure.js';
import type { ArgoPlace } from './argo-workflow.js';
import { askedSuccesses } from './asked-successes.js';
import type { Depends } from './depends.js';
import { isTrue } from './is-true.js';
import { targetValue } from './target.js';
import { targetsIn } from './task-names.js';

interface ReadTasks {
  readonly names: readonly string[];
  readonly expressions: readonly ({ readonly tree: Depends } | undefined)[];
  readonly needs: readonly (readonly { readonly name: string }[] | undefined)[];
}

/** A template as far as how it ends is concerned. */
export function endingList({ name, list, template }: ArgoPlace, { names, expressions, needs }: ReadTasks): EndingList {
  const dag = asMap(pairOf(template.map, 'dag')?.value);
  const target = dag && targetValue(dag);
  return {
    dag: name,
    list,
    target: target && targetsIn(target.value),
    tasks: list.steps.map(({ map }, index) => ({
      name: names[index]!,
      tree: expressions[index]?.tree,
      needs: needs[index]?.map((need) => need.name) ?? [],
      successes: askedSuccesses(textOf(pairOf(map!, 'when')?.value) ?? ''),
      goesOn: goesOn(map!),
      repeats: repeats.some((key) => present(pairOf(map!, key)?.value)),
    })),
  };
}

const repeats = ['withItems', 'withParam', 'withSequence'];

/** Does what is behind it run although it failed? */
export function goesOn(task: YamlMap): boolean {
  const tolerance = asMap(pairOf(task, 'continueOn')?.value);
  return isTrue(tolerance && pairOf(tolerance, 'failed')?.value);
}
