import { createCollector } from '../../../diagnostics/diagnostics.js';
import { createRecorder, tell } from '../../../diagnostics/recorder.js';
import type { WorkflowFacts } from '../../../model/facts.js';
import { isOfPolicy } from '../../../model/layer.js';
import type { SourceFile } from '../../../model/source.js';
import { reportForbiddenCharacters } from '../../../text/problems.js';
import type { NodeQuestions, OpenOptions, PlainWorkflow } from '../../format.js';
import type { ShapeNumbers } from '../../shape-numbers.js';
import { hookStencil } from '../../yaml-steps/hook-stencil.js';
import { mayHoldMarks } from '../../yaml-steps/mark.js';
import { stepColumn } from '../../yaml-steps/plain-steps.js';
import { createFaultFinder } from '../../yaml-steps/verify-plain.js';
import { createDagWriter } from '../../yaml-steps/write-plain.js';
import { readBaseConfig } from '../base-config.js';
import { reportEntryName } from '../entry-name.js';
import { reportInheritedType } from '../inherited-type.js';
import { maxNameBytes } from '../name-limit.js';
import { ownNamesIn } from '../own-names.js';
import type { DaguWorkflow } from '../read.js';
import { readAskedVersions, type Version } from '../readings.js';
import { reportSurroundings } from '../surroundings.js';
import { hookFields, scriptOf } from '../write.js';
import { type DocumentPlace, documentPlaces } from './document-places.js';
import { findDocuments } from './find-documents.js';
import type { FoundDocuments } from './found-documents.js';
import type { KnownOutlines } from './known-outlines.js';
import { createMaySet } from './may-set.js';
import { withNodesByName } from './nodes-by-name.js';
import { otherReader, readOtherSteps } from './other-documents.js';
import { plainText } from './plain-text.js';
import { plainVersion } from './plain-version.js';
import { readWhenAsked } from './read-when-asked.js';
import { findRoot, type ResolvedCalls, resolveCalls } from './resolve-calls.js';
import { createStepTexts } from './step-texts.js';
import { writeOther } from './write-other.js';
import { writeRootHandlers } from './write-root-handlers.js';

/**
 * Reads the files of a workflow document by document into tables of numbers, where these are plain: no anchors, no nested lists, a
 * name for each step. Keys that few documents have belong to the shape. A DAG is read in full when somebody asks for it, and so is a
 * document that is other than plain.
 * @param files sorted by path
 * @returns `undefined` where there is an error in one document, or it is alone: then there is nothing to share
 */
