import type { Report } from '../../diagnostics/diagnostics.js';
import { asMap, pairOf, resolved } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import type { PipelineDocument } from './document.js';
import { rootKeys } from './keys.js';
import { meantBy } from './near-keys.js';

/** Reports jobs under a key that means something else, or with nothing to do, as the last one where a text was cut off. */
export function reportShapes({ root, jobs, include }: PipelineDocument, file: string, report: Report): void {
  for (const { key, value } of root.pairs) {
    const map = rootKeys.has(key.value) && key.value !== 'default' ? asMap(value) : undefined;
    const isJob = map?.pairs.some((pair) => pair.key.value === 'script' && isWritten(pair.value));
    if (isJob) report('DW267', { key: key.value }, { span: { file, start: key.start, end: key.end } });
    // What is included may have a job of that name, which this is then a part of.
    const isIdle = !include && !rootKeys.has(key.value) && !key.value.startsWith('.') && isNull(value);
    if (isIdle) report('DW268', { node: key.value }, { span: { file, start: key.start, end: key.end } });
  }
  if (include) return;
  for (const { name, pair, map, fields } of jobs) {
    // Of what it extends some may be in a file that was not read, but then there is an include.
    if (map.pairs.length > 0 && ['script', 'trigger', 'run'].some((key) => isWritten(fields.get(key)?.pair.value)))
      continue;
    // The key that is wrong is reported.
    if (map.pairs.some(({ key }) => meantBy(key.value) !== undefined)) continue;
    if (pairOf(map, 'extends') && fields.parents.length === 0) continue;
    report('DW268', { node: name }, { span: { file, start: pair.key.start, end: pair.key.end } });
  }
}

function isWritten(value: YamlNode | undefined): boolean {
  return value !== undefined && !isNull(value);
}

function isNull(value: YamlNode): boolean {
  const node = resolved(value);
  return node?.kind === 'scalar' && node.type === 'null';
}
