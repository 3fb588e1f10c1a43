import type { Report } from '../../diagnostics/diagnostics.js';
import { trimSpace } from '../../text/trim-space.js';
import type { YamlMap, YamlScalar } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { textOf } from './fields.js';

/** Reports truth values and numbers without quotes where a text has to be, as in `command: true`: each version refuses a file with one. */
export function reportTypedTexts({ root, steps, file }: DaguDocument, report: Report): void {
  const look = (map: YamlMap, of: 'DAG' | 'step', texts: ReadonlySet<string>) => {
    for (const { key, value } of map.pairs) {
      if (value.kind !== 'scalar' || !texts.has(key.value)) continue;
      const type = typeOf(value);
      if (type === undefined) continue;
      const name = trimSpace(textOf(map, 'name') ?? '');
      const written = `\`${key.value}: ${value.value}\``;
      const inQuotes = `"${value.value}"`;
      const span = { file, start: value.start, end: value.end };
      report(
        'DW279',
        {
          of,
          called: key.value === 'name' || name === '' ? undefined : name,
          why: `has ${written}, which is ${type} and no text`,
          instead: `Write \`${key.value}: ${inQuotes}\`; \`apply --fix\` does it for you.`,
        },
        { span, fix: value.anchor === undefined ? [{ ...span, text: inQuotes }] : undefined },
      );
    }
  };
  look(root, 'DAG', textsOfDag);
  for (const { map } of steps.steps) if (map) look(map, 'step', textsOfStep);
}

export const textsOfDag: ReadonlySet<string> = new Set(['name']);
export const textsOfStep: ReadonlySet<string> = new Set([
  'name',
  'command',
  'run',
  'script',
  'call',
  'depends',
  'output',
]);

/** As the reader of both versions takes it, which takes `1e5`, `08` and dates for texts. */
function typeOf({ style, value }: YamlScalar): string | undefined {
  if (style !== 'plain') return undefined;
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(value)) return 'a truth value';
  return /^[-+]?(?:0[0-7]*|[1-9]\d{0,17}|(?:0|[1-9]\d*)\.\d+)$/.test(value) ? 'a number' : undefined;
}
