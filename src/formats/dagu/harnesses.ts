import { asSequence, resolved, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import type { StepPart } from './custom-types.js';
import { fieldValue, mapOf, textOf } from './fields.js';
import { quoted } from './step-scripts.js';

/** The commands by which the engine starts the programs that a document or its base configuration defines in `harnesses`, for a part of a step that names them. */
export function harnessCommands(layers: readonly YamlMap[], { map, words }: StepPart): readonly string[] {
  const definitions = new Map(
    layers.flatMap((one) => pairsOf(one, 'harnesses').map(({ key, value }) => [key.value.trim(), value] as const)),
  );
  if (definitions.size === 0 || !words.some((word) => word === 'harness' || word === 'harness.run')) return [];
  const given = mapOf(fieldValue(map, 'with') ?? fieldValue(map, 'config'));
  const settings = [...layers.map((one) => mapOf(fieldValue(one, 'harness'))), given].flatMap((one) => one ?? []);
  const fallbacks = settings.flatMap((one) => asSequence(fieldValue(one, 'fallback'))?.items ?? []);
  const prompt = (given && textOf(given, 'prompt')) ?? textOf(map, 'command') ?? '';
  const input = (given && textOf(given, 'stdin')) ?? textOf(map, 'script') ?? '';
  const attempts = [settings, ...fallbacks.map(({ value }) => [mapOf(value)].flatMap((one) => one ?? []))];
  return attempts.flatMap((attempt) => {
    const provider = attempt.flatMap((one) => textOf(one, 'provider') ?? []).at(-1) ?? '$';
    return [...definitions].flatMap(([name, value]) => {
      const definition = mapOf(value);
      // The engine fills in the variables of a name.
      const isMeant = provider.includes('$') || name === provider;
      return definition && isMeant ? [commandOf(definition, attempt, prompt, input)] : [];
    });
  });
}

function pairsOf(map: YamlMap, key: string): readonly YamlPair[] {
  return mapOf(fieldValue(map, key))?.pairs ?? [];
}

function commandOf(definition: YamlMap, settings: readonly YamlMap[], prompt: string, input: string): string {
  const mode = textOf(definition, 'prompt_mode')?.trim() ?? 'arg';
  const promptWords =
    mode === 'stdin' ? [] : mode === 'flag' ? [textOf(definition, 'prompt_flag') ?? '', prompt] : [prompt];
  const flags = flagsOf(definition, settings);
  const isLast = textOf(definition, 'prompt_position')?.trim() === 'after_flags';
  const argv = [
    textOf(definition, 'binary')?.trim() ?? '',
    ...textsIn(fieldValue(definition, 'prefix_args')),
    ...(isLast ? [...flags, ...promptWords] : [...promptWords, ...flags]),
  ];
  const text = (mode === 'stdin' ? [prompt, input] : [input]).filter((one) => one !== '').join('\n\n');
  return `${argv.map(word).join(' ')}${text === '' ? '' : ` <<< ${quoted(text)}`}`;
}

/** All settings but those that the engine itself reads are options of the program, in the order of their names. */
function flagsOf(definition: YamlMap, settings: readonly YamlMap[]): readonly string[] {
  const options = mapOf(fieldValue(definition, 'option_flags'));
  const dashes = textOf(definition, 'flag_style')?.trim() === 'single_dash' ? '-' : '--';
  const pairs = new Map(settings.flatMap((one) => one.pairs.map(({ key, value }) => [key.value, value] as const)));
  return [...pairs.keys()]
    .filter((key) => !own.has(key))
    .sort()
    .flatMap((key) => {
      const option = (options && textOf(options, key)) || dashes + key;
      const [first = '', ...more] = textsIn(pairs.get(key));
      if (more.length === 0 && first === 'true') return [option];
      if (more.length === 0 && (first === '' || first === 'false')) return [];
      return [first, ...more].flatMap((text) => [option, text]);
    });
}

const own: ReadonlySet<string> = new Set(['provider', 'fallback', 'managed', 'prompt', 'stdin']);

function textsIn(value: YamlNode | undefined): readonly string[] {
  const node = value && resolved(value);
  if (node?.kind === 'sequence') return node.items.map((item) => textOfNode(item.value) ?? '');
  return [textOfNode(node) ?? ''].filter((text) => text !== '');
}

/** The engine fills in variables, whose values nobody knows before the run. */
function word(text: string): string {
  const open = text.search(/[$`]/);
  return open < 0 ? quoted(text) : `${quoted(text.slice(0, open))}"$GIVEN"`;
}
