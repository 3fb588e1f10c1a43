import type { Report } from '../../diagnostics/diagnostics.js';
import { resolved, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { fieldOf, fieldValue, readValue, withMerged } from './fields.js';
import { type DaguStep, textAt, valueAt } from './step-keys.js';

/** The names that a document sets in its `env`: a mapping, or a list of `KEY=value` and of mappings. */
export function readEnvironment(root: YamlMap, file: string, report: Report): ReadonlyMap<string, string> {
  const environment = new Map<string, string>();
  const env = fieldValue(root, 'env');
  if (env?.kind === 'map') addPairs(env, environment);
  else if (env?.kind === 'sequence') {
    for (const { value } of env.items) {
      if (!addEntry(resolved(value), environment)) reportShape(value, file, report);
    }
  } else if (env) reportShape(fieldOf(root, 'env')!.value, file, report);
  return environment;
}

/** @returns whether the engine reads such an entry */
function addEntry(entry: YamlNode | undefined, environment: Map<string, string>): boolean {
  if (entry?.kind === 'map') {
    addPairs(entry, environment);
    return true;
  }
  const text = textOf(entry);
  const equals = text?.indexOf('=') ?? -1;
  if (text !== undefined && equals > 0) environment.set(text.slice(0, equals).trim(), text.slice(equals + 1));
  return equals >= 0;
}

function addPairs(map: YamlMap, environment: Map<string, string>): void {
  for (const { key, value } of withMerged(map).pairs) {
    const text = textOf(value);
    if (text !== undefined) environment.set(key.value, text);
  }
}

/** A lone `KEY=value` becomes the list that was meant. */
function reportShape(node: YamlNode, file: string, report: Report): void {
  const span = { file, start: node.start, end: Math.min(node.end, node.start + 80) };
  const text = textOf(node);
  const found = text === undefined ? (node.kind === 'sequence' ? 'a list in the list' : 'nothing') : `\`${text}\``;
  const isLone = node.kind === 'scalar' && node.style === 'plain' && /^[A-Za-z_]\w*=[\w./-]*$/.test(node.value);
  const fix = isLone ? [{ file, start: node.start, end: node.end, text: `[${node.value}]` }] : undefined;
  report('DW214', { found }, { span, fix });
}

/**
 * The names of a document's `params`: `A=1 B=2`, a list of such, a mapping, or in 2.x a list of entries with a `name`. A value without
 * a name has its position for one.
 */
export function readParameters(root: YamlMap): ReadonlySet<string> {
  return parametersIn(fieldValue(root, 'params'));
}

/** The same in a value of `params`. */
export function parametersIn(params: YamlNode | undefined): ReadonlySet<string> {
  if (!params) return none;
  const entries = params?.kind === 'sequence' ? params.items.map((item) => readValue(item.value)) : [params];
  const names = new Set<string>();
  let position = 0;
  for (const entry of entries) {
    if (!entry) continue;
    for (const name of namesIn(entry)) names.add(name);
    // A value without a name is called by its position, named ones counted.
    if (entry.kind === 'map') position += 1;
    else {
      for (const [word] of (textOf(entry) ?? '').matchAll(valueWord)) {
        position += 1;
        if (!/^[A-Za-z_]\w*=/.test(word)) names.add(String(position));
      }
    }
  }
  return names;
}

/** What blanks part, but for those in quotes. */
const valueWord = /(?:"(?:\\.|[^"\\])*"|'[^']*'|`[^`]*`|[^\s"'`]|["'`])+/g;

const none: ReadonlySet<string> = new Set();

function namesIn(entry: YamlNode): readonly string[] {
  if (entry.kind === 'map') {
    const inSchema = schemaNames(entry);
    if (inSchema) return inSchema;
    const name = textOf(fieldValue(entry, 'name'));
    return entry.pairs.length > 1 && name !== undefined ? [name] : entry.pairs.map(({ key }) => key.value);
  }
  return [...(textOf(entry) ?? '').matchAll(/(?:^|\s)([A-Za-z_]\w*)=/g)].map((match) => match[1]!);
}

/** A schema of parameters as such, or beside values; of one in a file, only the values are known. */
function schemaNames(entry: YamlMap): readonly string[] | undefined {
  const schema = fieldValue(entry, 'schema');
  const places = schema ? [schema.kind === 'map' && fieldValue(schema, 'properties'), fieldValue(entry, 'values')] : [];
  const found = [fieldValue(entry, 'properties'), ...places].flatMap((one) => (one && one.kind === 'map' ? [one] : []));
  return found.length === 0 ? undefined : found.flatMap(({ pairs }) => pairs.map(({ key }) => key.value));
}

/**
 * Names that a document gives its steps besides `env` and `params`: those of `secrets`, what a person is asked for in 1.x, and what 2.x
 * sets for every step. Each with the key that says so.
 */
export function readGiven(root: YamlMap, steps: readonly DaguStep[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const defaults = fieldValue(root, 'defaults');
  if (defaults?.kind === 'map')
    for (const name of readEnvironment(defaults, '', () => {}).keys()) given.set(name, 'defaults.env');
  for (const entry of listIn(root, 'secrets')) {
    const name = entry?.kind === 'map' ? textOf(fieldValue(entry, 'name')) : undefined;
    if (name !== undefined) given.set(name, 'secrets');
  }
  for (const step of steps) {
    if (step.keys.config < 0 || textAt(step, step.keys.type) !== 'hitl') continue;
    const config = valueAt(step, step.keys.config);
    for (const entry of config?.kind === 'map' ? listIn(config, 'input') : []) {
      const name = textOf(entry);
      if (name !== undefined) given.set(name, 'config.input');
    }
  }
  return given;
}

/** The key with which a document names files of variables other than `.env`, which both engines read where none is named. */
export function readEnvFiles(root: YamlMap): string | undefined {
  const pair = fieldOf(root, 'dotenv');
  const value = pair && resolved(pair.value);
  const files = value?.kind === 'sequence' ? value.items.map((item) => textOf(item.value)) : [textOf(value)];
  return files.every((file) => file === undefined || file === '' || file === '.env') ? undefined : pair?.key.value;
}

function listIn(map: YamlMap, key: string) {
  const list = fieldValue(map, key);
  return list?.kind === 'sequence' ? list.items.map(({ value }) => readValue(value)) : [];
}
