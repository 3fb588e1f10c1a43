import { compileRegex } from '../../lang/regex.js';
import { hookPrefix } from '../../model/mark.js';
import type { SourceFile } from '../../model/source.js';
import { dominantLineBreak } from '../../text/lines.js';
import { parseYaml } from '../../text/yaml.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlDocument, YamlMap, YamlNode } from '../../text/yaml-node.js';
import { rootKeys } from './keys.js';

/** A file that was read, and can be by itself. */
export interface ReadFile {
  readonly file: SourceFile;
  readonly documents: readonly YamlDocument[];
}

/** What makes one pipeline: the file that it begins with, and then those that this one includes, directly or not, in the order in which they count. */
export interface PipelineFiles {
  readonly files: readonly ReadFile[];
  /** Those of them that include something else as well, which is not read as a part of it. */
  readonly withOthers: ReadonlySet<ReadFile>;
  /** Paths of the project that one of them includes and nobody named. */
  readonly unnamed: readonly string[];
  /** Another file includes it, and is not read together with it. */
  readonly includer: Includer | undefined;
}

export interface Includer {
  readonly path: string;
  readonly root: YamlMap;
  /** Why each is read by itself, in words that end the sentence "…, because". */
  readonly why: string;
  /** A hook that both have, because each got its hooks by itself. */
  readonly sharedHook: string | undefined;
}

/**
 * Puts the files together that make one pipeline: a `.gitlab-ci.yml` and those among the others that it includes, as far as that is
 * certain. All others are by themselves.
 * @param together paths of those that made one pipeline when they were read before
 */
export function groupByPipeline(
  files: readonly ReadFile[],
  together?: readonly (readonly string[])[],
): readonly PipelineFiles[] {
  const sorted = [...files].sort((a, b) => (a.file.path < b.file.path ? -1 : 1));
  const byPath = new Map(sorted.map((one) => [withSlashes(one.file.path), one]));
  const groups: Found['groups'] = new Map();
  const several = together?.filter((paths) => paths.length > 1);
  const before = several && new Map(several.flatMap((paths, at) => paths.map((path) => [path, at])));
  const found: Found = { byPath, before, groups, parts: new Set(), apart: new Map() };
  // What is in a folder of a project may belong to the project, or be another one.
  const starts = sorted
    .flatMap((first) => {
      const folder = projectFolder(first.file.path);
      return folder === undefined ? [] : { first, folder };
    })
    .sort((a, b) => a.folder.length - b.folder.length);
  for (const { first, folder } of starts) {
    if (found.parts.has(first) || (whyAlone(first) !== undefined && !before?.has(first.file.path))) continue;
    const outermost = starts.find((other) => folder.startsWith(other.folder))!.folder;
    groups.set(first, filesFrom(first, [...new Set([outermost, folder])], found));
  }
  return files.flatMap((one) => {
    if (found.parts.has(one)) return [];
    const group = groups.get(one) ?? { files: [one], withOthers: new Set(), unnamed: [] };
    return { ...group, includer: found.apart.get(one) };
  });
}

/** Those of some files that a pipeline includes which begins in another one, whatever they look like. */
export function partsAmong(others: readonly SourceFile[], files: readonly SourceFile[]): readonly SourceFile[] {
  if (!files.some(({ path, text }) => projectFolder(path) !== undefined && text.includes('include'))) return [];
  const read = [...files, ...others].map((file): ReadFile => ({ file, documents: parseYaml(file.text) }));
  const included = groupByPipeline(read).flatMap((one) => (one.includer ? one.files : one.files.slice(1)));
  const found = new Set(included.map(({ file }) => file));
  return others.filter((file) => found.has(file));
}

interface Found {
  readonly byPath: ReadonlyMap<string, ReadFile>;
  /** Equal for paths of what was one pipeline of several files before. */
  readonly before: ReadonlyMap<string, number> | undefined;
  /** By the file that each begins with. */
  readonly groups: Map<ReadFile, Omit<PipelineFiles, 'includer'>>;
  /** Those that are read with a file that includes them. */
  readonly parts: Set<ReadFile>;
  /** Those that are not. */
  readonly apart: Map<ReadFile, Includer>;
}

/** The folder of a file with which a pipeline begins. */
function projectFolder(path: string): string | undefined {
  const found = /^(.*\/)?\.gitlab-ci\.ya?ml$/.exec(withSlashes(path));
  return found ? (found[1] ?? '') : undefined;
}

