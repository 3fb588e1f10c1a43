import type { Report } from '../../diagnostics/diagnostics.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import type { GithubDocument } from './document.js';
import { meantKey } from './meant-key.js';

/** Reports a workflow that names no event to start it, where no other key was meant to. */
export function reportMissingEvents({ file, root, kind }: GithubDocument, report: Report): void {
  if (kind === 'action' || root.pairs.some(({ key }) => meantKey(key.value, 'workflow') === 'on')) return;
  const on = pairOf(root, 'on');
  if (on && namesEvents(on.value)) return;
  const { start, end } = on?.key ?? root.pairs[0]!.key;
  report('DW278', { key: 'on', isThere: on !== undefined }, { span: { file: file.path, start, end } });
}

function namesEvents(value: YamlNode): boolean {
  const entries = asMap(value)?.pairs ?? asSequence(value)?.items;
  return entries ? entries.length > 0 : textOf(value) !== undefined;
}
