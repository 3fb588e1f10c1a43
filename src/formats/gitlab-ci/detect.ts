import { parseYaml } from '../../text/yaml.js';
import { asMap, pairOf, resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { rootKeys } from './keys.js';

/** Does the text look like a pipeline of GitLab? Its jobs are among the keys of the first level, as in no other language. */
export function looksLikePipeline(text: string): boolean {
  if (!mayBe.test(text) || ofOthers.test(text)) return false;
  return parseYaml(text).some(({ root }) => root?.kind === 'map' && isPipeline(root));
}

/** A cheap look before the text is read. */
const mayBe = /(?:^|[\s{,"'])(?:script|trigger|extends|include)["']?[ \t]*:/;
const ofOthers = /(?:^|\n)["']?(?:apiVersion|steps|jobs|pipelines|handlerOn|handler_on|on)["']?[ \t]*:/;

function isPipeline(root: YamlMap): boolean {
  const maps = root.pairs.flatMap(({ key, value }) => {
    const map = rootKeys.has(key.value) ? undefined : asMap(value);
    return map ? [map] : [];
  });
  if (maps.some(isJob)) return true;
  const include = pairOf(root, 'include')?.value;
  return include !== undefined && isInclude(include) && !pairOf(root, 'version');
}

function isJob(map: YamlMap): boolean {
  const script = pairOf(map, 'script')?.value;
  const found = script && resolved(script);
  if (found && (found.kind === 'sequence' || (found.kind === 'scalar' && found.type !== 'null')))
    return !pairOf(map, 'steps');
  return pairOf(map, 'trigger') !== undefined || (pairOf(map, 'extends') !== undefined && !pairOf(map, 'image'));
}

/** `- local: …`, `- template: …`, or the path of a YAML file. */
function isInclude(value: YamlNode): boolean {
  const node = resolved(value);
  if (node?.kind === 'sequence') return node.items.some((item) => isInclude(item.value));
  if (node?.kind === 'map')
    return ['local', 'template', 'project', 'remote', 'component', 'file'].some((key) => pairOf(node, key));
  return node?.kind === 'scalar' && /\.ya?ml$/.test(node.value);
}
