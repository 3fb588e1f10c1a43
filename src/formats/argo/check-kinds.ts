import type { Report } from '../../diagnostics/diagnostics.js';
import { tagOf } from '../../text/tag-of.js';
import { asMap, asSequence, present, resolved } from '../../text/yaml-access.js';
import type { YamlNode, YamlScalar } from '../../text/yaml-node.js';
import { isPlainText } from './as-text.js';
import type { ArgoDocument } from './document.js';
import { type FieldKind, kindOf, levelUnder } from './field-table.js';
import { knownMapsOf } from './known-fields.js';
import { spansIn } from './spans.js';

/** Reports values of another kind than the engine takes there, such as a text under `withItems` or a number for a variable. */
export function checkKinds(document: ArgoDocument, report: Report): void {
  const at = spansIn(document.file);
  for (const { map, level, key: within, of, called } of knownMapsOf(document)) {
    for (const { key, value } of map.pairs) {
      const kind = kindOf(level, key.value);
      const isElsewhere =
        (reportedElsewhere.has(key.value) && level !== 'hook') ||
        (key.value === 'when' && level !== 'schedule') ||
        (key.value === 'depends' && resolved(value)?.kind !== 'scalar');
      const ofMaps = kind === 'list' && levelUnder(level, key.value) !== undefined;
      const faulty =
        kind && !isElsewhere && (faultyIn(value, kind, document.text) ?? (ofMaps ? noMapIn(value) : undefined));
      if (!faulty) continue;
      const path = within === undefined ? key.value : `${within}.${key.value}`;
      const span = at(faulty);
      const scalar = kind === 'text' || (kind === 'texts' && faulty !== value) ? resolved(faulty) : undefined;
      const quoted = scalar?.kind === 'scalar' ? `"${scalar.value}"` : undefined;
      const expected = ofMaps ? 'a list of mappings' : described[kind];
      const instead =
        quoted === undefined ? `Write ${expected} there.` : `Write \`${quoted}\`; \`apply --fix\` does it for you.`;
      const isFixed = quoted !== undefined && faulty === scalar && scalar.anchor === undefined;
      const fix = isFixed ? [{ ...span, text: quoted }] : undefined;
      report('DW279', { of, called, why: `has \`${path}\` that is not ${expected}`, instead }, { span, fix });
    }
  }
}

/** Their kinds are checked where they are read. */
const reportedElsewhere: ReadonlySet<string> = new Set([
  'arguments',
  'artifacts',
  'inputs',
  'outputs',
  'parameters',
  'steps',
  'tasks',
  'templates',
]);

const described: Readonly<Record<FieldKind, string>> = {
  text: 'a text',
  texts: 'a list of texts',
  list: 'a list',
  map: 'a mapping',
  flag: '`true` or `false`',
  number: 'a whole number',
  'number or text': 'a number or a text',
  any: 'a value',
};

/** The node that is of another kind; `undefined` where none is. A tag, such as `!!str`, makes of a scalar what it says. */
function faultyIn(node: YamlNode, kind: FieldKind, text: string): YamlNode | undefined {
  const value = resolved(node);
  if (kind === 'any' || !value || (value.kind === 'scalar' && value.type === 'null')) return undefined;
  if (value.kind === 'map') return kind === 'map' ? undefined : node;
  if (value.kind === 'sequence') {
    if (kind === 'list') return undefined;
    return kind === 'texts' ? value.items.map((item) => faultyIn(item.value, 'text', text)).find(Boolean) : node;
  }
  return isOf(value, kind) || tagOf(text, value) !== undefined ? undefined : node;
}

function noMapIn(node: YamlNode): YamlNode | undefined {
  const list = asSequence(node)?.items ?? [];
  return list.map(({ value }) => value).find((value) => present(value) && !asMap(value));
}

function isOf(value: YamlScalar, kind: FieldKind): boolean {
  const isText = value.style !== 'plain' || isPlainText(value);
  if (kind === 'text') return isText;
  if (kind === 'number or text') return isText || isWhole(value);
  if (kind === 'number') return !isText && isWhole(value);
  return kind === 'flag' && !isText && flag.test(value.value);
}

/** `0x10`, `1_000` and `5.0` are whole numbers as well. */
function isWhole({ value }: YamlScalar): boolean {
  return Number.isInteger(Number(value.replaceAll('_', '')));
}

const flag = /^(?:y|n|yes|no|on|off|true|false)$/i;
