import type { PlannedNode } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { type Field, flowText } from '../../text/print-yaml.js';
import type { YamlNode, YamlPair, YamlSequence } from '../../text/yaml-node.js';
import { bareLines, bareText } from '../yaml-steps/bare-step.js';
import { nodeMarks } from '../yaml-steps/node-marks.js';
import { endOf, removePairs } from '../yaml-steps/remove-pairs.js';
import { endWithOwnComments, type StepText } from '../yaml-steps/step-list.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import { type AfterScript, scriptUnder } from './after-script.js';
import { type JobText, type PipelineDocument, withoutPair } from './document.js';
import { referenceIn } from './reference.js';

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
  const marksOf = planned.marks ? nodeMarks(place, text, nodes) : () => [];
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

/** What takes out the commands of a job that are hooks. */
export interface Unwrapping {
  readonly edits: readonly TextEdit[];
  /** Is that all? Otherwise the entries themselves are still to be taken out. */
  readonly isWhole: boolean;
}

/**
 * Undoes it where nothing is left but what was there before. Where more has been written since, the list stays, and only the
 * comment goes.
 */
export function unwrapScript(
  place: TextPlace,
  { script, job, key }: Wrapped,
  document: PipelineDocument,
  taken: ReadonlySet<number>,
): Unwrapping {
  if (script.kind !== 'list') return { edits: [], isWhole: true };
  const { list, pair } = script;
  const left = list.items.filter((_, index) => !taken.has(index));
  if (left.length === 0) return { edits: removePairs(place, job.map, [pair]), isWhole: true };
  const { text } = place;
  const remark = remarkAbove(text, pair, left[0]!.start);
  if (!remark) return { edits: [], isWhole: false };
  const { start, value } = left[0]!;
  const isAlone = left.length === 1 && list.anchor === undefined && !hasOwnComment(text, pair, list);
  if (isAlone && remark.inherited && isTakenOver(value, { job, key, pair }, document, text))
    return { edits: removePairs(place, job.map, [pair]), isWhole: true };
  if (!isAlone || remark.inherited || !mayBeAlone(value, text))
    return { edits: [place.replace(remark.start, remark.end, '')], isWhole: false };
  const colon = text.indexOf(':', pair.key.end) + 1;
  const end = lineEndAfter(text, value.end);
  const last = lineEndAfter(text, list.end);
  return {
    edits: [place.replace(colon, start + 1, ''), ...(last > end ? [place.replace(end, last, '')] : [])],
    isWhole: true,
  };
}

/** The line that remembers what was there before: right below the key, unless somebody moved it behind a hook. */
function remarkAbove(
  text: string,
  { key }: YamlPair,
  below: number,
): { readonly start: number; readonly end: number; readonly inherited: boolean } | undefined {
  for (let start = lineEndAfter(text, key.end); start < below; start = lineEndAfter(text, start)) {
    const end = lineEndAfter(text, start);
    const line = text.slice(start, end).trim();
    const inherited = line.startsWith(inheritedFrom) || line === wasTakenOver;
    if (inherited || line === wasNoList) return { start, end, inherited };
  }
  return undefined;
}

/** Would a comment that somebody has written between the commands go with the list? */
function hasOwnComment(text: string, { key }: YamlPair, { items, end }: YamlSequence): boolean {
  const from = text.indexOf(':', key.end) + 1;
  const starts = [from, ...items.map(({ value }) => lineEndAfter(text, value.end))];
  const ends = [...items.map(({ start }) => start), lineEndAfter(text, end)];
  const between = starts.flatMap((start, at) => text.slice(start, ends[at]).split('\n'));
  return between.some((line) => line.trim() !== '' && !line.trim().startsWith(ownSign));
}

/** Does a job take over what an entry refers to, if it has nothing of its own under a key? */
function isTakenOver(
  entry: YamlNode,
  { job, key, pair }: Pick<Wrapped, 'job' | 'key'> & { readonly pair: YamlPair },
  document: PipelineDocument,
  text: string,
): boolean {
  const reference = referenceIn(entry, text);
  const script = scriptUnder(withoutPair(job, pair, document), key, document, text);
  return (
    script?.kind === 'taken over' &&
    reference?.name === script.from &&
    reference.key === key &&
    reference.below.length === 0
  );
}

/** Can an entry of a list be the commands of a job by itself, so that hooks go into them? */
function mayBeAlone(value: YamlNode, text: string): boolean {
  if (value.anchor !== undefined) return false;
  if (value.kind === 'scalar') return value.type !== 'null';
  if (value.kind === 'sequence' && value.items.length === 0) return true;
  return value.kind === 'alias' || referenceIn(value, text) !== undefined;
}

const ownSign = '# dagweave: ';
const wasNoList = '# dagweave: this was no list before';
const inheritedFrom = '# dagweave: inherited from';
/** What an earlier version wrote for it. */
const wasTakenOver = '# dagweave: this was taken over before';
