import type { Report } from '../../diagnostics/diagnostics.js';
import type { TextEdit } from '../../model/source.js';
import type { Dag } from '../../model/workflow.js';
import { lineStartBefore } from '../../text/lines.js';
import type { YamlMap, YamlScalar } from '../../text/yaml-node.js';
import type { Dialect } from './dialect.js';
import { editNeeds } from './edit-needs.js';
import { fieldOf } from './fields.js';
import { flowAddition } from './flow-style.js';
import type { DaguStep } from './steps.js';
import type { TextPlace } from './text-place.js';

/** Edits that make an existing step wait for `wanted`; what cannot be written safely is reported. */
export function rewireStep(
  place: TextPlace,
  step: DaguStep,
  dag: Dag,
  index: number,
  wanted: readonly string[],
  dialect: Dialect,
  report: Report,
): readonly TextEdit[] {
  const { node } = step;
  if (node.kind === 'map') {
    const pair = fieldOf(node, 'depends');
    if (pair) return editNeeds(place, pair, wanted, writtenReferences(dag, index));
    if (node.pairs.length > 0) return [addField(place, node, wanted)];
  }
  if (node.kind === 'scalar' && isOneLine(place.text, node))
    return wrapCommand(place, node, wanted, dialect, step.inFlow);
  report('DW605', { step: dag.nodes[index]!.name, dag: dag.name }, { span: dag.nodes[index]!.span });
  return [];
}

/** What the written items stand for, as a plan names it: an item may use an id where the plan uses the name. */
export function writtenReferences(dag: Dag, index: number): readonly string[] {
  return (dag.nodes[index]!.needs ?? []).map((need) =>
    need.node === undefined ? need.name : (dag.nodes[need.node]!.reference ?? need.name),
  );
}

function addField(place: TextPlace, step: YamlMap, wanted: readonly string[]): TextEdit {
  const last = step.pairs.at(-1)!;
  const end = Math.max(last.key.end, last.value.end);
  if (step.flow) return place.replace(end, end, flowAddition(place, step, [{ key: 'depends', value: wanted }]));
  const { start } = step.pairs[0]!;
  const indent = ' '.repeat(start - lineStartBefore(place.text, start));
  return place.insertLines(end, [`${indent}depends: ${place.flow(wanted)}`]);
}

/** A step that is a mere command becomes a mapping with that command, by what is put around it. */
function wrapCommand(
  place: TextPlace,
  command: YamlScalar,
  wanted: readonly string[],
  dialect: Dialect,
  inFlow: boolean,
): readonly TextEdit[] {
  const key = dialect === 'v2' ? 'run' : 'command';
  const { start, end } = command;
  if (inFlow) {
    const opening = place.flow({ fields: [{ key, value: '' }] }).slice(0, -emptyText.length);
    const closing = place.flow({ fields: [{ key: 'depends', value: wanted }] }).slice(1);
    return [place.replace(start, start, opening), place.replace(end, end, place.comma + closing)];
  }
  const column = start - lineStartBefore(place.text, start);
  return [
    place.replace(start, start, `${key}: `),
    place.insertLines(end, [`${' '.repeat(column)}depends: ${place.flow(wanted)}`]),
  ];
}

/** How an empty text ends a mapping in braces. */
const emptyText = '""}';

function isOneLine(text: string, { start, end, style }: YamlScalar): boolean {
  return style !== 'literal' && style !== 'folded' && !text.slice(start, end).includes('\n');
}
