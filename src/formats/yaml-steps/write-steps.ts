import type { Report } from '../../diagnostics/diagnostics.js';
import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import type { Field } from '../../text/print-yaml.js';
import { insertSteps, type PrintedNode } from './insert-steps.js';
import { changeStep } from './kept-steps.js';
import { nodeMarks } from './node-marks.js';
import type { StepText } from './step-list.js';
import type { TextPlace } from './text-place.js';

/** The list of a DAG as it will be. */
export interface PlannedSteps {
  readonly nodes: readonly PlannedNode[];
  /** Each added step gets a comment that names its rule. Without it, only those get a mark that tell more than the graph does. */
  readonly marks: boolean;
}

/**
 * Edits that make the text of a list of steps say what is planned: steps that were there get names and needs, and others are
 * put between them. Where the steps of a list hold lists of their own, the edits of those inside come first.
 */
export function writeSteps(
  place: TextPlace,
  text: StepText,
  { nodes, marks }: PlannedSteps,
  fieldsOf: (node: InjectedNode) => readonly Field[],
  report: Report,
): readonly TextEdit[] {
  const changed = nodes.flatMap((node) => {
    if (node.kind === 'injected') return [];
    const { start } = text.list.steps[node.node]!.node;
    return changeStep(place, text, node, report).map((edit) => ({ edit, inFront: edit.start <= start }));
  });
  const tellsMore = (node: PlannedNode) => node.kind === 'injected' && node.instead.length > 0;
  const markOf = marks || nodes.some(tellsMore) ? nodeMarks(place, text, nodes) : () => [];
  const print = (node: InjectedNode): PrintedNode => {
    const fields = fieldsOf(node);
    return { node, fields, mark: marks || tellsMore(node) ? markOf(node, fields) : [], commented: marks };
  };
  // What is put behind a step belongs to it, and so does what is put right in front of it.
  return [
    ...changed.flatMap(({ edit, inFront }) => (inFront ? [] : [edit])),
    ...insertSteps(place, text, nodes, print),
    ...changed.flatMap(({ edit, inFront }) => (inFront ? [edit] : [])),
  ];
}
