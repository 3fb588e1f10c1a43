import { type Report, silent } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { SourceFile } from '../../model/source.js';
import { reportMoreDocuments } from '../../text/more-documents.js';
import { reportProblems } from '../../text/problems.js';
import { reportTypographicQuotes } from '../../text/typographic-quotes.js';
import { inQuotesOf } from '../../text/unwrap.js';
import { parseYaml } from '../../text/yaml.js';
import type { YamlDocument } from '../../text/yaml-node.js';
import { reportRefused } from './check-refused.js';
import { reportShapes } from './check-shape.js';
import { hasStages, type PipelineDocument, readJoined, readPipeline, stagesNamed } from './document.js';
import type { PipelineFiles, ReadFile } from './included-files.js';
import { reportNearKeys } from './near-keys.js';
import { type Pipeline, readWorkflow } from './pipeline.js';
import type { GitlabSettings } from './settings.js';

/** @returns nothing where the file cannot be read, which is reported, or has nothing to say */
export function readFile(file: SourceFile, report: Report): readonly ReadFile[] {
  const documents = parseYaml(file.text).map((document) => asGitlabReads(document, file, report));
  if (reportProblems(documents, file, report)) return [];
  const pipeline = readPipeline(documents, file.path);
  if (pipeline) {
    reportTypographicQuotes(pipeline.root, file.path, file.text, report);
    reportMoreDocuments(documents, pipeline.root, file.path, report);
    return [{ file, documents }];
  }
  const root = documents.find(({ root }) => root)?.root;
  if (root && root.kind !== 'map') {
    const span = { file: file.path, start: root.start, end: Math.min(root.end, root.start + 80) };
    report('DW272', { found: root.kind === 'sequence' ? 'a list' : 'a text' }, { span });
  }
  return [];
}

/** A file that is read by itself. */
export function readAlone(
  { files: [one], includer, unnamed }: PipelineFiles,
  settings: GitlabSettings,
  report: Report,
): Pipeline {
  const { file, documents } = one!;
  const document = readPipeline(documents, file.path, includer?.root)!;
  if (document.isIncluded) {
    const { start, end } = document.root.pairs[0]?.key ?? document.root;
    const span = { file: file.path, start, end };
    if (includer?.sharedHook) report('DW224', { hook: includer.sharedHook, by: includer.path }, { span });
    else report('DW270', { includes: false, by: includer?.path, why: includer?.why }, { span });
  }
  return checkedPipeline(file, document, unnamed, settings, report);
}

/** Files that are one pipeline, each a document of a text. */
export function readTogether(
  { files, withOthers, unnamed }: PipelineFiles,
  joined: SourceFile,
  settings: GitlabSettings,
  report: Report,
): Pipeline {
  const documents = parseYaml(joined.text).map((document) => asGitlabReads(document, joined, silent));
  const document = readJoined(documents, (at) => withOthers.has(files[at]!));
  return checkedPipeline(joined, document, unnamed, settings, report);
}

function checkedPipeline(
  file: SourceFile,
  document: PipelineDocument,
  unnamed: readonly string[],
  settings: GitlabSettings,
  report: Report,
): Pipeline {
  reportStages(document, file, report);
  reportNearKeys(document, file.path, report);
  reportShapes(document, file, report);
  reportRefused(document, file, report);
  if (document.include) {
    const { start, end } = document.include.key;
    report('DW270', { includes: true, unnamed }, { span: { file: file.path, start, end } });
  }
  return readWorkflow(file, document, { settings, unread: unnamed }, report);
}

/**
 * Tags such as `!reference` are GitLab's to read, it merges one mapping after the other where there are several merge keys, and of other
 * keys that are there twice it takes the last. Of two jobs with one name, a person can hardly have meant that; of two hidden ones, whose
 * anchors others use, all the same.
 */
function asGitlabReads(document: YamlDocument, { path, text }: SourceFile, report: Report): YamlDocument {
  const pairs = document.root?.kind === 'map' ? document.root.pairs : [];
  const names = new Set(pairs.flatMap(({ key }) => (key.value.startsWith('.') ? [] : key.start)));
  const problems = document.problems.filter(({ kind, message, start, end, first }) => {
    if (kind === 'unsupported') return text[start] !== '!';
    if (kind !== 'duplicate-key' || names.has(start)) return true;
    if (text.slice(start, end) === '<<') return false;
    const related = first && { message: 'the first one is here', span: { file: path, ...first } };
    report('DW221', { key: message }, { span: { file: path, start, end }, related });
    return false;
  });
  return { ...document, problems };
}

/** GitLab refuses a file in which a job is in a stage that is not there. One without `stages` may be part of a pipeline that has them. */
function reportStages({ jobs, hasOthers, root }: PipelineDocument, { path }: SourceFile, report: Report): void {
  if (hasOthers) return;
  const known = new Set(stagesNamed(root));
  const mayBePart = !hasStages(root);
  for (const { name, stage, fields, pair } of jobs) {
    if (known.has(stage) || stage.startsWith('.') || stage.includes('$')) continue;
    const value = fields.get('stage')?.pair.value;
    const nearest = nearestName(stage, known);
    const { start, end } = value ?? pair.key;
    const span = { file: path, start, end };
    const isText = value?.kind === 'scalar' && value.start < value.end;
    const fix = nearest !== undefined && isText ? [{ ...span, text: inQuotesOf(value, nearest) }] : undefined;
    report('DW271', { node: name, found: stage, nearest, known: [...known], mayBePart }, { span, fix });
  }
}
