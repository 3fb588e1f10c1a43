import { type Report, silent } from '../../diagnostics/diagnostics.js';
import type { Listing } from '../../model/listing.js';
import type { SourceFile } from '../../model/source.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import type { OpenOptions } from '../format.js';
import { madeWhenAsked } from '../made-when-asked.js';
import type { StepText } from '../yaml-steps/step-list.js';
import { type KnownBase, readBaseConfig } from './base-config.js';
import type { DaguDocument, DocumentSummary } from './document.js';
import { reportEntryName } from './entry-name.js';
import { spellingOf } from './fields.js';
import { groupDocuments, indexDocuments, reportSiblingCalls } from './group.js';
import { readNodes } from './nodes.js';
import { readDag, withNodesWhenAsked } from './read-dag.js';
import { readDocuments } from './read-documents.js';
import { decideVersion, readAskedVersions, type Version } from './readings.js';
import { reportDocument } from './report-document.js';
import { createStepKeys } from './step-keys.js';
import { dagFolder } from './words.js';

/** A workflow beside the documents it was read from: `documents.at(n)` is the text of `workflow.dags[n]`. */
export interface DaguWorkflow {
  readonly workflow: Workflow;
  readonly documents: Listing<DaguDocument>;
  /** The same as lists of steps. */
  readonly texts: Listing<StepText>;
  readonly version: Version;
  /** DAGs that have handlers of their own. */
  readonly withHandlers: readonly number[];
}

export function readWorkflows(
  files: readonly SourceFile[],
  options: OpenOptions,
  room: number,
  report: Report,
): readonly DaguWorkflow[] {
  const asked = readAskedVersions(options, report);
  if (asked === 'refused') return [];
  const base = readBaseConfig(options.defaults, report);
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const documents = readDocuments(sorted, { base, keysOf: createStepKeys() }, room, report);
  const find = indexDocuments(documents.summaries);
  const fileOf = new Map(sorted.map((file) => [file.path, file]));
  const areNodesLate = options.dagByDag === true && !documents.areKept;
  return groupDocuments(documents.summaries, find).map(({ members, roots }): DaguWorkflow => {
    const summaries = members.map((member) => documents.summaries[member]!);
    const version = decideVersion(summaries, { ...asked, base }, find, report);
    const inGroup: Listing<DaguDocument> = {
      length: members.length,
      at: (index) => documents.full.at(members[index]!),
    };
    const group: Group = { summaries, documents: inGroup, fileOf, version, base };
    reportNameless(group, report);
    const dags = readDags(group, areNodesLate, report);
    if (!areNodesLate) reportSiblingCalls(dags, version, report);
    const written = asked.target ?? asked.assumed;
    if (written?.refusesEntryNames && written.dialect === version.dialect) reportEntryNames(group, report);
    const withHandlers = summaries.flatMap(({ hasHandlers }, index) => (hasHandlers ? [index] : []));
    const workflow = workflowOf(dags, roots, group);
    return { workflow, documents: inGroup, texts: stepTexts(dags, group), version, withHandlers };
  });
}

/** Documents that make one workflow. */
interface Group {
  readonly summaries: readonly DocumentSummary[];
  readonly documents: Listing<DaguDocument>;
  readonly fileOf: ReadonlyMap<string, SourceFile>;
  readonly version: Version;
  readonly base: KnownBase;
}

/** @param areNodesLate nodes are read when they are asked for, because there is no room for those of all DAGs */
function readDags(group: Group, areNodesLate: boolean, report: Report): readonly Dag[] {
  const { summaries, documents, fileOf, version, base } = group;
  const find = indexDocuments(summaries);
  const textOf = ({ file }: DaguDocument) => fileOf.get(file)!.text;
  const readNodesAt = (index: number, tell: Report) => {
    const document = documents.at(index)!;
    return readNodes(document, textOf(document), version.dialect, find, tell);
  };
  // Only those of the DAG that was read last stay.
  const nodesAgain = madeWhenAsked(
    summaries.length,
    (index) => readNodesAt(index, silent),
    () => 1,
    0,
  );
  return summaries.map((_, index): Dag => {
    const document = documents.at(index)!;
    reportDocument(document, textOf(document), version, report);
    const nodes = areNodesLate ? [] : readNodesAt(index, report);
    const place = { index, isAlone: summaries.length === 1, version, base };
    const dag = readDag(document, place, nodes, report);
    return areNodesLate ? withNodesWhenAsked(dag, (at) => nodesAgain.at(at)!) : dag;
  });
}

function workflowOf(dags: readonly Dag[], roots: readonly number[], { summaries, fileOf, version }: Group): Workflow {
  const is2 = version.dialect === 'v2';
  // Dagu 1.30 hands over parameters alone, and looks for files beside each DAG.
  return {
    format: 'dagu',
    files: [...new Set(summaries.map(({ file }) => file))].map((path) => fileOf.get(path)!),
    dags,
    roots,
    inherits: is2,
    findBeside: is2 ? { othersFindIn: dagFolder } : 'all',
  };
}

function stepTexts(dags: readonly Dag[], { documents, version }: Group): Listing<StepText> {
  const spelling = spellingOf(version.dialect);
  return {
    length: dags.length,
    at: (index) => ({ dag: dags[index]!, list: documents.at(index)!.steps, spelling }),
  };
}

/** Each file begins with a document that a run may start with. */
function reportEntryNames({ summaries, documents, fileOf }: Group, report: Report): void {
  for (const [index, { position, name, file }] of summaries.entries())
    if (position === 0 && name !== undefined) reportEntryName(documents.at(index)!, fileOf.get(file)!, report);
}

/** Only the first document of a file is called by the file's name. */
function reportNameless({ summaries, version }: Group, report: Report): void {
  for (const { position, name, span } of summaries) {
    if (position === 0 || name !== undefined) continue;
    if (version.dialect === 'v2') report('DW216', {}, { span });
    else report('DW215', { engine: 'Dagu 1.x' }, { span });
  }
}
