import type { Report } from '../../diagnostics/diagnostics.js';
import { createDag } from '../../model/create-dag.js';
import type { SourceFile } from '../../model/source.js';
import type { Workflow } from '../../model/workflow.js';
import { reportProblems } from '../../text/problems.js';
import { reportTypographicQuotes } from '../../text/typographic-quotes.js';
import { parseYaml } from '../../text/yaml.js';
import type { YamlDocument } from '../../text/yaml-node.js';
import type { OpenOptions } from '../format.js';
import type { StepText } from '../yaml-steps/step-list.js';
import type { ArgoPlace, ArgoWorkflow } from './argo-workflow.js';
import { findRecursion } from './calls.js';
import { checkDocument } from './check.js';
import { reportDamagedHead } from './damaged-head.js';
import { type ArgoDocument, readDocuments as documentsOf, type Template } from './document.js';
import { entryCall, hookEntry } from './entry.js';
import { entryList } from './entry-list.js';
import { isHandlerOfHooks } from './exit-handler.js';
import { findHelm } from './helm.js';
import { libraryOf } from './library.js';
import { listOf } from './lists.js';
import { reportNearKeys } from './near-keys.js';
import { readNodes } from './nodes.js';
import { takesHooksAtEnds } from './past-failure.js';
import { rootsIn } from './roots.js';
import { noTemplate, runElsewhere } from './run-elsewhere.js';
import { spanOfTemplate } from './spans.js';
import { spellingOf } from './spelling.js';

/** Each file is a workflow of its own; what its tasks refer to may be in another one, or known in the cluster alone. */
export function readWorkflows(
  files: readonly SourceFile[],
  options: OpenOptions,
  report: Report,
): readonly ArgoWorkflow[] {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const whole = sorted.flatMap((file) => {
    const parsed = parseYaml(file.text);
    const helm = parsed.some(({ problems }) => problems.length > 0) && findHelm(file.path, file.text);
    if (helm) report('DW634', { file: file.path }, { span: helm });
    if (helm || reportProblems(parsed, file, report)) return [];
    for (const one of parsed) reportDamagedHead(one, file.path, report);
    return [{ file, documents: documentsIn(parsed, file) }];
  });
  const library = libraryOf(whole.flatMap(({ documents }) => documents));
  return whole.flatMap(({ file, documents }) => {
    const read = readDocuments(file, documents, { settings: options.settings, library }, report);
    // Nothing in it could take a hook, which was reported.
    return read.places.length === 0 ? [] : [read];
  });
}

/** A text of ours, in which nothing is wrong that was not reported before. */
export function readText(file: SourceFile, surroundings: Surroundings, report: Report): ArgoWorkflow {
  return readDocuments(file, documentsIn(parseYaml(file.text), file), surroundings, report);
}

function documentsIn(parsed: readonly YamlDocument[], file: SourceFile): readonly ArgoDocument[] {
  return parsed.flatMap((one) => documentsOf(one, file));
}

/** What there is beside a file. */
type Surroundings = Pick<ArgoWorkflow, 'settings' | 'library'>;

function readDocuments(
  file: SourceFile,
  documents: readonly ArgoDocument[],
  { settings, library }: Surroundings,
  report: Report,
): ArgoWorkflow {
  for (const document of documents) {
    reportNearKeys(document, report);
    reportTypographicQuotes(document.root, document.file, file.text, report);
    checkDocument(document, library, report);
  }
  const places = documents.flatMap(placesIn);
  const names = dagNames(places);
  const indexOf = new Map(places.flatMap(({ template, entry }, index) => (entry ? [] : [[template, index]])));
  const texts = places.map((place, index): StepText => {
    const { document, template, list } = place;
    const spelling = spellingOf(list);
    const recursive = findRecursion(document, template);
    const find = (name: string) => {
      const called = document.templates.find((one) => one.name === name);
      return called && !recursive.has(name) ? indexOf.get(called) : undefined;
    };
    const dag = createDag({
      index,
      name: names[index]!,
      file: file.path,
      nodes: readNodes(place, spelling, file.text, { find, library }, report),
      readings: [{ name: 'Argo', sequence: list.kind === 'dag' ? 'none' : 'only' }],
      closed: list.closed,
      // Written expressions say more than names, and stay.
      keepsNeeds: list.kind === 'dag',
      runsPastFailure: takesHooksAtEnds(list),
      span: spanOfTemplate(document, template),
    });
    return { dag, list, spelling };
  });
  const rootOf = (template: Template) => {
    const found = places.findIndex((place) => place.template === template && hasList(place));
    return found < 0 ? undefined : found;
  };
  const workflow: Workflow = {
    format: 'argo',
    files: [file],
    dags: texts.map(({ dag }) => dag),
    roots: documents.flatMap((document) => rootsIn(document).flatMap((template) => rootOf(template) ?? [])),
    inherits: false,
    findBeside: 'all',
    tasksAre: 'nodes',
  };
  return { workflow, file, documents, places, texts, settings, library };
}

/** Templates that run others, but for the one that hooks of an exit handler are in; and the one that a run begins with. */
function placesIn(document: ArgoDocument): readonly ArgoPlace[] {
  const entry = entryCall(document);
  const ours = hookEntry(document);
  const places = document.templates.flatMap((template): readonly ArgoPlace[] => {
    const { type, map, name } = template;
    if (template === entry?.called) return [{ document, template, name, list: entryList(entry, document), entry }];
    if (type !== 'dag' && type !== 'steps') return [];
    const place = { document, template, list: listOf(map, type), entry: undefined };
    if (template === ours?.template) return [{ ...place, name: ours.called }];
    return isHandlerOfHooks(template, document) ? [] : [{ ...place, name }];
  });
  return places.length > 0 ? places : containersAlone(document);
}

/**
 * No run begins in a file of templates for other files, and none has tasks; but what they run is looked at all the same. So is what a
 * workflow says that runs templates of elsewhere.
 */
function containersAlone(document: ArgoDocument): readonly ArgoPlace[] {
  const run = runElsewhere(document);
  const [template] = run
    ? [{ name: document.name, map: noTemplate, node: run.pair.value, type: undefined }]
    : document.templates;
  if (!template) return [];
  return [{ document, template, name: document.name, list: listOf(template.map, 'dag'), entry: undefined }];
}

function hasList({ template: { type }, entry }: ArgoPlace): boolean {
  return type === 'dag' || type === 'steps' || entry !== undefined;
}

/** Templates of one name in two documents are distinguished by the names of these. */
function dagNames(places: readonly ArgoPlace[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { name } of places) counts.set(name, (counts.get(name) ?? 0) + 1);
  const used = new Set<string>();
  return places.map(({ document, name }) => {
    const own = counts.get(name)! > 1 ? `${document.name}/${name}` : name;
    let unique = own;
    for (let number = 2; used.has(unique); number += 1) unique = `${own}#${number}`;
    used.add(unique);
    return unique;
  });
}
