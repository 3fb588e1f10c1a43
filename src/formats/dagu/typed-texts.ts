import type { Report } from '../../diagnostics/diagnostics.js';
import { trimSpace } from '../../text/trim-space.js';
import { resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlScalar } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { textOf } from './fields.js';
import { handlersOf } from './handler-fields.js';
import { loopStepsOf, mapsOf } from './loop-steps.js';

/** Reports truth values, numbers, lists and mappings where a text has to be, as in `command: true`: each version refuses a file with one. */
export function reportTypedTexts(document: DaguDocument, report: Report): void {
  const { root, steps, file } = document;
  const look = (map: YamlMap, of: 'DAG' | 'step' | 'handler', texts: ReadonlySet<string>, handler?: string) => {
    const called = handler ?? trimSpace(textOf(map, 'name') ?? '');
    for (const { key, value } of map.pairs) {
      // What is no scalar there is reported where steps are read.
      const isName = of === 'step' && key.value === 'name';
      if (!texts.has(key.value) || (isName && value.kind !== 'scalar')) continue;
      const fault = value.kind === 'scalar' ? faultOfScalar(key.value, value) : faultOfInner(key.value, value);
      if (!fault) continue;
      const span = { file, start: value.start, end: value.end };
      report(
        'DW279',
        {
          of,
          called: called === '' || (key.value === 'name' && handler === undefined) ? undefined : called,
          why: fault.why,
          instead: fault.instead,
        },
        { span, fix: fault.inQuotes === undefined ? undefined : [{ ...span, text: fault.inQuotes }] },
      );
    }
  };
  look(root, 'DAG', textsOfDag);
  const maps = mapsOf(steps);
  for (const map of [...maps, ...loopStepsOf(maps)]) look(map, 'step', textsOfStep);
  for (const { key, value } of handlersOf(document)?.map.pairs ?? [])
    if (value.kind === 'map') look(value, 'handler', textsOfStep, key.value);
}

interface Fault {
  readonly why: string;
  readonly instead: string;
  readonly inQuotes?: string | undefined;
}

function faultOfScalar(key: string, value: YamlScalar): Fault | undefined {
  const type = typeOf(value);
  if (type === undefined) return undefined;
  const inQuotes = `"${value.value}"`;
  return {
    why: `has \`${key}: ${value.value}\`, which is ${type} and no text`,
    instead: `Write \`${key}: ${inQuotes}\`; \`apply --fix\` does it for you.`,
    inQuotes: value.anchor === undefined ? inQuotes : undefined,
  };
}

function faultOfInner(key: string, node: YamlNode): Fault | undefined {
  const value = resolved(node);
  const found = value?.kind === 'map' ? 'a mapping' : value?.kind === 'sequence' ? 'a list' : undefined;
  if (found === undefined || (found === 'a list' ? listsToo : mappingsToo).has(key)) return undefined;
  return { why: `has ${found} under \`${key}\`, and no text`, instead: `Write a text under \`${key}\`.` };
}

export const textsOfDag = keys('name description group queue shell workingDir working_dir logDir log_dir');
export const textsOfStep = keys(
  'name id description command run script shell call depends output stdout stderr dir workingDir working_dir',
);

/** What may be more than a text, in one version at least, or has messages of its own. */
const listsToo = keys('command run shell depends');
const mappingsToo = keys('output stdout stderr depends');

function keys(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** As the reader of both versions takes it, which takes `1e5`, `08` and dates for texts. */
function typeOf({ style, value }: YamlScalar): string | undefined {
  if (style !== 'plain') return undefined;
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(value)) return 'a truth value';
  return /^[-+]?(?:0[0-7]*|[1-9]\d{0,17}|(?:0|[1-9]\d*)\.\d+)$/.test(value) ? 'a number' : undefined;
}
