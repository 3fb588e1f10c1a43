import type { PrintedItem } from '../../text/print-yaml.js';
import { printedItem } from '../../text/printed-value.js';
import { asSequence, pairOf, resolved } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import type { JobText } from './document.js';
import { nameInNeed } from './needs.js';
import { isPlainData } from './plain-data.js';

/** What a job takes over about a need besides its name, such as `artifacts: false`: where it gets a list of its own, that has to say it as well. */
export function needTakenOver(name: string, job: JobText): PrintedItem | undefined {
  const field = job.fields.get('needs');
  const items = (field && !field.own && asSequence(field.pair.value)?.items) || [];
  const item = items.find(({ value }) => resolved(value)?.kind === 'map' && nameInNeed(value) === name);
  return item && printedItem(item.value);
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
