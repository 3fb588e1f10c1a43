import { createCollector } from '../../../diagnostics/diagnostics.js';
import type { Listing } from '../../../model/listing.js';
import { hookPrefix } from '../../../model/mark.js';
import type { SourceFile } from '../../../model/source.js';
import type { Dag, Workflow } from '../../../model/workflow.js';
import { createFlatDocument } from '../../../text/flat/flat-document.js';
import { scanFlat } from '../../../text/flat/scan-flat.js';
import { reportForbiddenCharacters } from '../../../text/problems.js';
import { parseDocument } from '../../../text/yaml.js';
import { type DocumentSlice, splitStream } from '../../../text/yaml-stream.js';
import type { NodeQuestions, OpenOptions, PlainWorkflow } from '../../format.js';
import { madeWhenAsked } from '../../made-when-asked.js';
import { hookStencil } from '../../yaml-steps/hook-stencil.js';
import { mayHoldMarks } from '../../yaml-steps/mark.js';
import {
  hasOneColumn,
  type PlainSteps,
  type PlainText,
  stepColumn,
  stepColumns,
} from '../../yaml-steps/plain-steps.js';
import type { StepText } from '../../yaml-steps/step-list.js';
import { textPlaces } from '../../yaml-steps/text-place.js';
import { findFault } from '../../yaml-steps/verify-plain.js';
import { createDagWriter } from '../../yaml-steps/write-plain.js';
import { readBaseConfig } from '../base-config.js';
import { type DaguDocument, readDocument } from '../document.js';
import { reportEntryName } from '../entry-name.js';
import { spellingOf } from '../fields.js';
import { readNodes } from '../nodes.js';
import type { DaguWorkflow } from '../read.js';
import { readDag } from '../read-dag.js';
import { readAskedVersions, type Version } from '../readings.js';
import { createStepKeys } from '../step-keys.js';
import { dagFolder } from '../words.js';
import { hookFields } from '../write.js';
import { createOutline, type Outline, readOutline } from './outline.js';
import { createReadBack } from './read-back.js';

/**
 * Reads a file document by document into tables of numbers, where each of them is plain: no handlers, no anchors, nothing that has to
 * be reported. A DAG is read in full when somebody asks for it.
 * @returns `undefined` where one document is other than plain, or is alone: then there is nothing to share
 */
export function openPlain(
  file: SourceFile,
  options: OpenOptions,
  questions: NodeQuestions,
  openRead: (read: DaguWorkflow) => PlainWorkflow['open'],
): PlainWorkflow | undefined {
  const { text } = file;
  const quiet = createCollector();
  const asked = readAskedVersions(options, quiet.report);
  const base = readBaseConfig(options.defaults, quiet.report);
  if (asked === 'refused' || typeof base === 'object') return undefined;
  if (mayHoldMarks(text) || text.charCodeAt(0) === 0xfeff || hasOddSigns.test(text)) return undefined;
  reportForbiddenCharacters(file, quiet.report);
  if (quiet.all().length > 0) return undefined;

  const slices = splitStream(text);
  if (slices.length < 2) return undefined;
  const found = readAll(text, slices, questions);
  if (!found) return undefined;
  const { target, assumed } = asked;
  const version = versionOf(found, target?.dialect, assumed?.dialect);
  if (!version || isReported(found, version, base)) return undefined;
  const calls = resolveCalls(found);
  if (!calls) return undefined;
  const { target: written = assumed } = asked;

  const { read, inFull } = readWhenAsked(file, slices, found, { version, base });
  const cell = (dag: number, node: number, column: number) => found.steps.at(found.steps.firstRow(dag) + node, column);
  const nodeName = (dag: number, node: number) =>
    text.slice(cell(dag, node, stepColumn.nameFrom), cell(dag, node, stepColumn.nameTo));
  const plain: PlainText = {
    place: textPlaces([file])(file.path),
    spelling: spellingOf(version.dialect),
    steps: found.steps,
    keys: found.keys,
    sliceOf: (dag) => slices[dag]!,
    nodeName,
    pairInFull(dag, node) {
      const { map, keys } = read.documents.at(dag)!.steps.steps[node]!;
      return map!.pairs[keys.depends]!;
    },
    readBack: createReadBack(),
  };
  return {
    open: openRead(read),
    names: found.names,
    shapes: found.shapes,
    settings: found.settings,
    callers: calls.first,
    calls: calls.all,
    suspects: found.suspects,
    nodeName,
    nodeText(dag, node) {
      const [start, end] = [cell(dag, node, stepColumn.dash), cell(dag, node, stepColumn.to)];
      const [from, to] = [cell(dag, node, stepColumn.needsFrom), cell(dag, node, stepColumn.needsTo)];
      return from < 0 ? text.slice(start, end) : text.slice(start, from) + text.slice(to, end);
    },
    inFull,
    report(report) {
      if (written?.refusesEntryNames && written.dialect === version.dialect)
        reportEntryName(read.documents.at(0)!, file, report);
    },
    hookStencil(dag, [first, second], needsNodes, report) {
      const fieldsOf = hookFields(read, dag, report);
      const made = [first, second].map((one) => ({ ...one, fields: fieldsOf(one.node) }));
      const style = { needsNodes, blocks: plain.place.lineBreak === '\n' };
      return hookStencil([made[0]!, made[1]!], plain.spelling, style);
    },
    write: createDagWriter(plain),
    findFault: (dag, plan, written) => findFault(plain, dag, plan, written),
  };
}

