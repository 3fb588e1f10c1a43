import { catalog } from '../diagnostics/catalog.js';
import { createCollector, type Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import type { Removal } from '../model/mark.js';
import type { SourceFile, TextEdit } from '../model/source.js';
import type { Dag, Node, Workflow } from '../model/workflow.js';
import type { NodesByDag } from '../passes/earlier/nodes-by-dag.js';
import { removalOf, type TakenHooks } from '../passes/earlier/removal.js';
import { findStripFaults, type StripFault } from '../passes/earlier/verify-stripped.js';
import { applyEdits } from '../text/edits.js';
import { toInputs } from './point-into-inputs.js';
import { type ReadOptions, readWorkflows, reportCutOff } from './read-workflows.js';

/** Workflows without the hooks that an earlier run put in. */
export interface Base {
  readonly files: readonly SourceFile[];
  readonly read: readonly OpenWorkflow[];
  /** What leads from the files as they came to these. */
  readonly edits: readonly TextEdit[];
  /** By workflow: the nodes that were taken out. */
  readonly taken: readonly NodesByDag[];
}

/**
 * Takes known hooks out of the text, reads what is left and compares that with what should be left. Somebody may have taken away what was
 * there besides, so that nothing is left that could be a workflow: that is reported, and then all stays.
 * @throws where something else is left than should be: a fault of ours
 */
export function takeOut(
  files: readonly SourceFile[],
  read: readonly OpenWorkflow[],
  removed: readonly TakenHooks[],
  reading: ReadOptions,
  report: Report,
): Base {
  const taken = removed.map((one) => one.taken);
  const removals = read.map((one, index) => removalOf(one, one.marks(), removed[index]!));
  const untouched = { files, read, edits: [], taken };
  const idle = read.flatMap(({ workflow }, index) => nothingButHooks(workflow, removals[index]!));
  const reportIdle = () => {
    for (const { name, span } of idle) report('DW714', { dag: name }, { span });
  };
  if (idle.some(({ ofCommands }) => ofCommands)) {
    reportIdle();
    return untouched;
  }
  const edits = read.flatMap(({ erase }, index) => erase(removals[index]!, report));
  if (edits.length === 0) return untouched;
  const stripped = applyEdits(files, edits);
  const blank = stripped.filter(({ text }, at) => text.trim() === '' && files[at]!.text.trim() !== '');
  // Of a workflow of several files, one may have had its own nodes taken away.
  if (idle.length === 0 && blank.length > 0) {
    for (const { path } of blank) report('DW714', { dag: path }, { span: { file: path, start: 0, end: 0 } });
    return untouched;
  }
  const { report: reportAgain, hasErrors } = createCollector();
  const reportLeft: Report = (code, args, place = {}) => {
    reportAgain(code, args, place);
    if (catalog()[code].severity !== 'error' || idle.length > 0) return;
    report(code, args, { span: place.span && toInputs(edits)(place.span) });
  };
  for (const file of stripped) reportCutOff(file, reportLeft);
  const again = readWorkflows(stripped, reading, reportLeft, { before: read });
  if (hasErrors()) {
    reportIdle();
    return untouched;
  }
  const empty = read.flatMap(({ workflow }, index) =>
    emptiedDocuments(workflow, again[index]?.workflow, removals[index]!),
  );
  for (const { name, span } of empty) report('DW714', { dag: name }, { span });
  if (empty.length > 0) return untouched;
  const faults = read.flatMap(({ workflow }, index) =>
    findStripFaults(workflow, again[index]?.workflow, removals[index]!).map((fault) => ({
      ...fault,
      taken: taken[index]!.get(fault.dag.index),
    })),
  );
  if (faults.length === 0) return { files: stripped, read: again, edits, taken };
  for (const fault of faults) reportFault(fault, report);
  return untouched;
}

/**
 * What a text without its hooks says otherwise than it should, where it follows from how the text itself is written.
 * @throws where it does not: a fault of ours
 */
function reportFault(
  { dag, why, taken }: StripFault & { readonly taken: ReadonlySet<number> | undefined },
  report: Report,
): void {
  const byPlace = namedByPlace(dag, taken);
  for (const { node, need } of byPlace) report('DW716', { node: node.name, need, dag: dag.name }, { span: node.span });
  if (byPlace.length > 0) return;
  const doubtful = dag.nodes.filter(({ index, readAsHook }) => readAsHook && !taken?.has(index));
  if (doubtful.length === 0) throw new Error(`taking hooks out of \`${dag.name}\`: ${why}`);
  for (const { name, span } of doubtful) report('DW286', { node: name, dag: dag.name }, { span });
}

/** The first need of each step that stays which names another one as soon as steps before that are gone. */
function namedByPlace(
  { nodes }: Dag,
  taken: ReadonlySet<number> = new Set(),
): readonly { readonly node: Node; readonly need: string }[] {
  let first = nodes.length;
  for (const node of taken) first = Math.min(first, node);
  return nodes.flatMap((node) => {
    const need = node.needs?.find((one) => one.node !== undefined && one.node > first && !nodes[one.node]!.named);
    return need && !taken.has(node.index) ? [{ node, need: need.name }] : [];
  });
}

/** DAGs of which nothing would be left. */
function nothingButHooks({ dags }: Workflow, removal: Removal): readonly Dag[] {
  return removal.dags.flatMap(({ dag, nodes }) => {
    const one = dags[dag]!;
    return nodes.size > 0 && one.nodes.every(({ index }) => nodes.has(index)) ? [one] : [];
  });
}

/** Where documents are gone, those of which nothing but hooks was left. */
function emptiedDocuments({ dags }: Workflow, again: Workflow | undefined, removal: Removal): readonly Dag[] {
  if (again?.dags.length === dags.length) return [];
  const taken = new Map(removal.dags.map(({ dag, nodes }) => [dag, nodes.size]));
  return dags.filter(({ index, nodes }) => nodes.length === (taken.get(index) ?? 0));
}
