import { asMap, asSequence, pairOf, resolved, textOf } from '../../text/yaml-access.js';
import type { YamlDocument, YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { joinRoots } from './joined-root.js';
import { firstStage, lastStage, rootKeys, usualStage, usualStages } from './keys.js';
import { mergedPairs } from './merged.js';
import { inOrderOfNeeds } from './stage-order.js';
import { withUnreadStages } from './unread-stages.js';

/** The text of a pipeline: its jobs in their order, and the pieces that jobs take over. */
export interface PipelineDocument {
  readonly root: YamlMap;
  readonly jobs: readonly JobText[];
  /** The jobs alone, by name. */
  readonly byName: ReadonlyMap<string, JobText>;
  /** By what it says; of those that an alias makes one, the first. */
  readonly byMap: ReadonlyMap<YamlMap, JobText>;
  /** Jobs and hidden jobs by name. */
  readonly pieces: ReadonlyMap<string, Piece>;
  /** Names of all stages in their order, with those that GitLab adds. */
  readonly stages: readonly string[];
  /** Those of them that the file that includes this one must name, so that their place among the others is a guess. */
  readonly guessed: ReadonlySet<string>;
  readonly include: YamlPair | undefined;
  /** By its path it is a part of a pipeline that another file begins. */
  readonly isIncluded: boolean;
  /** Other files belong to it, which are not read: those that it includes, or one that includes it. */
  readonly hasOthers: boolean;
  /** The pairs of the first level with which another file begins, where it is made of several. */
  readonly breaks?: readonly number[];
}

export interface Piece {
  readonly name: string;
  readonly pair: YamlPair;
  readonly map: YamlMap;
}

export interface JobText extends Piece {
  /** Which pair of the first level it is. */
  readonly entry: number;
  readonly fields: Fields;
  readonly stage: string;
}

/** What a job says, with what it takes over from others. */
export interface Fields {
  /** `undefined` where neither the job nor what it takes over has the key, as far as that was read. */
  get(key: string): Field | undefined;
  /** All settings of a key that is a mapping, the nearest last. */
  all(key: string): readonly YamlNode[];
  /** The names of all that it extends, directly or not, as far as that was read. */
  readonly parents: readonly string[];
  /** The job or hidden job in a file that was not read that may have the key, and would win over what is found. */
  unread(key: string): string | undefined;
}

export interface Field {
  readonly pair: YamlPair;
  /** The job or hidden job that it is taken over from; `undefined` where the job itself has it, or a mapping that is merged into it. */
  readonly from: string | undefined;
  /** It is among the job's own lines. */
  readonly own: boolean;
}

/**
 * The document with the jobs, behind a header if there is one; `undefined` where it is no mapping.
 * @param includer what includes it, where that was read
 */
export function readPipeline(
  documents: readonly YamlDocument[],
  path: string,
  includer?: YamlMap,
): PipelineDocument | undefined {
  const root = mappingsIn(documents).find((map) => !isHeader(map));
  return root && pipelineOf(root, pairOf(root, 'include'), includer !== undefined || isPathOfPart(path), includer);
}

/** The documents of files that make one pipeline, each of which is a mapping. */
export function readJoined(documents: readonly YamlDocument[], hasOthers: (file: number) => boolean): PipelineDocument {
  const roots = mappingsIn(documents);
  const root = joinRoots(roots);
  const include = roots.flatMap((one, file) => (hasOthers(file) ? (pairOf(one, 'include') ?? []) : []))[0];
  const breaks = roots.slice(1).map(({ start }) => root.pairs.findIndex((pair) => pair.start >= start));
  return { ...pipelineOf(root, include, false, undefined), breaks: breaks.filter((at) => at >= 0) };
}

function mappingsIn(documents: readonly YamlDocument[]): readonly YamlMap[] {
  return documents.flatMap(({ root }) => (root?.kind === 'map' ? [root] : []));
}

/** Does the path say that the file is there to be included: one of a folder for such files, or with a name of its own before the usual one? */
function isPathOfPart(path: string): boolean {
  return /(?:^|[\\/])\.gitlab(?:-ci)?(?:\.d)?[\\/]|[^\\/]\.gitlab-ci\.ya?ml$/.test(path);
}

/** `spec:` and nothing else: what the file asks of those who include it. */
function isHeader({ pairs }: YamlMap): boolean {
  return pairs.length > 0 && pairs.every(({ key }) => key.value === 'spec');
}

/** @param include what names files that were not read */
function pipelineOf(
  root: YamlMap,
  include: YamlPair | undefined,
  ofPart: boolean,
  includer: YamlMap | undefined,
): PipelineDocument {
  const pieces = new Map<string, Piece>();
  for (const pair of root.pairs) {
    const name = pair.key.value;
    const map = rootKeys.has(name) ? undefined : asMap(pair.value);
    if (map) pieces.set(name, { name, pair, map });
  }
  const values = new Map(root.pairs.map(({ key, value }) => [key.value, value]));
  const isIncluded = ofPart && include === undefined;
  const hasOthers = isIncluded || include !== undefined;
  const written = root.pairs.flatMap((pair, entry): readonly JobText[] => {
    const name = pair.key.value;
    const piece = pieces.get(name);
    if (!piece || piece.pair !== pair || name.startsWith('.')) return [];
    const fields = fieldsOf(piece, pieces, hasOthers && isPart(piece.map));
    return [{ ...piece, entry, fields, stage: stageOf(fields, pieces, values) ?? usualStage }];
  });
  const ends = new Set([firstStage, lastStage]);
  // What includes it has the last word.
  const withStages = [includer, root].find((map) => map && hasStages(map));
  const inOrder = stagesNamed(withStages ?? root).filter((name) => !ends.has(name));
  const known = new Set([...ends, ...inOrder]);
  const others = [...new Set(written.map(({ stage }) => stage))].filter((stage) => !known.has(stage));
  const isOrderKnown = !hasOthers || withStages !== undefined;
  const guessed = new Set(isIncluded && !isOrderKnown ? others : []);
  const between = [...inOrder, ...others];
  const stages = [firstStage, ...(isOrderKnown ? between : inOrderOfNeeds(between, written)), lastStage];
  const jobs = withUnreadStages(written, stages);
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const byMap = new Map(jobs.toReversed().map((job) => [job.map, job]));
  return { root, jobs, byName, byMap, pieces, stages, guessed, include, isIncluded, hasOthers };
}

/**
 * A list has a meaning here only behind `!reference`; it may lead to another one.
 * @param values of the keys of the first level
 */
function stageOf(
  fields: Fields,
  pieces: ReadonlyMap<string, Piece>,
  values: ReadonlyMap<string, YamlNode>,
): string | undefined {
  let value = fields.get('stage')?.pair.value;
  for (let left = mostReferences; left > 0 && asSequence(value); left -= 1) {
    const [name = '', ...keys] = asSequence(value)!.items.map((item) => textOf(item.value) ?? '');
    const piece = pieces.get(name);
    const [start, below] =
      piece && keys[0] !== undefined
        ? [fieldsOf(piece, pieces).get(keys[0])?.pair.value, keys.slice(1)]
        : [values.get(name), keys];
    value = below.reduce((node, one) => {
      const map = asMap(node);
      return map && mergedPairs(map).findLast((pair) => pair.key.value === one)?.value;
    }, start);
  }
  return textOf(value);
}

/** GitLab follows as many, one within the other. */
export const mostReferences = 10;

/** Does it say nothing of what the job does, so that a job of that name must be in another file? */
function isPart(map: YamlMap): boolean {
  const keys = new Set(mergedPairs(map).map(({ key }) => key.value));
  return !['script', 'trigger', 'run', 'extends'].some((key) => keys.has(key));
}

export function hasStages(root: YamlMap): boolean {
  return stagesOf(root) !== undefined;
}

function stagesOf(root: YamlMap): YamlPair | undefined {
  return pairOf(root, 'stages') ?? pairOf(root, 'types');
}

/** Those that the file names, or those of every pipeline that names none. */
export function stagesNamed(root: YamlMap): readonly string[] {
  const written = asSequence(stagesOf(root)?.value);
  return written?.items.flatMap((item) => textOf(item.value) ?? []) ?? usualStages;
}

/**
 * The nearest that a job takes over wins: its own keys, then what is merged into it, then what it extends, the last one first.
 * @param isPart is the rest of the job in another file?
 */
export function fieldsOf(job: Piece, pieces: ReadonlyMap<string, Piece>, isPart = false): Fields {
  const layers = layersOf(job, pieces, isPart);
  return {
    parents: layers.flatMap(({ from }) => from ?? []),
    get(key) {
      for (const { pairs, from, own } of layers) {
        const pair = pairs.findLast((one) => one.key.value === key);
        if (pair) return { pair, from, own: own.includes(pair) };
      }
      return undefined;
    },
    unread(key) {
      const nearest = layers.find(
        ({ pairs, unread }) => unread !== undefined || pairs.some((one) => one.key.value === key),
      );
      return nearest?.unread;
    },
    all: (key) =>
      layers.flatMap(({ pairs }) => pairs.findLast((one) => one.key.value === key)?.value ?? []).toReversed(),
  };
}

/** The job as it is without one of its own lines. */
export function withoutPair(job: JobText, pair: YamlPair, { pieces }: Pick<PipelineDocument, 'pieces'>): JobText {
  const map = { ...job.map, pairs: job.map.pairs.filter((one) => one !== pair) };
  return { ...job, map, fields: fieldsOf({ ...job, map }, pieces) };
}

interface Layer {
  readonly pairs: readonly YamlPair[];
  readonly own: readonly YamlPair[];
  readonly from: string | undefined;
  /** Its name, where it is in a file that was not read. */
  readonly unread?: string;
}

function layersOf(job: Piece, pieces: ReadonlyMap<string, Piece>, isPart: boolean): readonly Layer[] {
  const layers: Layer[] = [];
  const seen = new Set<string>();
  // What is extended comes behind what extends it; of several the last one counts first.
  const open: { readonly piece: Piece | undefined; readonly from: string | undefined }[] = [
    { piece: job, from: undefined },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { piece, from } = next;
    if (!piece) layers.push({ ...notRead, unread: from! });
    if (!piece || seen.has(piece.name)) continue;
    seen.add(piece.name);
    const pairs = mergedPairs(piece.map);
    layers.push({ pairs, own: piece === job && job.pair.value.kind === 'map' ? piece.map.pairs : [], from });
    if (piece === job && isPart) layers.push({ ...notRead, unread: job.name });
    for (const name of extendsOf(pairs)) open.push({ piece: pieces.get(name), from: name });
  }
  return layers;
}

const notRead: Layer = { pairs: [], own: [], from: undefined };

export function extendsOf(pairs: readonly YamlPair[]): readonly string[] {
  const value = pairs.findLast(({ key }) => key.value === 'extends')?.value;
  const node = value && resolved(value);
  const items = node?.kind === 'sequence' ? node.items.map((item) => item.value) : node ? [node] : [];
  return items.flatMap((item) => textOf(item) ?? []);
}
