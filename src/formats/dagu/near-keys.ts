import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { resolved, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair, YamlScalar } from '../../text/yaml-node.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { fieldOf, textOf } from './fields.js';
import { keysOf } from './keys.js';

/** Reports keys that no version reads and that come near to one that is read: a dependency that nobody reads orders nothing. */
export function reportNearKeys({ root, steps, file }: DaguDocument, dialect: Dialect, report: Report): void {
  const names = new Set(steps.steps.flatMap(({ map }) => (map ? [textOf(map, 'name'), textOf(map, 'id')] : [])));
  const look = (map: YamlMap, of: 'step' | 'document') => {
    const corrected = new Set<string>();
    for (const pair of map.pairs) {
      const written = pair.key.value;
      const isKey = isRead(written, of, dialect);
      const meant = isKey ? meantFor(pair, names) : meantBy(pair, map, of, dialect, names);
      if (meant === undefined) continue;
      const span = { file, start: pair.key.start, end: pair.key.end };
      const isFree = !fieldOf(map, meant) && !corrected.has(meant);
      corrected.add(meant);
      const fix = isFree ? [{ ...span, text: inQuotesOf(pair.key, meant) }] : undefined;
      report('DW228', { key: written, meant, of: of === 'step' ? 'a step' : 'a DAG', isKey }, { span, fix });
    }
  };
  look(root, 'document');
  for (const { map } of steps.steps) if (map) look(map, 'step');
}

/** A key of the other version is reported where versions are decided. */
function isRead(written: string, of: 'step' | 'document', dialect: Dialect): boolean {
  if (written === 'dependencies') return dialect !== 'v1';
  return keysOf(of, 'both').has(written) || lowered[of].has(written.toLowerCase()) || written === '<<';
}

/** 1.x takes its keys in any case. */
const lowered = {
  step: new Set([...keysOf('step', 'both')].map((key) => key.toLowerCase())),
  document: new Set([...keysOf('document', 'both')].map((key) => key.toLowerCase())),
};

/** In 2.x `dependencies` of a step are files; names of steps among them were meant for `depends`. */
function meantFor({ key, value }: YamlPair, names: ReadonlySet<string | undefined>): string | undefined {
  return key.value === 'dependencies' && areAmong(value, names) ? 'depends' : undefined;
}

function meantBy(
  { key, value }: YamlPair,
  map: YamlMap,
  of: 'step' | 'document',
  dialect: Dialect,
  names: ReadonlySet<string | undefined>,
): string | undefined {
  const written = key.value.replace(/[-_ ]/g, '').toLowerCase();
  const known = keysOf(of, dialect);
  if (of === 'step') {
    if (forNeeds.has(written) && isListOfTexts(value)) return 'depends';
    if (maybeForNeeds.has(written) && areAmong(value, names)) return 'depends';
    if (forCommand.has(written)) return fieldOf(map, 'command') || fieldOf(map, 'run') ? undefined : commandIn(dialect);
    if (forName.has(written)) return fieldOf(map, 'name') ? undefined : 'name';
  }
  if (forEnvironment.has(written)) return 'env';
  if (of === 'document' && written === 'step') return undefined;
  const spelled = [...known].find((one) => one.replaceAll('_', '').toLowerCase() === written);
  return spelled ?? nearestName(key.value, known);
}

/** What other languages call it. */
const forNeeds: ReadonlySet<string> = new Set(['dependson', 'dependon', 'needs', 'need']);
const maybeForNeeds: ReadonlySet<string> = new Set([
  'after',
  'dependencies',
  'dependency',
  'parents',
  'requires',
  'runafter',
  'upstream',
  'waitfor',
]);
const forCommand: ReadonlySet<string> = new Set(['cmd', 'cmds', 'bash', 'commandline']);
const forName: ReadonlySet<string> = new Set(['title', 'stepname', 'step']);
const forEnvironment: ReadonlySet<string> = new Set(['environment', 'envvars']);

function commandIn(dialect: Dialect): string {
  return dialect === 'v2' ? 'run' : 'command';
}

function isListOfTexts(node: YamlNode): boolean {
  const value = resolved(node);
  if (value?.kind === 'scalar') return true;
  return value?.kind === 'sequence' && value.items.every((item) => textOfNode(item.value) !== undefined);
}

function areAmong(node: YamlNode, names: ReadonlySet<string | undefined>): boolean {
  const value = resolved(node);
  const texts = value?.kind === 'sequence' ? value.items.map((item) => textOfNode(item.value)) : [textOfNode(node)];
  return texts.length > 0 && texts.every((text) => text !== undefined && names.has(text));
}

function inQuotesOf({ style }: YamlScalar, key: string): string {
  return style === 'double' ? `"${key}"` : style === 'single' ? `'${key}'` : key;
}
