import { nearestName } from '../../lang/nearest.js';
import { resolved, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import type { Dialect } from './dialect.js';
import { fieldOf } from './fields.js';
import { type KeyedMap, keysOf } from './keys.js';

/** What a step can wait for: names and ids of the steps beside it. */
export type StepNames = ReadonlySet<string | undefined>;

/** A key of the other version is reported where versions are decided. */
export function isRead(written: string, of: KeyedMap, dialect: Dialect): boolean {
  if (of === 'step' && written === 'dependencies') return dialect !== 'v1';
  return keysOf(of, 'both').has(written) || lowered(of).has(written.toLowerCase()) || written === '<<';
}

/** 1.x takes its keys in any case. */
function lowered(of: KeyedMap): ReadonlySet<string> {
  let keys = inLowerCase.get(of);
  if (!keys) {
    keys = new Set([...keysOf(of, 'both')].map((key) => key.toLowerCase()));
    inLowerCase.set(of, keys);
  }
  return keys;
}

const inLowerCase = new Map<KeyedMap, ReadonlySet<string>>();

/** In 2.x `dependencies` of a step are files; names of steps among them were meant for `depends`. */
export function meantByRead({ key, value }: YamlPair, of: KeyedMap, names: () => StepNames): string | undefined {
  return of === 'step' && key.value === 'dependencies' && areAmong(value, names()) ? 'depends' : undefined;
}

/** What a key that no version reads was meant for, where that is near. A name is a text. */
export function meantBy(
  pair: YamlPair,
  map: YamlMap,
  of: KeyedMap,
  dialect: Dialect,
  names: StepNames,
): string | undefined {
  const meant = nearestKey(pair, map, of, dialect, names);
  return meant === 'name' && textOfNode(pair.value) === undefined ? undefined : meant;
}

function nearestKey(
  { key, value }: YamlPair,
  map: YamlMap,
  of: KeyedMap,
  dialect: Dialect,
  names: StepNames,
): string | undefined {
  const written = key.value.replace(/[-_ ]/g, '').toLowerCase();
  const known = keysOf(of, dialect);
  if (of === 'step') {
    if (forNeeds.has(written) && isListOfTexts(value)) return 'depends';
    if (maybeForNeeds.has(written) && areAmong(value, names)) return 'depends';
    if (forCommand.has(written)) return fieldOf(map, 'command') || fieldOf(map, 'run') ? undefined : commandIn(dialect);
    if (forName.has(written)) return fieldOf(map, 'name') ? undefined : 'name';
  }
  if (of === 'foreach' && forSteps.has(written) && resolved(value)?.kind === 'sequence') return 'steps';
  if (of === 'handlers' || of === 'continueOn') {
    const event = written.replace(/^on/, '');
    const meant = known.has(event) ? event : forEvents.get(event);
    if (meant !== undefined && known.has(meant)) return meant;
  }
  if (forEnvironment.has(written) && known.has('env')) return 'env';
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
const forSteps: ReadonlySet<string> = new Set(['step', 'tasks', 'do', 'body']);
const forEvents: ReadonlyMap<string, string> = new Map([
  ['failed', 'failure'],
  ['error', 'failure'],
  ['succeeded', 'success'],
  ['cancelled', 'abort'],
  ['canceled', 'abort'],
  ['always', 'exit'],
  ['finally', 'exit'],
  ['skip', 'skipped'],
]);
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
