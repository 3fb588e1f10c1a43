import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import type { YamlPair } from '../../text/yaml-node.js';
import { removePairs } from './remove-pairs.js';
import type { Hides } from './restore-step.js';
import type { ListedStep, StepSpelling } from './step-list.js';
import type { TextPlace } from './text-place.js';

/**
 * Edits that make a mapping the mere command again that it was before it was given a name; `undefined` where more has been
 * written into it since.
 * @param withoutNeeds nothing is left that it waits for
 */
export function unwrap(
  place: TextPlace,
  step: ListedStep,
  withoutNeeds: boolean,
  { name, needs, commands, fieldOf }: StepSpelling,
  hides: Hides,
): readonly TextEdit[] | undefined {
  const { node } = step;
  if (node.kind !== 'map') return undefined;
  const own = [fieldOf(node, name), withoutNeeds ? fieldOf(node, needs) : undefined];
  const [command, ...others] = node.pairs.filter((pair) => !own.includes(pair));
  if (!command || others.length > 0 || ![...commands, '<<'].includes(command.key.value)) return undefined;
  const isHiding = (key: string) => {
    const pair = fieldOf(node, key);
    return pair !== undefined && hides(node, pair, key);
  };
  if (isHiding(name) || isHiding(needs)) return undefined;
  const from = startOfValue(place, command);
  if (node.flow) return [place.replace(node.start, from, ''), place.replace(command.value.end, node.end, '')];
  const first = node.pairs[0]!.key.start;
  // A comment between what was written is somebody else's.
  if (/(?:^|\s)#/.test(place.text.slice(first, from))) return undefined;
  const column = first - lineStartBefore(place.text, first);
  const dash = step.start - lineStartBefore(place.text, step.start);
  const behind = node.pairs.slice(node.pairs.indexOf(command) + 1);
  return [
    place.replace(first, from, ''),
    ...removePairs(place, node, behind),
    ...lessDeep(place, from, command.value.end, column - dash),
  ];
}

/** Where the value of a pair begins, an anchor before it included. */
function startOfValue({ text }: TextPlace, { key, value }: YamlPair): number {
  const colon = text.indexOf(':', key.end) + 1;
  return colon + text.slice(colon, value.start).search(/\S|$/);
}

function lessDeep({ text, replace }: TextPlace, start: number, until: number, by: number): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (let line = lineEndAfter(text, start); line < until; line = lineEndAfter(text, line)) {
    const blanks = /^ */.exec(text.slice(line, line + by))![0].length;
    if (blanks > 0) edits.push(replace(line, line + blanks, ''));
  }
  return edits;
}
