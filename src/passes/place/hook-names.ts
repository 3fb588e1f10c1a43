import type { Engine } from '../../model/engine.js';
import { hookPrefix } from '../../model/mark.js';
import type { Dag } from '../../model/workflow.js';
import { nodesAbout } from '../graph/nodes-about.js';
import type { Hook } from '../graph/slot.js';
import { distinctName, hookName } from '../rules/hook-name.js';
import type { PlacedNode } from './place.js';
import type { Remarks } from './remarks.js';
import { hooksOf, identityOf, uniqueNames } from './unique-names.js';

/**
 * A name for each hook of a list. It depends on the rule and on what the hook is about alone; where that is also the name or
 * id of a node, or of another hook, each of the hooks has a hash of both added, so that no order plays a part.
 */
export function nameHooks(
  dag: Dag,
  list: readonly PlacedNode[],
  limits: Pick<Engine, 'maxNameBytes' | 'nameSigns' | 'foldsNames'>,
  remarks: Remarks,
): ReadonlyMap<Hook, string> {
  const taken: string[] = [];
  for (const { name, id } of dag.nodes) {
    taken.push(name);
    if (id !== undefined) taken.push(id);
  }
  const plain = (hook: Hook) => hookName(hook.rule, nodesAbout(hook, dag), limits);
  const distinct = (hook: Hook, name: string, round: number) =>
    distinctName(name, [...identityOf(hook, dag), ...(round === 0 ? [] : [String(round)])], limits.maxNameBytes);
  const hooks = hooksOf(list);
  const alike = new Map(
    dag.nodes.flatMap((node) => (node.name.startsWith(hookPrefix) && !node.isOwn ? [[node.name, node]] : [])),
  );
  for (const hook of alike.size === 0 ? [] : hooks) {
    const node = alike.get(plain(hook));
    if (node) remarks.calledLike(hook.rule, dag, node);
  }
  return uniqueNames(hooks, taken, plain, distinct, limits.foldsNames ? (name) => name.toLowerCase() : undefined);
}
