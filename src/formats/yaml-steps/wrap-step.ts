import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore, withoutBreak } from '../../text/lines.js';
import { scalarText } from '../../text/print-yaml.js';
import { resolved } from '../../text/yaml-access.js';
import { pairText } from './flow-style.js';
import type { ListedStep, StepSpelling } from './step-list.js';
import type { TextPlace } from './text-place.js';

/** What a step is given. */
export interface StepFields {
  readonly name: string | undefined;
  readonly needs: readonly string[] | undefined;
}

/** A step that is a mere command, or an alias, becomes a mapping that holds it, by what is put around it. */
export function wrapStep(
  place: TextPlace,
  step: ListedStep,
  fields: StepFields,
  spelling: StepSpelling,
): readonly TextEdit[] {
  return step.inFlow ? wrapInFlow(place, step, fields, spelling) : wrapInBlock(place, step, fields, spelling);
}

/**
 * The key that a step is behind; none where it is a pair already, which lacks only the braces. What a merge key brings in
 * wins over what is before it, as the engine reads it, so that key comes first.
 */
function keyOf({ node }: ListedStep, { commands }: StepSpelling): string | undefined {
  if (node.kind === 'map') return undefined;
  if (node.kind === 'alias' && resolved(node)?.kind === 'map') return '<<';
  return commands[0];
}

function wrapInFlow(
  place: TextPlace,
  step: ListedStep,
  { name, needs }: StepFields,
  spelling: StepSpelling,
): readonly TextEdit[] {
  const from = startWithProperties(place, step);
  const key = keyOf(step, spelling);
  const names = name === undefined ? [] : [pairText(place, { key: spelling.name, value: name })];
  const front = key === '<<' ? [] : names;
  const behind = [
    ...(key === '<<' ? names : []),
    ...(needs === undefined ? [] : [pairText(place, { key: spelling.needs, value: needs })]),
  ];
  const opening = front.map((one) => one + place.comma).join('') + (key === undefined ? '' : keyText(place, key));
  return [
    place.replace(from, from, `{${opening}`),
    place.replace(step.node.end, step.node.end, `${behind.map((one) => place.comma + one).join('')}}`),
  ];
}

/** A key and its colon, up to where its value begins. */
function keyText(place: TextPlace, key: string): string {
  return place.json ? pairText(place, { key, value: 0 }).slice(0, -1) : `${key}: `;
}

function wrapInBlock(
  place: TextPlace,
  step: ListedStep,
  { name, needs }: StepFields,
  spelling: StepSpelling,
): readonly TextEdit[] {
  const { text, lineBreak } = place;
  const from = startWithProperties(place, step);
  const column = from - lineStartBefore(text, from);
  const pad = ' '.repeat(column);
  const key = keyOf(step, spelling);
  const nameLines = name === undefined ? [] : [`${spelling.name}: ${scalarText(name)}`];
  const needLines = needs === undefined ? [] : [`${spelling.needs}: ${place.flow(needs)}`];
  const front = [...(key === '<<' ? [] : nameLines), `${key}: `];
  const behind = [...(key === '<<' ? nameLines : []), ...needLines].map((line) => pad + line);
  return [
    ...withoutTabs(place, step.start, from),
    place.replace(from, from, front.join(lineBreak + pad)),
    ...deeper(place, from, step.node.end, column - (step.start - lineStartBefore(text, step.start))),
    ...(behind.length === 0 ? [] : [place.insertLines(step.node.end, behind)]),
  ];
}

/** A tab may part a dash from a command, but not from a mapping. */
function withoutTabs({ text, replace }: TextPlace, start: number, end: number): readonly TextEdit[] {
  const blanks = /(?<![ \t])[ \t]+$/.exec(text.slice(start, end))?.[0] ?? '';
  return blanks.includes('\t') ? [replace(end - blanks.length, end, ' '.repeat(blanks.length))] : [];
}

/** Where an anchor or a tag before the step begins, or the step itself. */
function startWithProperties({ text }: TextPlace, { node, start }: ListedStep): number {
  const before = text.slice(start, node.start);
  return node.start - (/(?:^|\s)((?:[&!][^\s,[\]{}]*(?:\s+|$)){0,2})$/.exec(before)?.[1]?.length ?? 0);
}

/** The further lines of a command, or all where its anchor has a line to itself, have to be deeper than the mapping that it gets into. */
function deeper({ text, replace }: TextPlace, start: number, until: number, by: number): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (let line = lineEndAfter(text, start); line < until; ) {
    const end = lineEndAfter(text, line);
    if (withoutBreak(text, end) > line) edits.push(replace(line, line, ' '.repeat(by)));
    line = end;
  }
  return edits;
}
