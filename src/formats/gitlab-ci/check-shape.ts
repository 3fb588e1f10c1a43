import type { Report } from '../../diagnostics/diagnostics.js';
import { hookPrefix } from '../../model/mark.js';
import type { SourceFile } from '../../model/source.js';
import { tagOf } from '../../text/tag-of.js';
import { inQuotesOf } from '../../text/unwrap.js';
import { asMap, pairOf, resolved } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import type { JobText, PipelineDocument } from './document.js';
import { rootKeys } from './keys.js';
import { meantBy, meantByRoot } from './near-keys.js';

/** Reports jobs under a key that means something else, texts and lists in place of jobs, and jobs with nothing to do, as the last one where a text was cut off. */
export function reportShapes(
  { root, jobs, hasOthers }: PipelineDocument,
  { path: file, text }: SourceFile,
  report: Report,
): void {
  for (const pair of root.pairs) {
    const { key, value } = pair;
    const map = rootKeys.has(key.value) && key.value !== 'default' ? asMap(value) : undefined;
    const isJob = map?.pairs.some((pair) => pair.key.value === 'script' && isWritten(pair.value));
    if (isJob) report('DW267', { key: key.value }, { span: { file, start: key.start, end: key.end } });
    if (rootKeys.has(key.value) || key.value.startsWith('.')) continue;
    const span = { file, start: key.start, end: key.end };
    // Another file may have a job of that name, which this is then a part of. A hook is in no other file.
    const mayBePart = hasOthers && !key.value.startsWith(hookPrefix);
    const node = resolved(value);
    if (isNull(value)) {
      if (!mayBePart) report('DW268', { node: key.value }, { span });
    } else if (node && node.kind !== 'map' && tagOf(text, value) === undefined && meantByRoot(pair) === undefined) {
      report('DW249', { of: 'job', is: node.kind === 'sequence' ? 'list' : 'text' }, { span });
    }
  }
  for (const job of jobs) reportRun(job, file, report);
  if (hasOthers) return;
  for (const { name, pair, map, fields } of jobs) {
    // Of what it extends some may be in a file that was not read, but then it has others.
    if (map.pairs.length > 0 && ['script', 'trigger', 'run'].some((key) => isWritten(fields.get(key)?.pair.value)))
      continue;
    // The key that is wrong is reported.
    if (map.pairs.some(({ key }) => meantBy(key.value) !== undefined)) continue;
    if (pairOf(map, 'extends') && fields.parents.length === 0) continue;
    report('DW268', { node: name }, { span: { file, start: pair.key.start, end: pair.key.end } });
  }
}

/** Reports commands under the key that another engine has for them. */
function reportRun({ name, map }: JobText, file: string, report: Report): void {
  const run = pairOf(map, 'run');
  const value = run && resolved(run.value);
  const isText = (node: YamlNode | undefined) => node !== undefined && resolved(node)?.kind === 'scalar';
  const items = value?.kind === 'sequence' ? value.items : [];
  if (!run || (value?.kind === 'sequence' ? !items.some((item) => isText(item.value)) : !isText(value))) return;
  const span = { file, start: run.key.start, end: run.key.end };
  const fix = pairOf(map, 'script') ? undefined : [{ ...span, text: inQuotesOf(run.key, 'script') }];
  report('DW274', { node: name }, { span, fix });
}

function isWritten(value: YamlNode | undefined): boolean {
  return value !== undefined && !isNull(value);
}

function isNull(value: YamlNode): boolean {
  const node = resolved(value);
  return node?.kind === 'scalar' && node.type === 'null';
}