/** Blocks that keep the line breaks behind them, and quotes of running text, which are reported. */
const hasOddSigns = /[|>]\d?\+|[\u2018-\u201e]/;

interface FoundDocuments {
  readonly names: string[];
  readonly shapes: number[];
  readonly settings: number[];
  readonly keys: number[];
  readonly steps: PlainSteps;
  readonly suspects: { readonly dag: number; readonly node: number }[];
  readonly calls: { readonly dag: number; readonly node: number; readonly name: string }[];
  /** Values of `type`; one is empty where a document does not say. */
  readonly types: Set<string>;
  hasRuns: boolean;
  speaksForV1: boolean;
  speaksForV2: boolean;
}

function readAll(text: string, slices: readonly DocumentSlice[], questions: NodeQuestions): FoundDocuments | undefined {
  const document = createFlatDocument();
  const outline = createOutline();
  const found: FoundDocuments = {
    names: [],
    shapes: [],
    settings: [],
    keys: [],
    steps: stepColumns(),
    suspects: [],
    calls: [],
    types: new Set(),
    hasRuns: false,
    speaksForV1: false,
    speaksForV2: false,
  };
  const known: Known = { settings: new Map(), shapes: new Map() };
  for (const slice of slices) {
    if (!scanFlat(document, text, slice) || !readOutline(outline, document, true)) return undefined;
    if (!addDocument(found, text, outline, known, questions)) return undefined;
  }
  return found;
}

/** Texts of which many documents have the same, by the numbers that they go by. */
interface Known {
  readonly settings: Map<string, number>;
  readonly shapes: Map<string, number>;
}

function numberOf(known: Map<string, number>, text: string): number {
  let number = known.get(text);
  if (number === undefined) {
    number = known.size;
    known.set(text, number);
  }
  return number;
}

function addDocument(
  found: FoundDocuments,
  text: string,
  outline: Outline,
  { settings, shapes }: Known,
  { isAskedFor, mayTearDown }: NodeQuestions,
): boolean {
  const dag = found.names.length;
  const { name, names, calls, outputs, conditional, firstNeed, needs, dash, to } = outline;
  if (!hasOneColumn(text, outline)) return false;
  const setting = numberOf(settings, outline.settings);
  let shape = `${outline.type} ${setting}`;
  for (let node = 0; node < outline.steps; node += 1) {
    const step = names[node]!;
    if (step.startsWith(hookPrefix) || isTooLong(step) || outputs[node]!.startsWith('ARBORIST_')) return false;
    shape += '\n';
    if (conditional[node]) shape += '?';
    if (calls[node] !== '') {
      shape += 'c';
      found.calls.push({ dag, node, name: calls[node]! });
    }
    for (let need = firstNeed[node]!; need < firstNeed[node + 1]!; need += 1) shape += ` ${needs[need]!}`;
    if (isAskedFor(step)) shape += `=${step}`;
    if (mayTearDown(step, text.slice(dash[node], to[node]))) found.suspects.push({ dag, node });
  }
  found.names.push(name);
  found.shapes.push(numberOf(shapes, shape));
  found.settings.push(setting);
  found.keys.push(outline.keys);
  found.steps.add(outline);
  found.types.add(outline.type);
  found.hasRuns ||= outline.hasRuns;
  found.speaksForV1 ||= outline.speaksForV1;
  found.speaksForV2 ||= outline.speaksForV2;
  return true;
}

/** Dagu 1.30 takes 40 bytes; no character has more than three for each of its units. */
function isTooLong(name: string): boolean {
  return name.length * 3 > longestName && (name.length > longestName || !/^[ -~]*$/.test(name));
}

const longestName = 40;

