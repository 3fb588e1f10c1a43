import type { Report } from '../../diagnostics/diagnostics.js';
import { pairOf, resolved } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';

/**
 * Reports a mapping or a text where a list of what runs has to be: nobody reads it, and rules do not see it.
 * @returns whether there is one
 */
export function reportNoList(map: YamlMap, key: string, of: string, file: string, report: Report): boolean {
  const pair = pairOf(map, key);
  const value = pair && resolved(pair.value);
  if (!pair || !value || value.kind === 'sequence' || (value.kind === 'scalar' && value.type === 'null')) return false;
  const span = { file, start: pair.key.start, end: pair.key.end };
  report('DW285', { key, of, isMap: value.kind === 'map' }, { span });
  return true;
}
