import { trimSpace } from '../../text/trim-space.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { type Dialect, enginesOf } from './dialect.js';
import { fieldNamed, type Level } from './field-table.js';
import { fieldValue } from './fields.js';

/** Of these fields a mapping needs one at least, as its version spells them. */
export interface Missing {
  readonly anyOf: readonly string[];
  /** What to write there, where a name is not enough. */
  readonly as?: string;
  /** The field of the mapping that asks for them, and what it says where nothing else in it asks. */
  readonly askedBy?: string | undefined;
  readonly saying?: string | undefined;
}

/** What a field has for a value; `undefined` where that is missing or null. */
export type ReadField = (key: string) => Given | undefined;

interface Given {
  /** Has it nothing but blanks, or no entries? */
  readonly isEmpty: boolean;
  readonly text?: string;
}

/** The first of what a mapping lacks without which the engine refuses it; `undefined` where a version that the text may be for takes it. */
export function missingIn(level: Level, read: ReadField, dialect: Dialect): Missing | undefined {
  const rules = needed[level];
  if (!rules) return undefined;
  let missing: Missing | undefined;
  for (const version of enginesOf(dialect)) {
    const of = (key: string) => read(fieldNamed(key, version));
    const rule = rules.find((one) => (one.only ?? version) === version && isBroken(one, of));
    if (!rule) return undefined;
    const askedBy = rule.askedBy?.find((key) => of(key) !== undefined);
    const saying = rule.texts?.length === 1 ? rule.texts[0] : undefined;
    missing = { ...rule, anyOf: (rule.said ?? rule.anyOf).map((key) => fieldNamed(key, version)), askedBy, saying };
  }
  return missing;
}

/** Two fields of a mapping that no version takes together. */
export function bothIn(level: Level, read: ReadField): readonly [string, string] | undefined {
  const fields = either[level];
  return fields?.every((key) => isSomething(read(key))) ? fields : undefined;
}

const either: { readonly [L in Level]?: readonly [string, string] } = { container: ['exec', 'image'] };

/** The field in which the mappings of a list have to differ. */
export function nameOfItems(level: Level): string | undefined {
  return level === 'secret' ? 'name' : undefined;
}

export function readFields(map: YamlMap): ReadField {
  return (key) => {
    const value = fieldValue(map, key);
    if (value?.kind !== 'scalar') return value && { isEmpty: value.kind === 'sequence' && value.items.length === 0 };
    return { isEmpty: trimSpace(value.value) === '', text: value.value };
  };
}

interface Rule {
  readonly anyOf: readonly string[];
  readonly as?: string;
  /** Those that a message names, where not all of them are. */
  readonly said?: readonly string[];
  readonly only?: 'v1' | 'v2';
  /** Only where one of these is there, with one of these texts. */
  readonly askedBy?: readonly string[];
  readonly texts?: readonly string[];
  /** Only where one of these is there as well. */
  readonly beside?: readonly string[];
  /** Does an empty one count as missing? Elsewhere it is a fault of its own, or none. */
  readonly isFilled?: true;
  /** The same for a text without a character: blanks are something. */
  readonly isSomething?: true;
}

const asNumber = { as: 'with a whole number' };

const needed: { readonly [L in Level]?: readonly Rule[] } = {
  step: [
    { anyOf: ['id'], only: 'v2', askedBy: ['inputs', 'outputs'] },
    {
      anyOf: ['call', 'run', 'action', 'type', 'executor'],
      said: ['call'],
      askedBy: ['parallel'],
      // One with nothing to run is reported as that.
      beside: ['command', 'script', 'exec', 'container'],
    },
    { anyOf: ['messages'], askedBy: ['type'], texts: ['chat'], isFilled: true },
  ],
  output: [{ anyOf: ['name'], only: 'v1' }],
  retries: [
    { anyOf: ['limit'], ...asNumber },
    { anyOf: ['interval_sec'], ...asNumber },
  ],
  runRetries: [{ anyOf: ['limit'], ...asNumber }],
  repetition: [{ anyOf: ['condition', 'exit_code'], askedBy: ['repeat'], texts: ['while', 'until'], isFilled: true }],
  parallel: [{ anyOf: ['items'] }],
  condition: [
    { anyOf: ['condition', 'command'], only: 'v1' },
    { anyOf: ['condition', 'eval'], only: 'v2' },
    { anyOf: ['expected'], only: 'v2', askedBy: ['eval'] },
  ],
  container: [{ anyOf: ['image', 'exec'], isSomething: true }],
  secret: [
    { anyOf: ['name'] },
    { anyOf: ['provider'], only: 'v1' },
    { anyOf: ['key'], only: 'v1' },
    { anyOf: ['provider', 'ref'], only: 'v2' },
    { anyOf: ['key', 'ref'], only: 'v2' },
  ],
  message: [{ anyOf: ['role'] }, { anyOf: ['content'] }],
};

function isBroken({ anyOf, askedBy, texts, beside, ...rule }: Rule, read: ReadField): boolean {
  if (beside && !beside.some((key) => read(key) !== undefined)) return false;
  const isAsked = askedBy?.some((key) => {
    const given = read(key);
    return given !== undefined && (texts?.includes(given.text ?? '') ?? true);
  });
  if (isAsked === false) return false;
  return !anyOf.some((key) => {
    const given = read(key);
    return given !== undefined && !(rule.isFilled && given.isEmpty) && (!rule.isSomething || isSomething(given));
  });
}

function isSomething(given: Given | undefined): boolean {
  return given !== undefined && given.text !== '';
}
