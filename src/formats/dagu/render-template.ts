import { asSequence, resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlScalar } from '../../text/yaml-node.js';
import { fieldValue, mapOf, withMerged } from './fields.js';

/** What a step gives to the type of steps or the action that it names; `undefined` where that is not known. */
export type Inputs = (path: string) => YamlNode | undefined;

/** By the path of names to it; what the step does not give comes from the default in the schema. */
export function inputsOf(step: YamlMap, definition: YamlMap): Inputs {
  const given = mapOf(fieldValue(step, 'with') ?? fieldValue(step, 'config'));
  const schema = mapOf(fieldValue(definition, 'input_schema'));
  const properties = schema && mapOf(fieldValue(schema, 'properties'));
  return (path) => {
    const [first, ...rest] = path.trim().split('.');
    const property = properties && mapOf(exactly(properties, first!));
    const value = (given && exactly(given, first!)) ?? (property && exactly(property, 'default'));
    return rest.reduce<YamlNode | undefined>(inside, value);
  };
}

function inside(value: YamlNode | undefined, name: string): YamlNode | undefined {
  const map = mapOf(value);
  if (map) return exactly(map, name);
  return /^\d{1,9}$/.test(name) ? asSequence(value)?.items[Number(name)]?.value : undefined;
}

function exactly(map: YamlMap, key: string): YamlNode | undefined {
  return withMerged(map).pairs.find((pair) => pair.key.value === key)?.value;
}

/** How rendering went, for all templates that one step leads to. */
export interface Rendering {
  /** So many values more are rendered: aliases can make a small text mean a large value. */
  left: number;
  /** Something that decides what runs is computed, or not known. */
  isOpen: boolean;
}

/** A template as the engine renders it, as far as it does no more than name values. */
export function rendered(template: YamlMap, inputs: Inputs, rendering: Rendering): YamlMap {
  const renderPairs = (map: YamlMap, decides: boolean): YamlMap => ({
    ...map,
    pairs: withMerged(map).pairs.map((pair) => {
      return { ...pair, value: render(pair.value, decides || deciding.has(pair.key.value.toLowerCase())) };
    }),
  });
  const render = (written: YamlNode, decides: boolean): YamlNode => {
    rendering.left -= 1;
    const node = resolved(written);
    if (!node || rendering.left < 0) return nothing(written);
    if (node.kind === 'scalar') {
      const value = renderText(node.value, inputs);
      rendering.isOpen ||= decides && value.includes('{{');
      return { ...node, value };
    }
    if (node.kind === 'sequence') {
      return { ...node, items: node.items.map((item) => ({ ...item, value: render(item.value, decides) })) };
    }
    const input = node.pairs.length === 1 && node.pairs[0]!.key.value === '$input' ? node.pairs[0]!.value : undefined;
    if (!input) return renderPairs(node, decides);
    const path = resolved(input);
    const value = path?.kind === 'scalar' ? inputs(path.value) : undefined;
    // A whole mapping may be missing then.
    rendering.isOpen ||= value === undefined;
    return value ?? nothing(node);
  };
  const whole = render(template, false);
  return mapOf(whole) ?? { ...template, pairs: [] };
}

function nothing({ start, end }: YamlNode): YamlScalar {
  return { kind: 'scalar', start, end, anchor: undefined, style: 'plain', value: '', type: 'null' };
}

/** Keys of a step, and of what it is given, that say what runs. */
const deciding: ReadonlySet<string> = new Set(
  [
    'action args binary cmd command condition entrypoint eval exec executor precondition preconditions prefix_args provider run',
    'script shell shell_args test type',
  ].flatMap((line) => line.split(' ')),
);

/** Only where the template names a value and does nothing else: `{{ .input.name }}`. */
function renderText(text: string, inputs: Inputs): string {
  return text.replace(namedValue, (all, path: string) => {
    const value = inputs(path);
    const node = value && resolved(value);
    if (node?.kind !== 'scalar' || node.type === 'null') return all;
    // The engine may write a number in another way than it is written here.
    return node.type === 'number' && !/^(?:0|[1-9]\d{0,14})$/.test(node.value) ? all : node.value;
  });
}

const namedValue = /\{\{[ \t\r\n]*\.input\.([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)[ \t\r\n]*\}\}/g;