export function openPlain(
  files: readonly SourceFile[],
  options: OpenOptions,
  questions: NodeQuestions,
  numbers: ShapeNumbers,
  known: KnownOutlines | undefined,
  openRead: (read: DaguWorkflow) => PlainWorkflow['open'],
): PlainWorkflow | undefined {
  const quiet = createCollector();
  const asked = readAskedVersions(options, quiet.report);
  const base = readBaseConfig(options.defaults, quiet.report);
  if (asked === 'refused' || typeof base === 'object') return undefined;
  if (files.some(isOtherThanPlain)) return undefined;
  for (const file of files) reportForbiddenCharacters(file, quiet.report);
  if (quiet.all().length > 0) return undefined;

  const places = documentPlaces(files);
  if (!places || places.length < 2) return undefined;
  const texts: string[] = [];
  // The same object each time: V8 knows the hash of a text that was looked up before.
  const textOf = (document: number) => {
    const { source, slice } = places[document]!;
    texts[document] ??= source.text.slice(slice.start, slice.end);
    return texts[document];
  };
  const found = findDocuments(places, questions, numbers, known && { ...known, textOf }, otherReader(base));
  const rooted = found && findRoot(found, places);
  if (!rooted) return undefined;
  const version = plainVersion(found, places, rooted, asked);
  if (!version) return undefined;
  if (found.mostNameBytes > maxNameBytes(version.dialect)) return undefined;
  const { root, find } = rooted;
  const { assumed, target: written = assumed } = asked;

  const surroundings = { files, root, find, version, base };
  const whenAsked = readWhenAsked(places, found, surroundings);
  const { read, inFull, lookedInto, readAndReport, readBack } = whenAsked;
  const others = readOtherSteps(found, whenAsked);
  const allCalls = others && [...found.calls, ...others.calls].sort((a, b) => a.dag - b.dag);
  const calls = allCalls && resolveCalls(allCalls, found.names, rooted, places);
  if (!calls || leadsAway(calls, root, places, version)) return undefined;
  const plain = plainText(files, places, found, others, read);
  if (!plain) return undefined;
  const { nodeName, nodeText, lineBreak } = plain;
  return {
    open: openRead(read),
    byNames() {
      const open = openRead({ ...read, workflow: withNodesByName(read.workflow, found, calls, plain) });
      // Only a key that few documents have is one for handlers.
      const handlers: WorkflowFacts['handlers'] = (dag) => (found.odd.has(dag) ? open.facts!.handlers(dag) : []);
      return { ...open, facts: { ...open.facts!, handlers } };
    },
    root,
    names: found.names,
    shapes: found.shapes,
    settings: found.settings,
    callers: calls.first,
    calls: calls.all,
    suspects: found.suspects,
    nodeName,
    isOther: (dag) => found.others.has(dag),
    hasNode: (isWanted) =>
      [...others.names.values()].some((names) => names.some(isWanted)) ||
      found.names.some((_, dag) => {
        const first = found.steps.firstRow(dag);
        const nodes = found.steps.firstRow(dag + 1) - first;
        for (let node = 0; node < nodes; node += 1) if (isWanted(nodeName(dag, node))) return true;
        return false;
      }),
    isNode: (name) => [...others.names.values()].some((names) => names.includes(name)) || isStep(name, found, places),
    maySet: createMaySet(found, places),
    nodeText,
    stepTexts: createStepTexts({ places, found, root, version, nodeText }),
    textOf,
    lineBreak,
    inFull,
    lookedInto,
    findings(dag, rules) {
      if (!found.withRareKeys.has(dag)) return { ofText: [], ofHooks: [] };
      const { report: note, taken } = createRecorder();
      // What is wrong with one that is other than plain was looked for before.
      const document = found.others.has(dag) ? read.documents.at(dag)! : readAndReport(dag, note);
      const ofText = taken();
      if (rules.length > 0) reportSurroundings(document, inFull(dag), rules, note);
      return { ofText, ofHooks: taken() };
    },
    report(report) {
      for (const one of others.reported) tell(one, {}, report);
      if (!written?.refusesEntryNames || written.dialect !== version.dialect) return;
      for (const [dag, { position, source }] of places.entries())
        if (position === 0) reportEntryName(read.documents.at(dag)!, source, report);
    },
    reportAdded(dag, report) {
      const firstKey = found.typeless[dag]!;
      if (version.dialect !== 'v2' || base !== undefined || firstKey < 0) return;
      const span = { file: places[dag]!.source.path, start: found.namesFrom[dag]!, end: found.namesTo[dag]! };
      const flow = found.others.get(dag)?.flow ?? false;
      reportInheritedType({ dag: found.names[dag]!, span, firstKey, lineBreak, flow }, report);
    },
    hookStencil(dag, [first, second], needsNodes, report) {
      const fieldsOf = hookFields(read, dag, report);
      const made = [first, second].map((one) => ({ ...one, fields: fieldsOf(one.node) }));
      const style = { needsNodes, blocks: lineBreak === '\n' };
      const stencil = hookStencil([made[0]!, made[1]!], plain.spelling, style);
      if (!stencil || version.dialect === 'v2' || !isOfPolicy(stencil.rule)) return stencil;
      return { ...stencil, ownNames: ownNamesIn(scriptOf(made[0]!.fields)) };
    },
    write: createDagWriter(plain),
    writeOther: (dag, nodes, marks) => writeOther(read, places[dag]!, { dag, nodes, marks }, plain, readBack),
    writeHandlers: (written, handlers) => writeRootHandlers(read, places[root]!, written, handlers),
    findFault: createFaultFinder(plain),
  };
}

function isOtherThanPlain({ text }: SourceFile): boolean {
  return mayHoldMarks(text) || text.charCodeAt(0) === 0xfeff;
}

/** Does a step of a plain document have that name? */
function isStep(name: string, { steps }: FoundDocuments, places: readonly DocumentPlace[]): boolean {
  for (let dag = 0; dag < places.length; dag += 1) {
    const { text } = places[dag]!.source;
    for (let row = steps.firstRow(dag); row < steps.firstRow(dag + 1); row += 1) {
      const from = steps.at(row, stepColumn.nameFrom);
      const to = steps.at(row, stepColumn.nameTo);
      if (to - from === name.length && text.slice(from, to) === name) return true;
    }
  }
  return false;
}

/** Does a DAG that is called call one in another file, where 2.x looks for it elsewhere? That is reported of each. */
function leadsAway(
  { all }: ResolvedCalls,
  root: number,
  places: readonly DocumentPlace[],
  { dialect }: Version,
): boolean {
  return (
    dialect === 'v2' && all.some(({ dag, target }) => dag !== root && places[dag]!.source !== places[target]!.source)
  );
}
