import { createRecorder, isError, type Reported } from '../../../diagnostics/recorder.js';
import { hookPrefix } from '../../../model/mark.js';
import type { Node } from '../../../model/workflow.js';
import { reportDocumentProblems } from '../../../text/problems.js';
import { parseDocument } from '../../../text/yaml.js';
import type { StepPlaces } from '../../yaml-steps/plain-steps.js';
import type { KnownBase } from '../base-config.js';
import { type DaguDocument, readDocument, spanOf, summaryOf } from '../document.js';
import { createStepKeys } from '../step-keys.js';
import type { DocumentPlace } from './document-places.js';
import type { FoundDocuments } from './found-documents.js';
import type { ReadWhenAsked } from './read-when-asked.js';

/** A document in full, with what there is to know of how it is written. */
interface FullDocument {
  readonly document: DaguDocument;
  readonly reported: readonly Reported[];
}

/** Makes what reads documents in full; `undefined` for one that is empty, or in which there is an error. */
export function otherReader(base: KnownBase): (place: DocumentPlace) => FullDocument | undefined {
  const shared = { base, keysOf: createStepKeys() };
  const { report, taken } = createRecorder();
  return ({ source, slice, position }) => {
    const parsed = parseDocument(source.text, slice);
    reportDocumentProblems(parsed, source, report);
    const document = readDocument(parsed, source, position, shared, report);
    const reported = taken();
    return document && !reported.some(isError) ? { document, reported } : undefined;
  };
}

/** Adds to tables what is in them of a document that is read in full. It is like no other. */
export function addOther(
  found: FoundDocuments,
  { source, slice }: DocumentPlace,
  { document, reported }: FullDocument,
): void {
  const dag = found.shapes.length;
  const { calls, evidence, runs } = summaryOf(document);
  const { written, type, base, steps } = document;
  const name = spanOf(document);
  found.others.set(dag, { calls, flow: written.flow, reported });
  found.shapes.push(-1 - dag);
  found.settings.push(-1 - dag);
  found.said.add(source.text.slice(slice.start, slice.end));
  found.odd.add(dag);
  found.withRareKeys.add(dag);
  found.withFolder.add(dag);
  found.steps.add(noSteps);
  found.namesFrom.push(name.start);
  found.namesTo.push(name.end);
  const isTypeless = type === undefined && base === undefined && steps.shape !== 'map';
  found.typeless.push(isTypeless ? written.pairs[0]!.key.start : -1);
  found.hasRuns ||= runs.length > 0;
  found.speaksForV1 ||= evidence.some(({ dialect }) => dialect === 'v1');
  found.speaksForV2 ||= evidence.some(({ dialect }) => dialect === 'v2');
  for (const { name: run } of runs) found.runs.push({ dag, written: run ?? '' });
}

const noSteps: StepPlaces = {
  steps: 0,
  dash: [],
  from: [],
  to: [],
  nameFrom: [],
  nameTo: [],
  needsFrom: [],
  needsTo: [],
  outputFrom: [],
  outputTo: [],
};

/** The steps of documents that are other than plain. */
export interface OtherSteps {
  /** By DAG. */
  readonly names: ReadonlyMap<number, readonly string[]>;
  readonly calls: FoundDocuments['calls'];
  readonly reported: readonly Reported[];
}

/** @returns `undefined` where there is an error in one of them, or it says more than plans of DAGs by themselves can tell */
export function readOtherSteps(
  { others }: Pick<FoundDocuments, 'others'>,
  { read, reportOn }: Pick<ReadWhenAsked, 'read' | 'reportOn'>,
): OtherSteps | undefined {
  const names = new Map<number, readonly string[]>();
  const calls: FoundDocuments['calls'][number][] = [];
  const reported: Reported[] = [];
  const { report, taken } = createRecorder();
  for (const [index, other] of others) {
    const dag = reportOn(index, read.documents.at(index)!, report);
    const ofDag = taken();
    // Where there are no steps, there is no task.
    const isOne = dag.nodes.length > 0 && dag.closed === undefined && dag.nodes.every(isUsual);
    if (!isOne || ofDag.some(isError)) return undefined;
    for (const one of [...other.reported, ...ofDag]) reported.push(one);
    names.set(
      index,
      dag.nodes.map(({ name }) => name),
    );
    for (const { index: node, call } of dag.nodes) if (call) calls.push({ dag: index, node, name: call.name });
  }
  return { names, calls, reported };
}

/** Does it not look like a hook, print into a variable of Arborist, or let others go on where a DAG that it calls fails? */
function isUsual(node: Node): boolean {
  const { name, id, output, call, type } = node;
  if (name.startsWith(hookPrefix) || id?.startsWith(hookPrefix) || output?.startsWith('ARBORIST_')) return false;
  return !call || (type === 'call' && !goesOnBehind(node));
}

function goesOnBehind({ skippable, failable, marksSuccess }: Node): boolean {
  return skippable || failable !== 'no' || marksSuccess;
}
