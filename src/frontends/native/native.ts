import { basename, dirname } from 'node:path';
import { type Report, silent } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { Layer, Located, PackUse, WrittenStep } from '../../model/layer.js';
import { reportProblem } from '../../text/problems.js';
import { pairOf } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import type { ConfigurationText } from '../configuration-text.js';
import type { Frontend } from '../frontend.js';
import { parameterSchema } from '../pack-schema.js';
import { check, checkByKeys } from '../schema-issues.js';
import { frameSchema, ownLists, stepKeys, stepSchema } from '../section-schema.js';
import { below, readSettings } from '../section-settings.js';
import { keySpan, locate, mapAt, readWritten, type Written, type WrittenMap } from '../written.js';
import { readStep } from '../written-step.js';
import { fillIn, textsOf } from './fill-in.js';
import { findMisplacedSection, isOwn, tellingWhere } from './misplaced.js';
import { type Parameters, readParameters } from './parameters.js';
import { readDenials, readRules } from './rules.js';

/** The `hooks` section: `step_definitions` and `injections`, inside a larger configuration or as a file of its own. */
export const native: Frontend = {
  accepts: () => true,
  read: (text, report) => readNative(text, report),
};

/** A file that another one extends. */
export function readPack(text: ConfigurationText, use: PackUse, report: Report): Layer | undefined {
  if (!hasSection(text.root)) {
    report('DW399', { pack: use.pack.value, file: text.file.path }, { span: use.pack.span });
    return undefined;
  }
  return readNative(text, report, use);
}

/** The packs that a configuration extends itself, as far as it can be read. */
export function packsOf(text: ConfigurationText): readonly Located<string>[] {
  const section = findSection(text, silent);
  const written = section && readWritten(text.file.path, section, silent);
  return written?.kind === 'map' ? readUses(written).map(({ pack }) => pack) : [];
}

function hasSection(root: ConfigurationText['root']): boolean {
  return ['hooks', ...ownLists].some((key) => pairOf(root, key));
}

/** @param use the place that extends it, of a pack */
function readNative(text: ConfigurationText, report: Report, use?: PackUse): Layer | undefined {
  const section = findSection(text, report);
  if (!section) return undefined;
  const { file } = text;
  for (const problem of text.problems) {
    if (problem.start >= section.start && problem.end <= section.end) reportProblem(file.path, problem, report);
  }
  const raw = readWritten(file.path, section, report);
  if (!raw || (raw.kind === 'scalar' && raw.value === null)) return undefined;
  const parameters = parametersIn(raw, file, use, report);
  const written = parameters && raw.kind === 'map' ? fillIn(raw, parameters, report) : raw;
  const fields = checkByKeys(frameSchema, written, 'the `hooks` section', tellingWhere(report));
  if (written.kind !== 'map') return undefined;
  const settings = readSettings(fields ?? {}, written, dirname(file.path));
  const promptsDirectory = settings.promptsDirectory?.value ?? below(dirname(file.path), 'prompts');
  const definitions = readDefinitions(mapAt(written, 'step_definitions'), promptsDirectory, report);
  const deny = fields?.deny ? readDenials(written) : [];
  const { rules, complete } = readRules(mapAt(written, 'injections'), promptsDirectory, report);
  return {
    name: file.layer,
    settings,
    definitions: definitions.read,
    rules,
    deny,
    faulty: { steps: definitions.faulty, rules: !complete || !fields },
    inForce: undefined,
    ...(fields?.extends && { uses: readUses(written) }),
    ...(fields?.name !== undefined && { packName: fields.name }),
    ...(parameters && { parameters: textsOf(parameters) }),
  };
}

/** `undefined` for a file that is no pack and means none. */
function parametersIn(
  written: Written,
  { path }: ConfigurationText['file'],
  use: PackUse | undefined,
  report: Report,
): Parameters | undefined {
  if (written.kind !== 'map' || (!use && !written.fields.has('parameters'))) return undefined;
  const pack = use?.pack.value ?? basename(path);
  return readParameters(written, (one) => check(parameterSchema(), one, 'a parameter', report), { pack, use }, report);
}

/** The value of `hooks`, or the whole file where that is the section itself. */
function findSection({ file, root, problems }: ConfigurationText, report: Report): YamlNode | undefined {
  const spanOf = (node: { start: number; end: number }) => ({ file: file.path, start: node.start, end: node.end });
  const hooks = pairOf(root, 'hooks');
  if (!hooks) {
    if (isOwn(root) || [...ownLists, 'enabled'].some((key) => pairOf(root, key))) return root;
    const misplaced = findMisplacedSection(root);
    if (misplaced) {
      const { pair, way } = misplaced;
      report('DW381', { key: pair.key.value, way }, { span: spanOf(pair.key) });
      return undefined;
    }
    const key = root.pairs.map((pair) => pair.key).find((one) => nearestName(one.value, ['hooks']));
    if (key) report('DW306', { key: key.value }, { span: spanOf(key) });
    return undefined;
  }
  for (const problem of problems) {
    if (problem.kind === 'duplicate-key' && problem.message === 'hooks' && isKeyOf(root, problem)) {
      reportProblem(file.path, problem, report);
    }
  }
  for (const { key } of root.pairs) {
    if (isOwnList(key.value)) report('DW305', { key: key.value }, { span: spanOf(key) });
  }
  return hooks.value;
}

function isOwnList(key: string): boolean {
  return (ownLists as readonly string[]).includes(key);
}

function isKeyOf(root: ConfigurationText['root'], place: { readonly start: number }): boolean {
  return root.pairs.some((pair) => pair.key.start === place.start);
}

interface Definitions {
  readonly read: ReadonlyMap<string, WrittenStep>;
  /** Names of those with mistakes. */
  readonly faulty: ReadonlySet<string>;
}

/** Reads the entries of `step_definitions`. What has mistakes is reported and left out. */
function readDefinitions(section: WrittenMap, promptsDirectory: string, report: Report): Definitions {
  const read = new Map<string, WrittenStep>();
  for (const [name, { key, value }] of section.fields) {
    if (name === '') report('DW315', { key: name, field: 'step_definitions', expected: 'a name' }, { span: key });
    const fields = checkByKeys(stepSchema, value, `the step "${name}"`, report);
    if (!fields || value.kind !== 'map' || !withoutCondition(value, report)) continue;
    read.set(name, { name, promptsDirectory, nameSpan: key, ...readStep(fields, value, stepKeys) });
  }
  return { read, faulty: new Set([...section.fields.keys()].filter((name) => !read.has(name))) };
}

/** A condition is a matter of the rule; a step that ignored its own would run where it must not. */
function withoutCondition(written: WrittenMap, report: Report): boolean {
  if (!written.fields.has('when')) return true;
  report('DW320', {}, { span: keySpan(written, 'when') });
  return false;
}

/** The packs that a section extends, once the schema has let it pass. */
function readUses(section: WrittenMap): readonly PackUse[] {
  const list = section.fields.get('extends')?.value;
  return (list?.kind === 'list' ? list.items : []).map((entry) => ({
    pack: located(entry.kind === 'map' ? locate(entry, ['pack']) : entry),
    as: entry.kind === 'map' && entry.fields.has('as') ? located(locate(entry, ['as'])) : undefined,
    values: mapAt(entry, 'with').fields,
    span: entry.span,
  }));
}

function located(written: Written): Located<string> {
  return { value: written.kind === 'scalar' ? written.text : '', span: written.span };
}
