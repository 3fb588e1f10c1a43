import { createCollector, type Report } from '../../../diagnostics/diagnostics.js';
import type { Listing } from '../../../model/listing.js';
import type { SourceFile } from '../../../model/source.js';
import type { Dag, Workflow } from '../../../model/workflow.js';
import { reportDocumentProblems } from '../../../text/problems.js';
import { parseDocument } from '../../../text/yaml.js';
import { onlySlice } from '../../../text/yaml-stream.js';
import { madeWhenAsked } from '../../made-when-asked.js';
import type { StepText } from '../../yaml-steps/step-list.js';
import { type DaguDocument, readDocument } from '../document.js';
import { spellingOf } from '../fields.js';
import { type FindDag, readNodes } from '../nodes.js';
import type { DaguWorkflow } from '../read.js';
import { readDag } from '../read-dag.js';
import type { Version } from '../readings.js';
import { reportDocument } from '../report-document.js';
import { createStepKeys } from '../step-keys.js';
import { dagFolder } from '../words.js';
import type { DocumentPlace } from './document-places.js';
import type { FoundDocuments } from './found-documents.js';

export interface ReadWhenAsked {
  readonly read: DaguWorkflow;
  inFull(dag: number): Dag;
  /** Of which DAGs somebody looked at more than the name since this was last called. */
  lookedInto(): ReadonlySet<number>;
  /** Reads a document once more, and reports what is wrong with it. */
  readAndReport(dag: number, report: Report): DaguDocument;
  /** Reports what is wrong with a document beside how it is written. */
  reportOn(dag: number, document: DaguDocument, report: Report): Dag;
  /**
   * Reads what a document became, as a workflow of one DAG.
   * @returns `undefined` where it is no document of its own any more
   * @throws where it cannot be read: a fault of ours
   */
  readBack(dag: number, text: string): DaguWorkflow | undefined;
}

interface Surroundings {
  readonly files: readonly SourceFile[];
  /** The DAG that a run starts with. */
  readonly root: number;
  readonly find: FindDag;
  readonly version: Version;
  readonly base: 'none' | undefined;
}

/** The same files as others read them, of which each document is read when it is asked for. */
export function readWhenAsked(
  places: readonly DocumentPlace[],
  { names, namedByFile, odd, withFolder }: FoundDocuments,
  { files, root, find, version, base }: Surroundings,
): ReadWhenAsked {
  const shared = { base, keysOf: createStepKeys() };
  const { report: quiet } = createCollector();
  const readAt = (index: number, report: Report) => {
    const { source, slice, position } = places[index]!;
    return readDocument(parseDocument(source.text, slice), source, position, shared, report)!;
  };
  const sizeOf = (index: number) => places[index]!.slice.end - places[index]!.slice.start;
  const documents: Listing<DaguDocument> = madeWhenAsked(
    places.length,
    (index) => readAt(index, quiet),
    sizeOf,
    largestInFull,
  );
  const dagIn = (text: string, index: number, document: DaguDocument, report: Report) => {
    const nodes = readNodes(document, text, version.dialect, find, report);
    return readDag(document, { index, isAlone: false, version, base }, nodes, report);
  };
  const dagAt = (index: number, document: DaguDocument, report: Report) =>
    dagIn(places[index]!.source.text, index, document, report);
  const inFull = madeWhenAsked(
    places.length,
    (index) => dagAt(index, documents.at(index)!, quiet),
    sizeOf,
    largestInFull,
  );
  const reportOn = (index: number, document: DaguDocument, report: Report) => {
    reportDocument(document, places[index]!.source.text, version, report);
    return dagAt(index, document, report);
  };
  let looked = new Set<number>();
  const lookAt = (index: number): Dag => {
    looked.add(index);
    return inFull.at(index)!;
  };
  const dagWhenAsked = dagsWhenAsked({ odd, withFolder, namedByFile }, lookAt);
  const dags = names.map((name, index) => dagWhenAsked(index, name, places[index]!.source.path));
  const workflow: Workflow = {
    format: 'dagu',
    files,
    dags,
    roots: [root],
    inherits: version.dialect === 'v2',
    findBeside: version.dialect === 'v2' ? { othersFindIn: dagFolder } : 'all',
  };
  const spelling = spellingOf(version.dialect);
  const texts: Listing<StepText> = {
    length: places.length,
    at: (index) => ({ dag: dags[index]!, list: documents.at(index)!.steps, spelling }),
  };
  return {
    read: { workflow, documents, texts, version, withHandlers: [] },
    inFull: lookAt,
    lookedInto() {
      const since = looked;
      looked = new Set();
      return since;
    },
    readAndReport(dag, report) {
      const document = readAt(dag, report);
      reportOn(dag, document, report);
      return document;
    },
    reportOn,
    readBack(index, text) {
      const { source, position } = places[index]!;
      const slice = onlySlice(text);
      if (!slice) return undefined;
      const written = { ...source, text };
      const { report, all } = createCollector();
      const parsed = parseDocument(text, slice);
      const isBroken = reportDocumentProblems(parsed, written, report);
      const document = isBroken ? undefined : readDocument(parsed, written, position, shared, report);
      const dag = document && dagIn(text, index, document, report);
      const broken = all().find(({ severity }) => severity === 'error');
      if (!document || !dag || broken)
        throw new Error(`what was about to be written cannot be read: ${broken?.code} ${broken?.message}`);
      return {
        workflow: { ...workflow, files: [written], dags: [dag], roots: [0] },
        documents: [document],
        texts: [{ dag, list: document.steps, spelling }],
        version,
        withHandlers: [],
      };
    },
  };
}

/** How many characters the documents have that are held in full at one time. */
const largestInFull = 1_000_000;

/** DAGs that know their names, and read all else when it is asked for. What they share makes each of them small. */
function dagsWhenAsked(
  { odd, withFolder, namedByFile }: Pick<FoundDocuments, 'odd' | 'withFolder' | 'namedByFile'>,
  inFull: (index: number) => Dag,
): (index: number, name: string, file: string) => Dag {
  const shared = {
    get nodes() {
      return inFull(indexOf(this)).nodes;
    },
    get readings() {
      return inFull(indexOf(this)).readings;
    },
    get env() {
      return inFull(indexOf(this)).env;
    },
    get params() {
      return inFull(indexOf(this)).params;
    },
    get given() {
      return inFull(indexOf(this)).given;
    },
    get takesAtEnd() {
      return inFull(indexOf(this)).takesAtEnd;
    },
    get span() {
      return inFull(indexOf(this)).span;
    },
    get startsElsewhere() {
      return withFolder.has(indexOf(this)) ? inFull(indexOf(this)).startsElsewhere : undefined;
    },
    // Only a key that few documents have can say so.
    get envFiles() {
      return odd.has(indexOf(this)) ? inFull(indexOf(this)).envFiles : undefined;
    },
    get nameAtRun() {
      return namedByFile.has(indexOf(this)) ? inFull(indexOf(this)).nameAtRun : undefined;
    },
    closed: undefined,
  };
  return (index, name, file) => Object.assign(Object.create(shared) as typeof shared, { index, name, file });
}

function indexOf(dag: object): number {
  return (dag as Dag).index;
}
