import type { CompileInput, CompileOptions } from '../compile.js';
import { nearestName } from '../lang/nearest.js';
import type { ConfigurationFile } from '../model/layer.js';
import { layerNames } from '../model/layer.js';
import type { PromptLibrary } from '../model/libraries.js';
import { checkedDefaults, checkedPrompts } from './check-libraries.js';
import { checkFiles, checkWorkflow, record, refuse } from './check-values.js';
import { promptsFrom } from './prompts-from.js';

/** What a program gives to the library: what the compiler depends on, of which only the workflow has to be there. */
export interface LibraryInput extends Omit<CompileInput, 'configuration' | 'prompts'> {
  /** Layers of rules, the weakest first; without them nothing is enabled. */
  readonly configuration?: readonly ConfigurationFile[] | undefined;
  /** Where rules find prompt files. Without it rules have no prompt files. */
  readonly prompts?: PromptLibrary | undefined;
}

/**
 * The input with its defaults: copies, so that a result stays what it is, whatever the program changes later.
 * @param of the function that it was given to
 * @param more what that function takes besides
 * @throws where a program without types gives something else, with a message that names it
 */
export function checkInput(of: string, input: LibraryInput, more: readonly string[] = []): CompileInput {
  const given = record(input, `${of}(input)`, 'an object with `workflow` and `configuration`');
  const known = [...Object.keys(parts), ...more];
  for (const name of Object.keys(given).filter((one) => !known.includes(one) && given[one] !== undefined)) {
    const meant = nearestName(name, known) ?? `one of ${known.join(', ')}`;
    throw new Error(`dagweave: ${of}({ ${name} }) is no part of the input; use ${meant}`);
  }
  const { workflow, prompts, defaults } = input;
  const configuration = input.configuration ?? [];
  const options = record(input.options ?? {}, `${of}({ options })`, 'an object');
  checkWorkflow(workflow, `${of}({ workflow })`);
  checkFiles(configuration, `${of}({ configuration })`);
  for (const [index, { layer }] of configuration.entries()) {
    if (!layerNames.includes(layer))
      refuse(`${of}({ configuration[${index}].layer })`, `one of ${layerNames.join(', ')}`, layer);
  }
  checkOptions(options, of);
  return {
    workflow: workflow.map(({ path, text }) => ({ path, text })),
    configuration: configuration.map((file) => ({ ...file })),
    prompts: prompts ? checkedPrompts(prompts, `${of}({ prompts })`) : promptsFrom({}),
    defaults: defaults && checkedDefaults(defaults, `${of}({ defaults })`),
    options: copied(options),
  };
}

const parts: { readonly [Part in keyof Required<LibraryInput>]: true } = {
  workflow: true,
  configuration: true,
  prompts: true,
  defaults: true,
  options: true,
};

function copied(options: Readonly<Record<string, unknown>>): CompileOptions {
  const copies = Object.entries(options).map(([name, value]) => {
    if (value instanceof Map) return [name, new Map(value)];
    if (value instanceof Set) return [name, new Set(value)];
    return [name, Array.isArray(value) ? [...(value as readonly unknown[])] : value];
  });
  return Object.fromEntries(copies) as CompileOptions;
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

const isText = (value: unknown) => typeof value === 'string';
const listOf = (wanted: string, holds: (value: unknown) => boolean): OptionType => ({
  wanted: `a list of ${wanted}`,
  holds: (value) => Array.isArray(value) && value.every(holds),
});
const having =
  (key: string, type: string) =>
  (value: unknown): boolean =>
    typeof (value as Readonly<Record<string, unknown>> | undefined)?.[key] === type;

const text: OptionType = { wanted: 'a text', holds: isText };
const truth: OptionType = { wanted: 'true or false', holds: (value) => typeof value === 'boolean' };
const texts: OptionType = {
  wanted: 'a Map of texts',
  holds: (value) => value instanceof Map && [...value].flat().every(isText),
};
/** The latest that a date can be. */
const latestSecond = 8.64e12;

const optionTypes: { readonly [Name in keyof Required<CompileOptions>]: OptionType } = {
  frontends: listOf('front ends, which are objects', having('accepts', 'function')),
  formats: listOf('formats, which are objects (`format` takes a name)', having('detects', 'function')),
  format: text,
  targetVersion: text,
  assumeVersion: text,
  baseConfig: text,
  variables: texts,
  environment: texts,
  sourceDateEpoch: {
    wanted: 'a number of seconds',
    holds: (value) => typeof value === 'number' && Math.abs(value) <= latestSecond,
  },
  force: truth,
  despiteDenials: truth,
  siblings: listOf('paths', isText),
  withoutRules: { wanted: 'a Set of ids', holds: (value) => value instanceof Set },
  withoutDenials: listOf('spans', having('start', 'number')),
  byShape: truth,
};
