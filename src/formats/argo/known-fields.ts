import { asMap, pairOf, resolved } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { nameOf } from './check-refused.js';
import type { ArgoDocument } from './document.js';
import { kindOf, type Level, levelUnder } from './field-table.js';
import { listOf } from './lists.js';

/** A mapping whose fields are known, and what has it. */
export interface KnownMap {
  readonly map: YamlMap;
  readonly level: Level;
  /** The key that it is under; `undefined` for what has a name of its own. */
  readonly key: string | undefined;
  readonly of: string;
  readonly called: string | undefined;
  /** It is alone in place of a list of its like, or the other way round, and so is nothing that the engine reads. */
  readonly isOdd: boolean;
}

/** The mappings of a document whose fields are known. One that aliases bring in again is there once. */
export function knownMapsOf({ root, kind, name, spec, templates }: ArgoDocument): readonly KnownMap[] {
  const found: KnownMap[] = [];
  const reached = new Set<YamlMap>();
  const look = (one: KnownMap) => {
    if (reached.has(one.map)) return;
    reached.add(one.map);
    found.push(one);
    const hooks = kindOf(one.level, 'hooks') && asMap(pairOf(one.map, 'hooks')?.value);
    for (const { key, value } of hooks ? hooks.pairs : []) {
      const map = asMap(value);
      if (map) look({ ...one, map, level: 'hook', key: `hooks.${key.value}` });
    }
    for (const { key, value } of one.map.pairs) {
      const level = levelUnder(one.level, key.value);
      if (!level) continue;
      const inner = resolved(value);
      const nodes = inner?.kind === 'sequence' ? inner.items.map((item) => item.value) : [value];
      const isOdd = one.isOdd || (kindOf(one.level, key.value) === 'list') !== (inner?.kind === 'sequence');
      for (const map of nodes.flatMap((node) => asMap(node) ?? [])) look({ ...one, map, level, key: key.value, isOdd });
    }
  };
  const ofWorkflow = { key: undefined, of: 'workflow', called: name || undefined, isOdd: false };
  const outer = kind === 'CronWorkflow' && asMap(pairOf(root, 'spec')?.value);
  if (outer) look({ ...ofWorkflow, map: outer, level: 'schedule' });
  look({ ...ofWorkflow, map: root, level: 'root' });
  look({ ...ofWorkflow, map: spec, level: 'spec' });
  for (const { map, name: called, type } of templates) {
    look({ map, level: 'template', key: undefined, of: 'template', called: called || undefined, isOdd: false });
    if (type !== 'dag' && type !== 'steps') continue;
    const [level, of] = type === 'dag' ? (['task', 'task'] as const) : (['step', 'step'] as const);
    for (const { map: one } of listOf(map, type).steps)
      if (one) look({ map: one, level, key: undefined, of, called: nameOf(one) || undefined, isOdd: false });
  }
  return found;
}
