import { type DagRemoval, type Marks, marksByDag, type NodeMark } from '../../model/mark.js';
import type { TextEdit } from '../../model/source.js';
import { lineStartBefore } from '../../text/lines.js';
import { removeBlocks } from './remove-blocks.js';
import { removeName, unwrap } from './remove-names.js';
import { removeNeeds } from './remove-needs.js';
import type { StepText } from './step-list.js';
import type { TextPlace } from './text-place.js';

/** Edits that take steps out of lists again, with what was written to put them in, and marks of nothing. */
export function eraseSteps(
  placeOf: (file: string) => TextPlace,
  texts: readonly StepText[],
  removals: readonly DagRemoval[],
  { nodes, stray }: Pick<Marks, 'nodes' | 'stray'>,
): readonly TextEdit[] {
  const ofDag = marksByDag(nodes);
  const erased = removals.flatMap((one) => {
    const text = texts[one.dag]!;
    return eraseInList(placeOf(text.dag.file), text, one, ofDag.get(one.dag) ?? []);
  });
  return [...stray.map(({ span }) => ({ ...span, text: '' })), ...erased];
}

/** It was written to cut a step off from what is before it. */
const emptyList = { text: '[]', colon: true };

function eraseInList(
  place: TextPlace,
  text: StepText,
  { nodes, needs, cut, empty, names }: DagRemoval,
  marks: readonly NodeMark[],
): readonly TextEdit[] {
  const { list, spelling } = text;
  const edits: TextEdit[] = [];
  const starts = new Map<number, number>();
  for (const { node, span } of marks) {
    if (!nodes.has(node) || span.start >= list.steps[node]!.start) continue;
    if (place.text.slice(lineStartBefore(place.text, span.start), span.start).trim() === '')
      starts.set(node, span.start);
    else edits.push({ ...span, text: '' });
  }
  edits.push(...removeBlocks(place, list, nodes, starts));
  for (const node of new Set([...needs.keys(), ...names.keys()])) {
    const step = list.steps[node]!;
    const left = needs.get(node) && { needs: needs.get(node)!, list: cut.has(node) ? emptyList : empty.get(node) };
    const withoutNeeds = left !== undefined && left.needs.length === 0 && left.list === undefined;
    const before = names.get(node);
    const unwrapped = before === 'command' ? unwrap(place, step, withoutNeeds, spelling) : undefined;
    if (unwrapped) {
      edits.push(...unwrapped);
      continue;
    }
    if (left) edits.push(...removeNeeds(place, text, node, left));
    if (before) edits.push(...removeName(place, step, typeof before === 'object' ? before : undefined, spelling));
  }
  return edits;
}
