import { asMap } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';

/** Is it a list or a mapping of mappings that all run something, or have under their name what does? */
export function areSteps(node: YamlNode | undefined): boolean {
  const steps = stepsIn(node);
  return steps.length > 0 && steps.every((step) => runsSomething(step) || runsSomething(asMap(step)?.pairs[0]?.value));
}

/** Is it a list that steps can be: all of it commands, or one of its mappings runs something? */
export function mayBeSteps(node: YamlNode | undefined): boolean {
  const steps = stepsIn(node);
  if (steps.some(runsSomething)) return true;
  return node?.kind === 'sequence' && steps.length > 0 && steps.every((step) => step.kind === 'scalar');
}

function runsSomething(node: YamlNode | undefined): boolean {
  return asMap(node)?.pairs.some(({ key }) => runs.has(key.value)) ?? false;
}

export function stepsIn(node: YamlNode | undefined): readonly YamlNode[] {
  if (node?.kind === 'sequence') return node.items.map((item) => item.value);
  return node?.kind === 'map' ? node.pairs.map((pair) => pair.value) : [];
}

const runs: ReadonlySet<string> = new Set(['command', 'cmd', 'run', 'script', 'call', 'action']);
