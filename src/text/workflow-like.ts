import { parseYaml } from './yaml.js';
import type { YamlDocument, YamlNode, YamlPair } from './yaml-node.js';
import { isMappingStream } from './yaml-shape.js';

/** Does it read as YAML, and as nothing but mappings? */
export function isMapping(text: string): boolean {
  return isMappingStream(parseYaml(text));
}

/** More than a remark such as `Note: all steps run in order`. */
export function isWorkflowLike(text: string): boolean {
  const documents = parseYaml(text);
  const pairs = pairsOf(documents);
  return pairs.length > 1 && pairs.some(({ value }) => value.kind !== 'scalar') && isMappingStream(documents);
}

/** One key with a list of mappings below it, such as `steps`, or with mappings by name, such as `jobs`. */
export function isWorkflowOfOneKey(text: string): boolean {
  const documents = parseYaml(text);
  const [pair, ...others] = pairsOf(documents);
  return pair !== undefined && others.length === 0 && partsOf(pair.value).some(isMap) && isMappingStream(documents);
}

/** One key with a list of texts below it, such as `steps` with mere commands. */
export function isListOfTexts(text: string): boolean {
  const documents = parseYaml(text);
  const [pair, ...others] = pairsOf(documents);
  if (!pair || others.length > 0 || !isWord.test(pair.key.value) || !isMappingStream(documents)) return false;
  const parts = pair.value.kind === 'sequence' ? partsOf(pair.value) : [];
  return parts.length > 0 && parts.every(({ kind }) => kind === 'scalar');
}

/** One key of a workflow that is apart from the others, such as `env`; in a remark, words are below it. */
export function isKeyOfWorkflow(documents: readonly YamlDocument[]): boolean {
  const [pair, ...others] = pairsOf(documents);
  if (!pair || others.length > 0 || !isWord.test(pair.key.value)) return false;
  return partsOf(pair.value).some((part) => part.kind !== 'scalar' || !/\s/.test(part.value));
}

const isWord = /^[a-z]\w*$/;

function pairsOf(documents: readonly YamlDocument[]): readonly YamlPair[] {
  const root = documents.find((document) => document.root)?.root;
  return root?.kind === 'map' ? root.pairs : [];
}

function partsOf(node: YamlNode): readonly Exclude<YamlNode, { readonly kind: 'alias' }>[] {
  const parts = node.kind === 'map' ? node.pairs : node.kind === 'sequence' ? node.items : [];
  return parts.flatMap(({ value }) => (value.kind === 'alias' ? [] : [value]));
}

function isMap({ kind }: YamlNode): boolean {
  return kind === 'map';
}