/** What a file says for 2.x that has to be reported of each document. */
function isReported({ types, hasRuns }: FoundDocuments, { dialect }: Version, base: 'none' | undefined): boolean {
  if (dialect !== 'v2') return hasRuns;
  return base === undefined && types.has('');
}

function versionOf(
  { speaksForV1, speaksForV2 }: FoundDocuments,
  target: 'v1' | 'v2' | undefined,
  assumed: 'v1' | 'v2' | undefined,
): Version | undefined {
  if (target) {
    const isOther = target === 'v1' ? speaksForV2 : speaksForV1;
    return isOther ? undefined : { dialect: target };
  }
  if (speaksForV1 && speaksForV2) return undefined;
  if (speaksForV1 || speaksForV2) return { dialect: speaksForV1 ? 'v1' : 'v2' };
  return { dialect: assumed ?? 'both' };
}

/**
 * All calls, and the first caller of each DAG.
 * @returns `undefined` where a call leads out of the file or in a circle, or where two DAGs share a name
 */
function resolveCalls({
  names,
  calls,
}: FoundDocuments): { readonly first: PlainWorkflow['callers']; readonly all: PlainWorkflow['calls'] } | undefined {
  const byName = new Map<string, number>();
  for (let dag = 1; dag < names.length; dag += 1) {
    if (byName.has(names[dag]!)) return undefined;
    byName.set(names[dag]!, dag);
  }
  const callers: PlainWorkflow['callers'][number][] = names.map(() => undefined);
  const all: PlainWorkflow['calls'][number][] = [];
  const called: number[][] = names.map(() => []);
  const waiting = new Int32Array(names.length);
  for (const { dag, node, name } of calls) {
    const target = byName.get(name);
    if (target === undefined) return undefined;
    callers[target] ??= { dag, node };
    all.push({ dag, node, target });
    called[dag]!.push(target);
    waiting[target]! += 1;
  }
  const open = [...names.keys()].filter((dag) => waiting[dag] === 0);
  let done = 0;
  for (let dag = open.pop(); dag !== undefined; dag = open.pop()) {
    done += 1;
    for (const target of called[dag]!) {
      waiting[target]! -= 1;
      if (waiting[target] === 0) open.push(target);
    }
  }
  return done === names.length ? { first: callers, all } : undefined;
}

/** The same file as others read it, of which each document is read when it is asked for. */
function readWhenAsked(
  file: SourceFile,
  slices: readonly DocumentSlice[],
  { names }: FoundDocuments,
  { version, base }: { readonly version: Version; readonly base: 'none' | undefined },
): { readonly read: DaguWorkflow; readonly inFull: (dag: number) => Dag } {
  const shared = { base, keysOf: createStepKeys() };
  const { report } = createCollector();
  const documents: Listing<DaguDocument> = madeWhenAsked(
    slices.length,
    (index) => readDocument(parseDocument(file.text, slices[index]!), file, index, shared, report)!,
    (index) => slices[index]!.end - slices[index]!.start,
    mostKept,
  );
  const byName = new Map(names.map((name, index): [string, number] => [name, index]).slice(1));
  const inFull = madeWhenAsked(
    slices.length,
    (index) => {
      const document = documents.at(index)!;
      const nodes = readNodes(document, file.text, version.dialect, (name) => byName.get(name), report);
      return readDag(document, { index, isAlone: false, version, base }, nodes, report);
    },
    (index) => slices[index]!.end - slices[index]!.start,
    mostKept,
  );
  const dagWhenAsked = dagsWhenAsked(file.path, (index) => inFull.at(index)!);
  const dags = names.map((name, index) => dagWhenAsked(index, name));
  const workflow: Workflow = {
    format: 'dagu',
    files: [file],
    dags,
    roots: [0],
    inherits: version.dialect === 'v2',
    findBeside: version.dialect === 'v2' ? { othersFindIn: dagFolder } : 'all',
  };
  const spelling = spellingOf(version.dialect);
  const texts: Listing<StepText> = {
    length: slices.length,
    at: (index) => ({ dag: dags[index]!, list: documents.at(index)!.steps, spelling }),
  };
  return { read: { workflow, documents, texts, version, withHandlers: [] }, inFull: (dag) => inFull.at(dag)! };
}

const mostKept = 1_000_000;

/** DAGs that know their names, and read all else when it is asked for. What they share makes each of them small. */
function dagsWhenAsked(file: string, inFull: (index: number) => Dag): (index: number, name: string) => Dag {
  const shared = {
    file,
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
    nameAtRun: undefined,
    closed: undefined,
    startsElsewhere: undefined,
  };
  return (index, name) => Object.assign(Object.create(shared) as typeof shared, { index, name });
}

function indexOf(dag: object): number {
  return (dag as Dag).index;
}
