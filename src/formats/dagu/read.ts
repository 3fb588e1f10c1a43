import type { Report } from '../../diagnostics/diagnostics.js';
import type { SourceFile, Span } from '../../model/source.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { reportProblems } from '../../text/problems.js';
import { trimSpace } from '../../text/trim-space.js';
import { reportTypographicQuotes } from '../../text/typographic-quotes.js';
import { parseYaml } from '../../text/yaml.js';
import type { OpenOptions } from '../format.js';
import type { StepText } from '../yaml-steps/step-list.js';
import { type KnownBase, readBaseConfig } from './base-config.js';
import { type DaguDocument, readDocument, type SharedReading } from './document.js';
import { readEnvironment, readGiven, readParameters } from './environment.js';
import { fieldOf, spellingOf } from './fields.js';
import { groupDocuments, indexDocuments, nameFromFile, reportSiblingCalls } from './group.js';
import { reportKeyedSteps } from './keyed-steps.js';
import { reportMisnamedSteps } from './misnamed-steps.js';
import { reportNearKeys } from './near-keys.js';
import { readNodes } from './nodes.js';
import { decideVersion, isChainInDagu2, readAskedVersions, readingsOf, type Version } from './readings.js';
import { environmentVariable } from './shell.js';
import { createStepKeys } from './step-keys.js';
import { elsewhereIn } from './surroundings.js';
import { dagFolder } from './words.js';

/** A workflow beside the documents it was read from: `documents[n]` is the text of `workflow.dags[n]`. */
export interface DaguWorkflow {
  readonly workflow: Workflow;
  readonly documents: readonly DaguDocument[];
  /** The same as lists of steps. */
  readonly texts: readonly StepText[];
  readonly version: Version;
}

export function readWorkflows(
  files: readonly SourceFile[],
  options: OpenOptions,
  report: Report,
): readonly DaguWorkflow[] {
  const asked = readAskedVersions(options, report);
  if (asked === 'refused') return [];
  const base = readBaseConfig(options.defaults, report);
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const shared = { base, keysOf: createStepKeys() };
  const documents = sorted.flatMap((file) => readFile(file, shared, report));
  const find = indexDocuments(documents);
  const fileOf = new Map(sorted.map((file) => [file.path, file]));
  const textOf = new Map(sorted.map(({ path, text }) => [path, text]));
  return groupDocuments(documents, find).map((group) => {
    const version = decideVersion(group.documents, { ...asked, base }, find, report);
    const findHere = indexDocuments(group.documents);
    reportNameless(group.documents, version, report);
    for (const document of group.documents) {
      const text = textOf.get(document.file)!;
      reportMisnamedSteps(document, text, version.dialect, report);
      reportKeyedSteps(document, text, version.dialect, report);
      reportNearKeys(document, version.dialect, report);
      reportTypographicQuotes(document.root, document.file, text, report);
    }
    const dags = group.documents.map(
      (document, index): Dag => ({
        index,
        name: document.name ? trimSpace(document.name.value) : defaultName(document),
        nameAtRun: document.name ? undefined : environmentVariable('DAG_NAME'),
        file: document.file,
        nodes: readNodes(document, textOf.get(document.file)!, version.dialect, findHere, report),
        readings: readingsOf(document, version),
        env: new Map([...baseEnvironment(base), ...readEnvironment(document.root, document.file, report)]),
        params: readParameters(document.root),
        given: readGiven(document.root, document.steps.steps),
        closed: closedBecause(document, version),
        startsElsewhere: elsewhereIn(document, group.documents.length === 1),
        span: spanOf(document),
      }),
    );
    reportSiblingCalls(dags, version, report);
    const written = asked.target ?? asked.assumed;
    if (written?.refusesEntryNames && written.dialect === version.dialect)
      reportEntryNames(group.documents, textOf, report);
    const files = [...new Set(group.documents.map(({ file }) => file))].map((path) => fileOf.get(path)!);
    const { roots } = group;
    const is2 = version.dialect === 'v2';
    // Dagu 1.30 hands over parameters alone, and looks for files beside each DAG.
    const workflow: Workflow = {
      format: 'dagu',
      files,
      dags,
      roots,
      inherits: is2,
      findBeside: is2 ? { othersFindIn: dagFolder } : 'all',
    };
    const spelling = spellingOf(version.dialect);
    const texts = dags.map((dag, index) => ({ dag, list: group.documents[index]!.steps, spelling }));
    return { workflow, documents: group.documents, texts, version };
  });
}

