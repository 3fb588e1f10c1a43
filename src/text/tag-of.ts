import type { YamlNode } from './yaml-node.js';

/** The tag before a node, such as `!reference`; `undefined` without one. */
export function tagOf(text: string, { start }: Pick<YamlNode, 'start'>): string | undefined {
  return /(![^\s,[\]{}]*)\s*(?:&[^\s,[\]{}]+\s*)?$/.exec(text.slice(Math.max(0, start - longestTag), start))?.[1];
}

const longestTag = 200;
