import type { Report } from '../../diagnostics/diagnostics.js';
import { trimSpace } from '../../text/trim-space.js';
import type { YamlMap, YamlScalar } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { textOf } from './fields.js';
import { handlersOf } from './handler-fields.js';

/** Reports truth values and numbers without quotes where a text has to be, as in `command: true`: each version refuses a file with one. */
export function reportTypedTexts(document: DaguDocument, report: Report): void {
  const { root, steps, file } = document;
  const look = (map: YamlMap, of: 'DAG' | 'step' | 'handler', texts: ReadonlySet<string>, handler?: string) => {
    const called = handler ?? trimSpace(textOf(map, 'name') ?? '');
    for (const { key, value } of map.pairs) {
      if (value.kind !== 'scalar' || !texts.has(key.value)) continue;
      const type = typeOf(value);
      if (type === undefined) continue;
      const written = `\`${key.value}: ${value.value}\``;
      const inQuotes = `"${value.value}"`;
      const span = { file, start: value.start, end: value.end };
      report(
        'DW279',
        {
          of,
          called: called === '' || (key.value === 'name' && handler === undefined) ? undefined : called,
          why: `has ${written}, which is ${type} and no text`,
          instead: `Write \`${key.value}: ${inQuotes}\`; \`apply --fix\` does it for you.`,
        },
        { span, fix: value.anchor === undefined ? [{ ...span, text: inQuotes }] : undefined },
      );
    }
  };
  look(root, 'DAG', textsOfDag);
  for (const { map } of steps.steps) if (map) look(map, 'step', textsOfStep);
  for (const { key, value } of handlersOf(document)?.map.pairs ?? [])
    if (value.kind === 'map') look(value, 'handler', textsOfStep, key.value);
}

export const textsOfDag = keys('name description group queue shell workingDir working_dir logDir log_dir');
export const textsOfStep = keys(
  'name id description command run script shell call depends output stdout stderr dir workingDir working_dir',
);

function keys(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** As the reader of both versions takes it, which takes `1e5`, `08` and dates for texts. */
function typeOf({ style, value }: YamlScalar): string | undefined {
  if (style !== 'plain') return undefined;
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(value)) return 'a truth value';
  return /^[-+]?(?:0[0-7]*|[1-9]\d{0,17}|(?:0|[1-9]\d*)\.\d+)$/.test(value) ? 'a number' : undefined;
}
