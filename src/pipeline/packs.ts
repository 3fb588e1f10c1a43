import { dirname, join, normalize } from 'node:path';
import type { Report } from '../diagnostics/diagnostics.js';
import { readPack } from '../frontends/index.js';
import { nearestName } from '../lang/nearest.js';
import {
  type ConfigurationFile,
  type Layer,
  type Located,
  layerNames,
  noSettings,
  type PackUse,
  type WrittenRule,
  type WrittenStep,
} from '../model/layer.js';
import { dropsGlobal } from '../passes/rules/merge.js';

/** A file of the configuration, and what was read from it. */
export interface ReadFile {
  readonly file: ConfigurationFile;
  readonly layer: Layer;
}

/**
 * Puts the packs that files extend before those files, as layers of the same rank. Rules and steps of a pack are called
 * `<pack>/<name>`; a file may leave that out for steps of its packs where only one has the name.
 */
export function expandPacks(
  read: readonly ReadFile[],
  all: readonly ConfigurationFile[],
  report: Report,
): readonly Layer[] {
  const packs = new Map(all.filter(({ isPack }) => isPack).map((file) => [normalize(file.path), file]));
  const taken: Expansion['taken'] = new Map();
  const expanded = new Map<ReadFile, readonly Layer[]>();
  const hasGlobal = !dropsGlobal(read.map(({ layer }) => layer));
  for (const one of strongestFirst(read)) {
    const { file, layer } = one;
    const layers: Layer[] = [];
    // What is dropped is in nobody's way.
    const tell: Report = layer.name === 'global' && !hasGlobal ? () => undefined : report;
    const known = addUses(layer.uses ?? [], { file, layer, open: [] }, { packs, taken, layers, report: tell });
    const rules = layer.rules.map((rule) => withFullName(rule, known, layer, tell));
    layers.push({ ...layer, definitions: withOwnNames(layer.definitions, known), rules });
    expanded.set(
      one,
      layers.map((own) => ({ ...own, owner: file.path })),
    );
  }
  return read.flatMap((one) => expanded.get(one)!);
}

/** A pack that several files extend belongs to the strongest of them, so that it is there as long as one of them is. */
function strongestFirst(read: readonly ReadFile[]): readonly ReadFile[] {
  const rank = ({ layer }: ReadFile) => layerNames.indexOf(layer.name);
  const policies = read.filter(({ layer }) => layer.name === 'policy');
  const others = read.filter(({ layer }) => layer.name !== 'policy');
  return [...policies.reverse(), ...others.sort((a, b) => rank(b) - rank(a))];
}

/** A file may define a step of a pack anew, by its full name; hooks are called after the short one all the same. */
function withOwnNames(definitions: Layer['definitions'], known: KnownSteps): Layer['definitions'] {
  const short = new Map([...known].flatMap(([name, full]) => full.map((one) => [one, name] as const)));
  return new Map([...definitions].map(([name, step]) => [name, { ...step, name: short.get(name) ?? step.name }]));
}

/** More than this is a pack that makes copies of copies. */
const mostPacks = 100;

interface Expansion {
  readonly packs: ReadonlyMap<string, ConfigurationFile>;
  /** By what their rules are called after. */
  readonly taken: Map<string, Taken>;
  readonly layers: Layer[];
  readonly report: Report;
}

interface Taken {
  /** The same for uses that come to the same. */
  readonly content: string;
  readonly use: PackUse;
  readonly steps: KnownSteps;
}

/** Steps of packs by the names that they have there, each with its full names. */
type KnownSteps = ReadonlyMap<string, readonly string[]>;

/** The file with the uses, and the files from the configuration to there. */
interface User {
  readonly file: ConfigurationFile;
  readonly layer: Layer;
  readonly open: readonly string[];
}

function addUses(uses: readonly PackUse[], user: User, expansion: Expansion): KnownSteps {
  return joined(uses.map((use) => addPack(use, user, expansion)));
}

function addPack(use: PackUse, user: User, expansion: Expansion): KnownSteps {
  const { report, taken, layers } = expansion;
  const { span } = use.pack;
  // It cannot be had, which was reported where its file was looked for.
  if (user.file.packs?.has(use.pack.value) && user.file.packs.get(use.pack.value) === undefined) return new Map();
  const file = findPack(use, user.file, expansion.packs);
  if (!file) {
    const known = [...expansion.packs.keys()];
    report('DW388', { pack: use.pack.value, looked: [], nearest: nearestName(use.pack.value, known) }, { span });
    return new Map();
  }
  const open = [...user.open, user.file.path];
  const from = open.findIndex((path) => normalize(path) === normalize(file.path));
  if (from >= 0) {
    report('DW390', { files: [...open.slice(from), file.path] }, { span });
    return new Map();
  }
  if (taken.size >= mostPacks) {
    report('DW398', { most: mostPacks }, { span });
    return new Map();
  }
  const pack = readPack({ ...file, layer: user.layer.name }, use, report);
  if (!pack) return new Map();
  reportSettings(pack, file.path, report);
  const name = use.as?.value ?? pack.packName ?? usualName(use.pack.value);
  const content = JSON.stringify([normalize(file.path), [...(pack.parameters ?? [])]]);
  const before = taken.get(name);
  if (before?.content === content) return before.steps;
  if (before) {
    report('DW396', { name }, { span: use.span, related: { message: 'the other one', span: before.use.span } });
    return new Map();
  }
  const inner = addUses(pack.uses ?? [], { file, layer: pack, open }, expansion);
  const own = new Map([...pack.definitions.keys()].map((step) => [step, [`${name}/${step}`]] as const));
  const steps = joined([own, inner]);
  taken.set(name, { content, use, steps });
  layers.push(asPack(name, pack, new Map([...inner, ...own]), user.layer, report));
  return steps;
}

