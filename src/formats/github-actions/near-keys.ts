import type { Report } from '../../diagnostics/diagnostics.js';
import { pairOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { keyFixes } from '../key-fixes.js';
import type { GithubDocument } from './document.js';
import { type KeyOwner, meantKey } from './meant-key.js';

/**
 * Reports keys that GitHub does not know and that come near to one that it does: a dependency that nobody reads orders nothing. One
 * that hides from the rules what a job does, or where, is an error.
 */
export function reportNearKeys({ file, root, kind, outer, bodies }: GithubDocument, report: Report): void {
  const look = (map: YamlMap | undefined, of: KeyOwner, called: string) => {
    if (!map) return;
    const fixOf = keyFixes(map, file.path);
    for (const { key, value } of map.pairs) {
      if (of === 'workflow' && isForAliases(key.value, value)) continue;
      const meant = meantKey(key.value, of);
      if (meant === undefined) continue;
      const span = { file: file.path, start: key.start, end: key.end };
      const fix = fixOf(key, meant);
      if (of === 'job' && fix && hiding.has(meant) && !pairOf(map, 'uses'))
        report('DW284', { key: key.value, meant, of: called }, { span, fix });
      else report('DW228', { key: key.value, meant, of: called, isKey: false }, { span, fix });
    }
  };
  if (kind === 'workflow') {
    look(root, 'workflow', 'a workflow');
    for (const { map } of outer.steps) look(map, 'job', 'a job');
  }
  for (const { steps } of kind === 'action' ? [outer] : bodies.map(({ list }) => list))
    for (const { map } of steps) look(map, 'step', 'a step');
}

/** What is only there to be named elsewhere is no misspelt key. */
function isForAliases(key: string, value: YamlNode): boolean {
  return key.startsWith('x-') || (value.kind !== 'alias' && value.anchor !== undefined);
}

/** What a job does, and what runs it. */
const hiding: ReadonlySet<string> = new Set(['steps', 'runs-on']);
