import type { Report } from '../diagnostics/diagnostics.js';
import { nearestName } from '../lang/nearest.js';
import type { SourceFile } from '../model/source.js';
import { reportDocumentProblems } from '../text/problems.js';
import { isBroken } from '../text/syntax-errors.js';
import { parseYaml } from '../text/yaml.js';
import { argo } from './argo/index.js';
import { dagu } from './dagu/index.js';
import type { Format } from './format.js';
import { githubActions } from './github-actions/index.js';
import { gitlabCi } from './gitlab-ci/index.js';
import { nameOtherText } from './other-text.js';
import { findWrapped } from './wrapped-text.js';

/** Every workflow language there is. */
export const formats: readonly Format[] = [dagu, githubActions, argo, gitlabCi];

/** Does a name that begins with a dot belong to a workflow? */
export function isHiddenWorkflow(name: string): boolean {
  return formats.some(({ home }) => home?.hiddenName?.test(name));
}

/** The files with such names, as people call them. */
export const hiddenWorkflows: readonly string[] = formats.flatMap(({ home }) => (home?.hiddenName ? [home.sign] : []));

/** Which files are written in which language: the named one, or what each text looks like. */
export function detectFormat(
  files: readonly SourceFile[],
  { formats, format: named }: { readonly formats: readonly Format[]; readonly format: string | undefined },
  report: Report,
): ReadonlyMap<Format, readonly SourceFile[]> {
  const known = formats.map((format) => format.name);
  const chosen = formats.find((format) => format.name === named);
  if (named !== undefined && !chosen) {
    report('DW110', { name: named, known, nearest: nearestName(named, known) });
    return new Map();
  }
  const { byFormat, others } = groupByFormat(files, ({ text }) =>
    chosen ? takenFor(chosen, text) : formatOf(text, formats),
  );
  for (const file of others) {
    if (isBlank(file.text)) report('DW107', { file: file.path });
    else reportOther(file, formats, report);
  }
  return byFormat;
}

/** Files that show what they are at first sight, and those that belong to one of them. */
export function workflowsAmong(files: readonly SourceFile[]): ReadonlySet<SourceFile> {
  const { byFormat } = groupByFormat(files, ({ text }) => formats.find((format) => format.detects(text)));
  return new Set([...byFormat.values()].flat());
}

function groupByFormat(
  files: readonly SourceFile[],
  formatOfFile: (file: SourceFile) => Format | undefined,
): { readonly byFormat: ReadonlyMap<Format, readonly SourceFile[]>; readonly others: readonly SourceFile[] } {
  const byFormat = new Map<Format, SourceFile[]>();
  let others: SourceFile[] = [];
  for (const file of files) {
    const format = formatOfFile(file);
    const ofFormat = format && byFormat.get(format);
    if (ofFormat) ofFormat.push(file);
    else if (format) byFormat.set(format, [file]);
    else others.push(file);
  }
  if (others.length === 0) return { byFormat, others };
  for (const [format, ofFormat] of byFormat) {
    const parts = new Set(format.partsAmong?.(others, ofFormat));
    if (parts.size === 0) continue;
    others = others.filter((file) => !parts.has(file));
    const all = new Set([...ofFormat, ...parts]);
    byFormat.set(
      format,
      files.filter((file) => all.has(file)),
    );
  }
  return { byFormat, others };
}

/** Says what it is instead, and what is asked for. */
function reportOther(source: SourceFile, formats: readonly Format[], report: Report): void {
  const { path: file, text } = source;
  const wrapped = wrappedIn(text, formats);
  if (wrapped) {
    const { key, start, end } = wrapped;
    report('DW123', { file, key }, { span: { file, start, end: Math.min(end, start + 80) } });
    return;
  }
  const other = nameOtherText(text);
  // What is broken shows no keys that could be relied on.
  const broken = parseYaml(text).filter(isBroken);
  const shapes = formats.map(({ shape }) => shape);
  const place = { span: { file, start: 0, end: 0 } };
  if (other.kind === 'prose') report('DW115', { file, beginning: other.beginning, languages: [], shapes }, place);
  // Its language may be one that is read, and only the mistakes hide that.
  else if (broken.length > 0 && (other.kind === 'unknown' || shapes.some(({ language }) => language === other.name)))
    for (const document of broken) reportDocumentProblems(document, source, report);
  else if (other.kind === 'language')
    report('DW114', { file, language: other.name, resource: other.resource, shapes }, place);
  else report('DW109', { file, keys: other.keys, shapes }, place);
}

/** A file in a named format may lack what shows the format, but not be something else. */
function takenFor(format: Format, text: string): Format | undefined {
  if (format.detects(text)) return format;
  const other = nameOtherText(text);
  const mayBe = other.kind === 'unknown' || (other.kind === 'language' && other.name === format.shape.language);
  return mayBe && !wrappedIn(text, [format]) ? format : undefined;
}

function wrappedIn(text: string, formats: readonly Format[]) {
  return findWrapped(text, (inner) => formats.some((format) => format.detects(inner)));
}

function formatOf(text: string, formats: readonly Format[]): Format | undefined {
  const format = formats.find((one) => one.detects(text));
  if (format) return format;
  const other = nameOtherText(text);
  const possible = other.kind === 'language' ? formats.filter(({ shape }) => shape.language === other.name) : formats;
  const documents = possible.length > 0 ? parseYaml(text) : [];
  return possible.find((one) => one.resembles?.(documents));
}

/** Nothing but comments, document markers and blank lines. */
function isBlank(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(?:#|---\s*$|\.\.\.\s*$|$)/.test(line));
}
