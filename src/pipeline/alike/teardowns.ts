import type { PlainWorkflow } from '../../formats/format.js';
import type { IsTeardown } from '../../passes/match/teardown.js';
import { standInsFor } from './stand-ins.js';

/**
 * By DAG: which of its steps take the workspace away by what they run. Of equal texts in DAGs of equal settings, names and needs apart,
 * one is read.
 */
export function teardownsByDag(
  { names, settings, suspects, nodeText }: PlainWorkflow,
  isTeardown: IsTeardown,
): ReadonlyMap<number, string> {
  const known = new Map<string, boolean>();
  const found = new Map<number, string>();
  for (const { dag, node } of suspects) {
    const name = names[dag]!;
    // A name that is a part of what is looked for makes another text of it, and is like no other.
    const key = standInsFor(name) && `${settings[dag]!} ${nodeText(dag, node).replaceAll(name, '\0')}`;
    let tearsDown = key === undefined ? undefined : known.get(key);
    if (tearsDown === undefined) {
      tearsDown = isTeardown(dag, node);
      if (key !== undefined) known.set(key, tearsDown);
    }
    if (tearsDown) found.set(dag, `${found.get(dag) ?? ''} ${node}`);
  }
  return found;
}
