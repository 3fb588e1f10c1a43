import { pairOf, textOf } from '../../text/yaml-access.js';
import { asksForSuccess, parseDepends } from './depends.js';
import { isHookTask } from './hook-task.js';
import type { ArgoList } from './lists.js';
import { isExpression } from './spelling.js';

/**
 * Can hooks be behind tasks whatever became of them? A list of dependencies asks for success alone. Where a task goes on after a
 * failure, a hook whose task is left out with others would undo that: Argo counts it as failed with what is before it.
 */
export function takesHooksAtEnds(list: Pick<ArgoList, 'kind' | 'steps'>): boolean {
  if (list.kind !== 'dag' || !isExpression(list)) return false;
  return list.steps.every(({ map }) => {
    const text = map && !isHookTask(map) ? textOf(pairOf(map, 'depends')?.value) : undefined;
    if (text === undefined) return true;
    const read = parseDepends(text);
    return read.ok && asksForSuccess(read.tree);
  });
}