function readFile(file: SourceFile, shared: SharedReading, report: Report): readonly DaguDocument[] {
  const parsed = parseYaml(file.text);
  const broken = reportProblems(parsed, file, report);
  reportByteOrderMark(file, report);
  if (broken) return [];
  let position = 0;
  return parsed.flatMap((document) => {
    const read = readDocument(document, file, position, shared, report);
    if (read) position += 1;
    return read ? [read] : [];
  });
}

/** Both engines take it for the beginning of the first key, or for a text before the mapping. */
function reportByteOrderMark({ path, text }: SourceFile, report: Report): void {
  if (!text.startsWith('\ufeff')) return;
  const span = { file: path, start: 0, end: 1 };
  report('DW117', {}, { span, fix: [{ ...span, text: '' }] });
}

function baseEnvironment(base: KnownBase): ReadonlyMap<string, string> {
  return typeof base === 'object' ? base.env : new Map();
}

/** `validate` refuses them and `start` does not. A name that is the file's own can go: the DAG is called so without it. */
function reportEntryNames(
  documents: readonly DaguDocument[],
  texts: ReadonlyMap<string, string>,
  report: Report,
): void {
  for (const { file, position, name, root } of documents) {
    if (position > 0 || !name) continue;
    const stem = nameFromFile(file);
    const text = texts.get(file)!;
    const key = fieldOf(root, 'name')!.key;
    const [start, end] = [lineStartBefore(text, key.start), lineEndAfter(text, name.end)];
    const isWholeLine = /^name[ \t]*:[ \t]*\S+[ \t]*\r?\n?$/.test(text.slice(start, end));
    const isSafe = name.value === stem && isWholeLine && !root.flow && root.pairs.length > 1 && !name.anchor;
    const fix = isSafe ? [{ file, start, end, text: '' }] : undefined;
    const why = '`dagu validate` of 2.7.17 and later refuses the file, although `dagu start` runs it';
    report(
      'DW219',
      { name: trimSpace(name.value), stem, why },
      { span: { file, start: name.start, end: name.end }, fix },
    );
  }
}

/** Only the first document of a file is called by the file's name. */
function reportNameless(documents: readonly DaguDocument[], { dialect }: Version, report: Report): void {
  for (const document of documents) {
    if (document.position === 0 || document.name !== undefined) continue;
    if (dialect === 'v2') report('DW216', {}, { span: spanOf(document) });
    else report('DW215', { engine: 'Dagu 1.x' }, { span: spanOf(document) });
  }
}

function defaultName(document: DaguDocument): string {
  const fromFile = nameFromFile(document.file);
  return document.position === 0 ? fromFile : `${fromFile}#${document.position + 1}`;
}

function closedBecause(document: DaguDocument, { dialect }: Version): string | undefined {
  if (document.type === 'agent') return 'a DAG of `type: agent` runs its steps in an order that a model chooses';
  if (document.steps.shape === 'map' && dialect !== 'v1' && isChainInDagu2(document))
    return 'its steps are a mapping of `type: chain`, which Dagu 2.x runs side by side, and where it allows no `depends`';
  return document.steps.closed;
}

function spanOf(document: DaguDocument): Span {
  const { file, name, root } = document;
  if (name) return { file, start: name.start, end: name.end };
  const first = root.pairs[0]?.key;
  return { file, start: first?.start ?? root.start, end: first?.end ?? root.start };
}
