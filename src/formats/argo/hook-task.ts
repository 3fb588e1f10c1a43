import { hookPrefix } from '../../model/mark.js';
import { pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';

/** Is a task, or a step, one that was added as a hook? A task of the workflow may be called like one, but names a template. */
export function isHookTask(task: YamlMap): boolean {
  return textOf(pairOf(task, 'name')?.value)?.startsWith(hookPrefix) === true && pairOf(task, 'inline') !== undefined;
}
