import type { Report } from '../../diagnostics/diagnostics.js';
import { trimSpace } from '../../text/trim-space.js';
import { asMap, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { fieldOf, fieldValue, mapOf } from './fields.js';

/** Reports ids with which the engine refuses the file: 2.x takes no `-` in one, other than 1.30. */
export function reportRefusedIds({ steps, file }: DaguDocument, dialect: Dialect, report: Report): void {
  const reached = new Set<YamlMap>();
  const look = (map: YamlMap) => {
    // Aliases can make one mapping a part of itself.
    if (reached.has(map)) return;
    reached.add(map);
    const value = fieldOf(map, 'id')?.value;
    const id = trimSpace(textOfNode(value) ?? '');
    const why = id === '' ? undefined : refusal(id, dialect);
    if (why) {
      const span = { file, start: value!.start, end: value!.end };
      report('DW230', { id, why, instead: meantId(id), needs: 'depends' }, { span });
    }
    const body = mapOf(fieldValue(map, 'foreach'));
    const inner = body && fieldValue(body, 'steps');
    for (const item of inner?.kind === 'sequence' ? inner.items : []) {
      const step = asMap(item.value);
      if (step) look(step);
    }
  };
  for (const { map } of steps.steps) if (map) look(map);
}

/** Does every version take it? */
export function isUsualId(id: string): boolean {
  return /^[A-Za-z]\w*$/.test(id) && !reserved.has(id);
}

function refusal(id: string, dialect: Dialect): string | undefined {
  if (reserved.has(id)) return 'is a word of the engine';
  if (!/^[A-Za-z][\w-]*$/.test(id)) return 'is not a letter followed by letters, digits and `_`';
  return dialect === 'v2' && id.includes('-') ? 'has a `-` in it' : undefined;
}

/** These are parts of what is written about a step: `${build.stdout}`. */
const reserved: ReadonlySet<string> = new Set(['env', 'params', 'args', 'stdout', 'stderr', 'output', 'outputs']);

function meantId(id: string): string | undefined {
  if (reserved.has(id)) return undefined;
  const meant = id.replace(/[^A-Za-z0-9_]/g, '_').replace(/^[^A-Za-z]+/, '');
  return meant === '' ? undefined : meant;
}