function joined(all: readonly KnownSteps[]): KnownSteps {
  const steps = new Map<string, readonly string[]>();
  for (const known of all) {
    for (const [name, full] of known) steps.set(name, [...new Set([...(steps.get(name) ?? []), ...full])]);
  }
  return steps;
}

function findPack(
  { pack }: PackUse,
  { path, packs: named }: ConfigurationFile,
  packs: Expansion['packs'],
): ConfigurationFile | undefined {
  return packs.get(normalize(named?.get(pack.value) ?? join(dirname(path), pack.value)));
}

/** Of a file its name, of a package its path: `@acme/gates/unit` is `acme-gates-unit`. */
function usualName(written: string): string {
  const isFile = /^\.{0,2}\//.test(written) || /^[A-Za-z]:/.test(written);
  const last = isFile ? written.slice(written.lastIndexOf('/') + 1) : written;
  return (
    last
      .replace(/\.(?:ya?ml|jsonc?)$/, '')
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[-.]+|(?<!-)-+$/g, '')
      .slice(0, 60) || 'pack'
  );
}

/** The step definitions and rules of a pack under their full names. */
function asPack(name: string, pack: Layer, known: KnownSteps, user: Layer, report: Report): Layer {
  const { parameters } = pack;
  const ofPack = (step: WrittenStep): WrittenStep => ({ ...step, pack: name, ...(parameters && { parameters }) });
  const rules = pack.rules.map((rule): WrittenRule => {
    const { step, id } = withFullName(rule, known, undefined, report);
    return {
      ...rule,
      pack: name,
      step: step.kind === 'inline' ? { ...step, definition: ofPack(step.definition) } : step,
      id: id && { ...id, value: `${name}/${id.value}` },
    };
  });
  const definitions = new Map([...pack.definitions].map(([step, written]) => [`${name}/${step}`, ofPack(written)]));
  const faulty = { ...pack.faulty, steps: new Set([...pack.faulty.steps].map((step) => `${name}/${step}`)) };
  return {
    name: user.name,
    settings: noSettings,
    definitions,
    rules,
    deny: pack.deny ?? [],
    faulty,
    inForce: user.inForce,
  };
}

/** A step that the file defines itself goes before one of its packs. */
function withFullName(rule: WrittenRule, known: KnownSteps, own: Layer | undefined, report: Report): WrittenRule {
  const { step } = rule;
  if (step.kind === 'inline' || own?.definitions.has(step.name) || own?.faulty.steps.has(step.name)) return rule;
  const full = known.get(step.name) ?? [];
  if (full.length > 1) report('DW460', { step: step.name, full }, { span: step.span });
  return full.length === 0 ? rule : { ...rule, step: { ...step, name: full[0]!, shown: step.name } };
}

/** What is said of the whole run is for the one who runs it. */
function reportSettings({ settings }: Layer, path: string, report: Report): void {
  const { enabled, promptsDirectory, vars, context, engines, models, stages: _, ...others } = settings;
  const ofEngines = [...engines].map(([key, value]) => [key, [value]] as const);
  const values = {
    ...others,
    ...Object.fromEntries(ofEngines),
    vars: [...vars.values()],
    context: [...context.values()],
    models: [...models.values()],
  };
  const stated = Object.entries(values).flatMap(([key, value]) => {
    const [first] = [value].flat() as readonly (Located<unknown> | undefined)[];
    return first ? [{ key: settingNames.get(key) ?? key, span: first.span }] : [];
  });
  for (const { key, span } of stated) report('DW397', { key }, { span });
  if (enabled?.value === false) report('DW397', { key: 'enabled: false' }, { span: enabled.span });
  const home = normalize(dirname(path));
  if (promptsDirectory && normalize(dirname(promptsDirectory.value)) !== home) {
    report('DW443', {}, { span: promptsDirectory.span });
  }
}

const settingNames: ReadonlyMap<string, string> = new Map([
  ['disableGlobalHooks', 'disable_global_hooks'],
  ['tasksAre', 'tasks_are'],
  ['taskIds', 'task_ids'],
  ['taskEnds', 'task_ends'],
  ['targetVersion', 'target_version'],
  ['baseConfig', 'base_config'],
  ['maxAddedSteps', 'limits'],
  ['maxLlmCalls', 'limits'],
  ['maxWebhooks', 'limits'],
  ['maxAddedCriticalPath', 'limits'],
]);
