import { compilePathGlob } from '../../lang/path-glob.js';
import type { SourceFile } from '../../model/source.js';
import { dominantLineBreak } from '../../text/lines.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlDocument, YamlMap, YamlNode } from '../../text/yaml-node.js';
import { rootKeys } from './keys.js';

/** A file that was read, and can be by itself. */
export interface ReadFile {
  readonly file: SourceFile;
  readonly documents: readonly YamlDocument[];
}

/** What makes one pipeline: the file that it begins with, and then those that this one includes, directly or not, the later ones before the earlier ones. */
export interface PipelineFiles {
  readonly files: readonly ReadFile[];
  /** Those of them that include something else as well, which is not read as a part of it. */
  readonly withOthers: ReadonlySet<ReadFile>;
}

/**
 * Puts the files together that make one pipeline: a `.gitlab-ci.yml` and those among the others that it includes. One that it includes
 * under a condition or with inputs, that has a job of the same name, or that is written in another way is a pipeline by itself, and so is
 * all that nothing includes.
 */
export function groupByPipeline(files: readonly ReadFile[]): readonly PipelineFiles[] {
  const byPath = new Map(files.map((one) => [withSlashes(one.file.path), one]));
  const taken = new Set<ReadFile>();
  const groups = new Map<ReadFile, PipelineFiles>();
  for (const first of files) {
    const folder = /^(.*\/)?\.gitlab-ci\.ya?ml$/.exec(withSlashes(first.file.path));
    if (folder && mayBeJoined(first)) groups.set(first, filesFrom(first, folder[1] ?? '', byPath, taken));
  }
  return files.flatMap((one) => (taken.has(one) ? [] : (groups.get(one) ?? { files: [one], withOthers: new Set() })));
}

/**
 * @param folder in which the project is, to which the paths in it belong
 * @param taken files that are parts already, to which those of this one are added
 */
function filesFrom(
  first: ReadFile,
  folder: string,
  byPath: ReadonlyMap<string, ReadFile>,
  taken: Set<ReadFile>,
): PipelineFiles {
  const parts: ReadFile[] = [];
  const withOthers = new Set<ReadFile>();
  const seen = new Set([first]);
  const names = new Set(namesIn(rootOf(first)!));
  const lineBreak = dominantLineBreak(first.file.text);
  const mayBePart = (one: ReadFile) =>
    !taken.has(one) &&
    seen.size < mostFiles &&
    mayBeJoined(one) &&
    dominantLineBreak(one.file.text) === lineBreak &&
    namesIn(rootOf(one)!).every((name) => !names.has(name));
  const addPartsOf = (one: ReadFile) => {
    for (const path of includedBy(rootOf(one)!)) {
      const found = path === undefined ? [] : filesAt(folder, path, byPath);
      // There may be more files of a pattern than were read.
      if (found.length === 0 || path!.includes('*')) withOthers.add(one);
      for (const part of found) {
        if (seen.has(part)) continue;
        if (!mayBePart(part)) {
          withOthers.add(one);
          continue;
        }
        seen.add(part);
        taken.add(part);
        for (const name of namesIn(rootOf(part)!)) names.add(name);
        addPartsOf(part);
        parts.push(part);
      }
    }
  };
  addPartsOf(first);
  return { files: [first, ...parts], withOthers };
}

/** GitLab takes no more, and refuses more. */
const mostFiles = 150;

/** Is it one document in block style at the edge, which can be read behind others? */
function mayBeJoined(one: ReadFile): boolean {
  const { text } = one.file;
  const root = rootOf(one);
  if (!root || one.documents.length > 1 || root.flow || pairOf(root, 'spec')) return false;
  const isAtEdge = root.start === 0 || text[root.start - 1] === '\n';
  return isAtEdge && !/^(?:\ufeff|%|\.\.\.)/m.test(text);
}

function rootOf({ documents }: ReadFile): YamlMap | undefined {
  const root = documents[0]?.root;
  return root?.kind === 'map' ? root : undefined;
}

/** Jobs and hidden jobs: what may be there once. */
function namesIn({ pairs }: YamlMap): readonly string[] {
  return pairs.flatMap(({ key }) => (rootKeys.has(key.value) ? [] : key.value));
}

/** Paths of the project that are included; `undefined` for all else, such as what another project or a condition names. */
function includedBy(root: YamlMap): readonly (string | undefined)[] {
  const value = pairOf(root, 'include')?.value;
  if (!value) return [];
  const entries = asSequence(value)?.items.map((item) => item.value) ?? [value];
  return entries.map(localPath);
}

function localPath(entry: YamlNode): string | undefined {
  const map = asMap(entry);
  if (map && (map.pairs.length !== 1 || map.pairs[0]!.key.value !== 'local')) return undefined;
  const path = textOf(map ? map.pairs[0]!.value : entry);
  return path === undefined || path.includes('://') || path.includes('$') ? undefined : path.replace(/^\/+/, '');
}

function filesAt(folder: string, path: string, byPath: ReadonlyMap<string, ReadFile>): readonly ReadFile[] {
  if (!path.includes('*')) {
    const found = byPath.get(folder + path);
    return found ? [found] : [];
  }
  const pattern = compilePathGlob(path);
  if (!pattern.ok) return [];
  const inFolder = [...byPath].filter(([at]) => at.startsWith(folder));
  return inFolder.flatMap(([at, one]) => (pattern.matches(at.slice(folder.length)) ? [one] : []));
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
