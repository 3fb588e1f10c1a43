import type { PlannedNode } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { type Field, flowText } from '../../text/print-yaml.js';
import { bareLines, bareText } from '../yaml-steps/bare-step.js';
import { nodeMarks } from '../yaml-steps/node-marks.js';
import { endOf, removePairs } from '../yaml-steps/remove-pairs.js';
import { endWithOwnComments, type StepText } from '../yaml-steps/step-list.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import type { AfterScript } from './after-script.js';
import type { JobText } from './document.js';

/** The commands of a job under a key. */
export interface Wrapped {
  readonly job: JobText;
  readonly key: string;
  readonly script: AfterScript['script'];
}

/**
 * Where the commands of a job are no list of its own, they become one: what was there is one of its entries, or a reference to
 * what the job takes over. A comment remembers that, for when the hooks are taken out.
 */
export function wrapScript(
  place: TextPlace,
  { script, job, key }: Wrapped,
  text: StepText,
  planned: { readonly nodes: readonly PlannedNode[]; readonly marks: boolean },
  fieldsOf: (node: Extract<PlannedNode, { kind: 'injected' }>) => readonly Field[],
): readonly TextEdit[] {
  const { nodes } = planned;
  if (nodes.every(({ kind }) => kind === 'kept')) return [];
  const indent = ' '.repeat(job.map.pairs[0]!.start - lineStartBefore(place.text, job.map.pairs[0]!.start));
  const marksOf = planned.marks ? nodeMarks(place.text, text, nodes) : () => [];
  const kept = nodes.findIndex(({ kind }) => kind === 'kept');
  const at = kept < 0 ? nodes.length : kept;
  const lines = (some: readonly PlannedNode[]) =>
    some.flatMap((node): readonly string[] => {
      if (node.kind === 'kept') return [];
      const fields = fieldsOf(node);
      const entry = bareLines(place, bareText(fields, [])).map((line, index) =>
        index === 0 ? `- ${line}` : `  ${line}`,
      );
      return [...marksOf(node, fields), ...entry];
    });
  const indented = (all: readonly string[]) => all.map((line) => (line === '' ? '' : indent + line));
  const [front, behind] = [indented(lines(nodes.slice(0, at))), indented(lines(nodes.slice(at + 1)))];
  const { lineBreak } = place;
  const depth = indent.length;
  const last = endWithOwnComments(place.text, endOf(job.map.pairs.at(-1)!), depth);
  if (script.kind === 'missing') return [place.insertLines(last, [`${indent}${key}:`, ...front])];
  if (script.kind === 'taken over') {
    const reference = `${indent}- !reference ${flowText([script.from, key], false)}`;
    const inherited = `${indent}${inheritedFrom} ${flowText(script.from, true)}`;
    return [place.insertLines(last, [`${indent}${key}:`, inherited, ...front, reference, ...behind])];
  }
  if (script.kind === 'list') return [];
  const colon = place.text.indexOf(':', script.pair.key.end) + 1;
  const opening = ['', `${indent}${wasNoList}`, ...front, `${indent}-`].join(lineBreak);
  return [
    place.replace(colon, colon, opening),
    ...(behind.length > 0 ? [place.insertLines(script.value.end, behind)] : []),
  ];
}

/** The edits that undo it once no hooks are left among the commands; `undefined` where there is nothing to undo. */
export function unwrapScript(
  place: TextPlace,
  { script, job }: Pick<Wrapped, 'script' | 'job'>,
  taken: ReadonlySet<number>,
): readonly TextEdit[] | undefined {
  if (script.kind !== 'list') return undefined;
  const { list, pair } = script;
  const left = list.items.filter((_, index) => !taken.has(index));
  if (left.length === 0) return removePairs(place, job.map, [pair]);
  if (list.flow) return undefined;
  if (left.length !== 1) return undefined;
  const { text } = place;
  const above = text.slice(pair.key.end, list.items[0]!.start);
  if (above.includes(inheritedFrom) || above.includes(wasTakenOver)) return removePairs(place, job.map, [pair]);
  if (!above.includes(wasNoList)) return undefined;
  const [item] = left;
  const colon = text.indexOf(':', pair.key.end) + 1;
  const value = item!.value;
  const end = lineEndAfter(text, value.end);
  const last = lineEndAfter(text, list.end);
  return [place.replace(colon, item!.start + 1, ''), ...(last > end ? [place.replace(end, last, '')] : [])];
}

const wasNoList = '# dagweave: this was no list before';
const inheritedFrom = '# dagweave: inherited from';
/** What an earlier version wrote for it. */
const wasTakenOver = '# dagweave: this was taken over before';
