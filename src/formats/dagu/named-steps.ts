import type { SourceFile, TextEdit } from '../../model/source.js';
import { applyEdits } from '../../text/edits.js';
import { lineStartBefore } from '../../text/lines.js';
import { inQuotesOf } from '../../text/unwrap.js';
import { parseYaml } from '../../text/yaml.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';

/**
 * Writes a mapping of steps by name as a list of steps with names.
 * @returns `undefined` where that is not possible line by line
 */
export function asList({ path: file, text }: SourceFile, steps: YamlMap): readonly TextEdit[] | undefined {
  if (steps.anchor !== undefined) return undefined;
  const edits: TextEdit[] = [];
  if (steps.flow) edits.push({ file, start: steps.start, end: steps.start + 1, text: '[' });
  for (const pair of steps.pairs) {
    const edit = asEntry(text, pair, steps.flow);
    if (!edit) return undefined;
    edits.push({ file, ...edit });
  }
  if (steps.flow) edits.push({ file, start: steps.end - 1, end: steps.end, text: ']' });
  const after = parseYaml(applyEdits([{ path: file, text }], edits)[0]!.text);
  return after.every(({ problems }) => problems.length === 0) ? edits : undefined;
}

function asEntry(text: string, pair: YamlPair, inFlow: boolean): Omit<TextEdit, 'file'> | undefined {
  const { start, key, value } = pair;
  if (start !== key.start || value.kind !== 'map' || value.anchor !== undefined || value.pairs.length === 0)
    return undefined;
  if (value.pairs.some((one) => one.key.value === 'name') || key.type !== 'string') return undefined;
  const name = `${inQuotesOf(key, 'name')}: ${text.slice(key.start, key.end)}`;
  const first = value.pairs[0]!.start;
  if (value.flow) return { start, end: first, text: `${inFlow ? '' : '- '}{${name}, ` };
  const depth = first - lineStartBefore(text, first) - (start - lineStartBefore(text, start));
  const colon = text.indexOf(':', key.end);
  return depth < 2 ? undefined : { start, end: colon + 1, text: `-${' '.repeat(depth - 1)}${name}` };
}
