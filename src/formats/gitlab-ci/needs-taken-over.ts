import type { PrintedItem } from '../../text/print-yaml.js';
import { printedItem } from '../../text/printed-value.js';
import { asSequence, pairOf, resolved } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import type { JobText } from './document.js';
import { nameInNeed } from './needs.js';
import { isPlainData } from './plain-data.js';

/**
 * A need that a job takes over, with what is said there besides its name, such as `artifacts: false`: where it gets a list of its own, that
 * has to say the same.
 */
export function needTakenOver(name: string, job: JobText): PrintedItem | undefined {
  const field = job.fields.get('needs');
  const items = (field && !field.own && asSequence(field.pair.value)?.items) || [];
  const item = items.find(({ value }) => nameInNeed(value) === name);
  return item && (resolved(item.value)?.kind === 'map' ? printedItem(item.value) : name);
}

/** Can each of these be written again, in another list, as what it is? */
export function mayBeRepeated(items: readonly YamlNode[], text: string): boolean {
  const names = items.map(nameInNeed);
  return new Set(names).size === names.length && items.every((item) => isNeedOfJob(item, text));
}

function isNeedOfJob(item: YamlNode, text: string): boolean {
  const node = resolved(item);
  if (node?.kind !== 'map') return node?.kind === 'scalar';
  const isOfOthers = ['project', 'pipeline'].some((key) => pairOf(node, key));
  return !isOfOthers && nameInNeed(node) !== undefined && isPlainData(item, text);
}
