import type { CompileInput, CompileOptions } from '../compile.js';
import { nearestName } from '../lang/nearest.js';
import type { ConfigurationFile } from '../model/layer.js';
import { layerNames } from '../model/layer.js';
import type { PromptLibrary } from '../model/libraries.js';
import type { SourceFile } from '../model/source.js';
import { promptsFrom } from './prompts-from.js';

/** What a program gives to the library: what the compiler depends on, of which only the workflow has to be there. */
export interface LibraryInput extends Omit<CompileInput, 'configuration' | 'prompts'> {
  /** Layers of rules, the weakest first; without them nothing is enabled. */
  readonly configuration?: readonly ConfigurationFile[] | undefined;
  /** Where rules find prompt files. Without it rules have no prompt files. */
  readonly prompts?: PromptLibrary | undefined;
}

/**
 * The input with its defaults.
 * @param of the function that it was given to
 * @throws where a program without types gives something else, with a message that names it
 */
export function checkInput(of: string, input: LibraryInput): CompileInput {
  const given = record(input, `${of}(input)`, 'an object with `workflow` and `configuration`');
  const configuration = given.configuration ?? [];
  checkFiles(given.workflow, `${of}({ workflow })`);
  checkFiles(configuration, `${of}({ configuration })`);
  for (const [index, { layer }] of (configuration as readonly ConfigurationFile[]).entries()) {
    if (!layerNames.includes(layer))
      refuse(`${of}({ configuration[${index}].layer })`, `one of ${layerNames.join(', ')}`, layer);
  }
  const prompts = given.prompts ?? promptsFrom({});
  if (typeof record(prompts, `${of}({ prompts })`, 'an object with a function `read`').read !== 'function') {
    refuse(`${of}({ prompts.read })`, 'a function of a directory and a name, as `promptsFrom` gives', prompts);
  }
  if (given.options !== undefined) checkOptions(record(given.options, `${of}({ options })`, 'an object'), of);
  return { ...input, configuration: configuration as readonly ConfigurationFile[], prompts: prompts as PromptLibrary };
}

/** @param where how the program wrote it */
export function checkFiles(files: unknown, where: string): asserts files is readonly SourceFile[] {
  if (!Array.isArray(files)) return refuse(where, 'a list of files, each { path, text }', files);
  for (const [index, file] of files.entries()) {
    const { path, text } = record(file, `${where}[${index}]`, 'a file: { path, text }');
    if (typeof path !== 'string' || path === '') refuse(`${where}[${index}].path`, 'a text', path);
    if (typeof text !== 'string') refuse(`${where}[${index}].text`, 'the text of the file', text);
  }
}

function checkOptions(options: Readonly<Record<string, unknown>>, of: string): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(optionTypes, name)) {
      const known = Object.keys(optionTypes);
      const meant = nearestName(name, known) ?? `one of ${known.join(', ')}`;
      throw new Error(`dagweave: ${of}({ options.${name} }) is no option; use ${meant}`);
    }
    const { wanted, holds } = optionTypes[name as keyof CompileOptions];
    if (value !== undefined && !holds(value)) refuse(`${of}({ options.${name} })`, wanted, value);
  }
}

interface OptionType {
  readonly wanted: string;
  readonly holds: (value: unknown) => boolean;
}

const text: OptionType = { wanted: 'a text', holds: (value) => typeof value === 'string' };
const truth: OptionType = { wanted: 'true or false', holds: (value) => typeof value === 'boolean' };
const list: OptionType = { wanted: 'a list', holds: Array.isArray };
const texts: OptionType = { wanted: 'a Map of texts', holds: (value) => value instanceof Map };

const optionTypes: { readonly [Name in keyof Required<CompileOptions>]: OptionType } = {
  frontends: list,
  formats: list,
  format: text,
  targetVersion: text,
  assumeVersion: text,
  baseConfig: text,
  variables: texts,
  environment: texts,
  sourceDateEpoch: { wanted: 'a number of seconds', holds: Number.isFinite },
  force: truth,
  despiteDenials: truth,
  siblings: list,
  withoutRules: { wanted: 'a Set of ids', holds: (value) => value instanceof Set },
  withoutDenials: list,
  byShape: truth,
};

/** @param where how the program wrote it */
export function checkManifest(manifest: unknown, where: string): void {
  const { version, files } = (manifest ?? {}) as { readonly version?: unknown; readonly files?: unknown };
  if (version !== 1 || !Array.isArray(files))
    throw new Error(`dagweave: ${where} needs what createManifest made, as JSON.parse reads it`);
}

/**
 * @param where how the program wrote it
 * @param makers the functions whose results these are
 */
export function checkResult(result: unknown, where: string, makers: string): void {
  const { inputs, edits } = (result ?? {}) as { readonly inputs?: unknown; readonly edits?: unknown };
  if (!Array.isArray(inputs) || !Array.isArray(edits)) refuse(where, `a result of ${makers}`, result);
}

function record(value: unknown, where: string, wanted: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return refuse(where, wanted, value);
}

function refuse(where: string, wanted: string, value: unknown): never {
  throw new Error(`dagweave: ${where} has to be ${wanted}; it is ${named(value)}`);
}

function named(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 40))}`;
  if (typeof value === 'object') return `an object with ${Object.keys(value).join(', ') || 'no keys'}`;
  return typeof value === 'function' ? 'a function' : `the ${typeof value} ${String(value)}`;
}