/** @param folders in one of which the project is, to which the paths in it belong */
function filesFrom(
  first: ReadFile,
  folders: readonly string[],
  { byPath, before, groups, parts, apart }: Found,
): Omit<PipelineFiles, 'includer'> {
  const included: ReadFile[] = [];
  const unnamed: string[] = [];
  const withOthers = new Set<ReadFile>();
  const seen = new Set([first]);
  const holders = new Map(namesIn(first).map((name) => [name, first]));
  const lineBreak = dominantLineBreak(first.file.text);
  const wasTogether = ({ file }: ReadFile) =>
    before?.has(file.path) && before.get(file.path) === before.get(first.file.path);
  const sharedBy = (one: ReadFile) => namesIn(one).find((name) => holders.has(name));
  const whyApart = (one: ReadFile) => {
    if (before) return wasTogether(one) ? undefined : 'so it was before';
    if (parts.has(one)) return 'another pipeline includes it as well';
    if (groups.has(one)) return 'a pipeline begins with it';
    if (seen.size >= mostFiles) return `the engine takes ${mostFiles} files`;
    const shared = sharedBy(one);
    if (shared !== undefined) return `\`${shared}\` is in ${holders.get(shared)!.file.path} as well`;
    return dominantLineBreak(one.file.text) === lineBreak ? whyAlone(one) : 'its lines end in another way';
  };
  let looks = 0;
  const addThoseOf = (one: ReadFile) => {
    for (const { path, condition } of includedBy(one)) {
      looks += 1;
      const there = path === undefined || looks > mostFiles ? [] : filesAt(folders, path, byPath);
      // There may be more files of a pattern than were read.
      if (there.length === 0 || path!.includes('*')) withOthers.add(one);
      if (there.length === 0 && path !== undefined) unnamed.push(path);
      for (const part of there) {
        if (seen.has(part)) continue;
        const why = condition ?? whyApart(part);
        if (why !== undefined) {
          withOthers.add(one);
          if (parts.has(part)) continue;
          const shared = sharedBy(part);
          const sharedHook = shared?.startsWith(hookPrefix) ? shared : undefined;
          apart.set(part, { path: first.file.path, root: rootOf(first)!, why, sharedHook });
          continue;
        }
        seen.add(part);
        parts.add(part);
        for (const name of namesIn(part)) holders.set(name, part);
        addThoseOf(part);
        included.push(part);
      }
    }
  };
  addThoseOf(first);
  for (const part of included) apart.delete(part);
  return { files: [first, ...included], withOthers, unnamed };
}

/** GitLab refuses a pipeline with more. */
const mostFiles = 150;

/** Why it cannot be read behind other files, as a document at the edge of a text. */
function whyAlone({ file: { text }, documents }: ReadFile): string | undefined {
  const root = documents[0]?.root;
  if (documents.length > 1 || /^(?:%|\.\.\.)/m.test(text)) return 'it is more than one document';
  if (root?.kind !== 'map' || root.flow) return 'it is in braces';
  if (pairOf(root, 'spec')) return 'it takes inputs';
  if (text.startsWith('\ufeff')) return 'it begins with a byte order mark';
  return root.start === 0 || text[root.start - 1] === '\n' ? undefined : 'its jobs are indented';
}

function rootOf({ documents }: ReadFile): YamlMap | undefined {
  const root = documents[0]?.root;
  return root?.kind === 'map' ? root : undefined;
}

/** Jobs and hidden jobs: what may be there once. */
function namesIn(one: ReadFile): readonly string[] {
  return (rootOf(one)?.pairs ?? []).flatMap(({ key }) => (rootKeys.has(key.value) ? [] : key.value));
}

interface IncludedFile {
  /** In the project; `undefined` for all else, such as a file of another project. */
  readonly path: string | undefined;
  /** What decides whether it is included, or as what. */
  readonly condition: string | undefined;
}

function includedBy(one: ReadFile): readonly IncludedFile[] {
  const value = pairOf(rootOf(one)!, 'include')?.value;
  if (!value) return [];
  const entries = asSequence(value)?.items.map((item) => item.value) ?? [value];
  return entries.map(includedFile);
}

function includedFile(entry: YamlNode): IncludedFile {
  const map = asMap(entry);
  const path = textOf(map ? pairOf(map, 'local')?.value : entry);
  const isInProject = path !== undefined && !path.includes('://') && !path.includes('$');
  const other = map?.pairs.find(({ key }) => key.value !== 'local')?.key.value;
  return {
    path: isInProject ? path.replace(/^\/+/, '') : undefined,
    condition: other === undefined ? undefined : `that depends on \`${other}\``,
  };
}

/** In the first of some folders that has any. */
function filesAt(folders: readonly string[], path: string, byPath: ReadonlyMap<string, ReadFile>): readonly ReadFile[] {
  const isWanted = path.includes('*') ? matcherOf(path) : undefined;
  for (const folder of folders) {
    const alone = byPath.get(folder + path);
    const found = alone ? [alone] : isWanted ? filesIn(folder, isWanted, byPath) : [];
    if (found.length > 0) return found;
  }
  return [];
}

/** In time that is linear in a path, whatever the pattern: it comes from the workflow. */
function matcherOf(pattern: string): ((path: string) => boolean) | undefined {
  const source = pattern
    .split(/(\*\*?)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[^\w/]/g, '\\$&')))
    .join('');
  const compiled = compileRegex(source);
  return compiled.ok ? compiled.regex.testWhole : undefined;
}

function filesIn(
  folder: string,
  isWanted: (path: string) => boolean,
  byPath: ReadonlyMap<string, ReadFile>,
): readonly ReadFile[] {
  const below = [...byPath].filter(([path]) => path.startsWith(folder));
  return below.flatMap(([path, one]) => (isWanted(path.slice(folder.length)) ? [one] : []));
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
