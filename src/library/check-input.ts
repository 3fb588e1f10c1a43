import type { CompileInput } from '../compile.js';
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
  for (const name of ['variables', 'environment']) {
    const value = options[name];
    if (value !== undefined && !(value instanceof Map)) refuse(`${of}({ options.${name} })`, 'a Map of texts', value);
  }
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
  return typeof value === 'object' ? `an object with ${Object.keys(value).join(', ') || 'no keys'}` : typeof value;
}
