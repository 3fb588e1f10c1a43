import type { Report } from '../../diagnostics/diagnostics.js';
import type { Nameless } from '../../model/mark.js';
import type { KeptNode } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import type { Dag } from '../../model/workflow.js';
import { lineStartBefore } from '../../text/lines.js';
import { type Field, type PrintedItem, scalarText } from '../../text/print-yaml.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { editNeeds, separated } from './edit-needs.js';
import { emptyValueOf, usualEmpty } from './empty-value.js';
import { flowAddition, flowFront } from './flow-style.js';
import type { ListedStep, StepSpelling, StepText } from './step-list.js';
import type { TextPlace } from './text-place.js';
import { type StepFields, wrapStep } from './wrap-step.js';

/** Edits that give an existing step its name and its needs as planned; what cannot be written safely is reported. */
export function changeStep(
  place: TextPlace,
  { dag, list, spelling }: StepText,
  { node: index, needs, named }: KeptNode,
  report: Report,
): readonly TextEdit[] {
  const step = list.steps[index]!;
  const { node } = step;
  const name = named ? dag.nodes[index]!.name : undefined;
  if (needs === undefined && name === undefined) return [];
  if (node.kind === 'map' && isOpen(place, node)) {
    const pair = needs && spelling.fieldOf(node, spelling.needs);
    const keys = [...(needs ? [spelling.needs] : []), ...(name === undefined ? [] : [spelling.name])];
    const hidden = keys.find((key) => isHidden(step, key, spelling));
    if (hidden !== undefined) {
      const { name: called, span } = dag.nodes[index]!;
      report('DW633', { step: called, dag: dag.name, key: hidden }, { span });
      return [];
    }
    return [
      ...(pair ? changeNeeds(place, node, pair, index, needs, { dag, list, spelling }) : []),
      ...addFields(place, node, { name, needs: pair ? undefined : needs }, spelling),
    ];
  }
  if (step.key === undefined) return wrapStep(place, step, { name, needs }, spelling);
  report(
    'DW605',
    { step: dag.nodes[index]!.name, dag: dag.name, needs: spelling.needs },
    { span: dag.nodes[index]!.span },
  );
  return [];
}

/** Does the engine take another value of a field than the one that the step itself has? */
function isHidden({ node, map }: ListedStep, key: string, { fieldOf }: StepSpelling): boolean {
  const own = node.kind === 'map' ? fieldOf(node, key) : undefined;
  return own !== undefined && map !== undefined && fieldOf(map, key)?.value !== own.value;
}

function changeNeeds(
  place: TextPlace,
  step: YamlMap,
  pair: YamlPair,
  index: number,
  needs: readonly string[],
  { dag, spelling: { needsText, needItem } }: StepText,
): readonly TextEdit[] {
  if (needsText) return needsText.change(place, pair, index, needs);
  return editNeeds(place, pair, needs, writtenReferences(dag, index), (name) => needItem?.(name, step) ?? name);
}

/** What a step is before it gets a name; all but a mapping becomes one. */
export function namelessBefore(text: string, { node }: ListedStep, { name, fieldOf }: StepSpelling): Nameless {
  if (node.kind !== 'map') return 'command';
  const pair = fieldOf(node, name);
  return pair ? { empty: emptyValueOf(text, pair) ?? usualEmpty(text, pair, node.flow) } : 'no name';
}

/** A single pair between brackets is a mapping without braces, which can hold no second pair. */
function isOpen({ text }: TextPlace, node: YamlMap): boolean {
  return node.pairs.length > 0 && (!node.flow || text[node.start] === '{');
}

/** What the written items mean, as a plan names it: an item may use an id where the plan uses the name. */
export function writtenReferences(dag: Dag, index: number): readonly string[] {
  return (dag.nodes[index]!.needs ?? []).map((need) =>
    need.node === undefined ? need.name : (dag.nodes[need.node]!.reference ?? need.name),
  );
}

/** The name is first where nothing is in front of the first key, the needs behind everything. */
function addFields(
  place: TextPlace,
  step: YamlMap,
  { name, needs }: StepFields,
  spelling: StepSpelling,
): readonly TextEdit[] {
  const empty = name === undefined ? undefined : spelling.fieldOf(step, spelling.name);
  const inFront = takesNameInFront(place, step);
  const first = step.pairs[0]!.start;
  const edits: TextEdit[] = [];
  const behind: Field[] = [];
  if (name !== undefined && empty) edits.push(fillName(place, empty, name));
  else if (name !== undefined && inFront)
    edits.push(place.replace(first, first, frontText(place, step, name, spelling)));
  else if (name !== undefined) behind.push({ key: spelling.name, value: name });
  if (needs !== undefined && spelling.needsInFront && !step.flow && inFront)
    edits.push(place.replace(first, first, `${spelling.needs}: ${place.flow(needs)}${lineBelow(place, step)}`));
  else if (needs !== undefined)
    behind.push({ key: spelling.needs, value: spelling.needsText?.print(needs) ?? needItems(needs, step, spelling) });
  return behind.length === 0 ? edits : [...edits, addBehind(place, step, behind)];
}

function needItems(needs: readonly string[], step: YamlMap, { needItem }: StepSpelling): readonly PrintedItem[] {
  return needItem ? needs.map((need) => needItem(need, step)) : needs;
}

function frontText(place: TextPlace, step: YamlMap, name: string, spelling: StepSpelling): string {
  if (step.flow) return flowFront(place, step, { key: spelling.name, value: name });
  return `${spelling.name}: ${scalarText(name)}${lineBelow(place, step)}`;
}

/** What parts a line that is put in front of a step from the rest of it. */
function lineBelow(place: TextPlace, step: YamlMap): string {
  return `${place.lineBreak}${frontIndent(place, step)}`;
}

function fillName(place: TextPlace, pair: YamlPair, name: string): TextEdit {
  return place.replace(pair.value.start, pair.value.end, separated(place, pair, place.flow(name)));
}

/** Does a name that is written down for a step come before its other fields? */
export function takesNameInFront(place: TextPlace, step: YamlMap): boolean {
  return step.flow ? !mergesOthers(step) : frontIndent(place, step) !== undefined;
}

/** What a merge key brings in wins over what is before it, as the engine reads it. */
function mergesOthers({ pairs }: YamlMap): boolean {
  return pairs.some(({ key }) => key.value === '<<');
}

/** What the second line of a block mapping begins with, where its first key has nothing but blanks and dashes before it. */
function frontIndent({ text }: TextPlace, step: YamlMap): string | undefined {
  const first = step.pairs[0]!.start;
  const before = text.slice(lineStartBefore(text, first), first);
  return /^[ -]*$/.test(before) && !mergesOthers(step) ? ' '.repeat(before.length) : undefined;
}

function addBehind(place: TextPlace, step: YamlMap, fields: readonly Field[]): TextEdit {
  const last = step.pairs.at(-1)!;
  const end = Math.max(last.key.end, last.value.end);
  if (step.flow) return place.replace(end, end, flowAddition(place, step, fields));
  const { start } = step.pairs[0]!;
  const indent = ' '.repeat(start - lineStartBefore(place.text, start));
  return place.insertLines(
    end,
    fields.map(({ key, value }) => `${indent}${key}: ${place.flow(value)}`),
  );
}
