import { type Piece, type Relation, relationOf, saysContinued } from './continuation.js';
import { type FencedBlock, findFences, jsonLanguages, yamlLanguages } from './fences.js';
import { dominantLineBreak } from './lines.js';
import { findQuotes, quoteLike } from './markdown-quotes.js';
import { isListOfTexts, isWorkflowLike, isWorkflowOfOneKey } from './workflow-like.js';
import { parseYaml } from './yaml.js';
import {
  endsWithProse,
  isMappingStream,
  isShapedLikeYaml,
  isSound,
  type ShapedRun,
  shapedRuns,
  startsWithProse,
} from './yaml-shape.js';

/** What a model answered, and the YAML in it. */
export interface PeeledAnswer {
  /** The YAML; the answer itself, byte for byte, where it is YAML already or where none is found in it. */
  readonly text: string;
  readonly peeled: boolean;
  /** Offsets into the answer of the blocks that `text` was made of. */
  readonly blocks: readonly Place[];
  /** How many of these blocks are the rest of the one before, where the answer was cut. */
  readonly continued: number;
  /** How many blocks of YAML were left out because they are no mapping, such as a list shown as an example. */
  readonly skipped: number;
  /** The first block that may be the rest of the one before; then `text` may be half of a workflow. */
  readonly unclear: Place | undefined;
  /** The fence around it is never closed. */
  readonly unclosed: boolean;
  /** How many blocks are workflows of their own of which only one can be meant; `text` is the first of them. */
  readonly alternatives: number;
  /** The languages of its blocks, where none of them is YAML and nothing else is. */
  readonly foreign: readonly string[];
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Takes the YAML out of a model's answer: out of Markdown fences, or from between lines of prose. Several blocks become
 * several documents, but for one that goes on where the one before was cut. An answer that already reads as YAML mappings is left
 * alone, whatever is in its values.
 */
export function peelAnswer(answer: string): PeeledAnswer {
  const found = peelOutside(answer);
  if (found.peeled || !quoteLine.test(answer)) return found;
  return peelQuote(answer) ?? found;
}

const quoteLine = new RegExp(`^${quoteLike}`, 'm');

/** An answer in which nothing is around the workflow. */
export function untouchedAnswer(answer: string): PeeledAnswer {
  return {
    ...{ text: answer, peeled: false, blocks: [], continued: 0, skipped: 0 },
    ...{ unclear: undefined, unclosed: false, alternatives: 0, foreign: [] },
  };
}

/** Does not look into quotes of Markdown. */
function peelOutside(answer: string): PeeledAnswer {
  const untouched = untouchedAnswer(answer);
  if (isShapedLikeYaml(answer)) return untouched;
  const thought = thinking.exec(answer)?.[0].length ?? 0;
  if (thought > 0) return behind(thought, peelAnswer(answer.slice(thought)));
  const documents = parseYaml(answer);
  if (!isMappingStream(documents))
    return peelFences(answer) ?? peelBare(answer) ?? { ...untouched, foreign: foreignIn(answer) };
  const hasProse = startsWithProse(documents) || endsWithProse(documents, answer);
  return hasProse ? (peelBare(answer) ?? peelBare(answer, runsOfTexts) ?? untouched) : untouched;
}

/** What some models write before their answer, with drafts in it; the beginning may be missing. */
const thinking =
  /^(?:\s*<(think|thinking|reasoning)>[\s\S]*?<\/\1>|(?:(?!<\/think>)[^\n]*\n)*<\/think>)[ \t]*(?:\r?\n)*/i;

function behind(start: number, { blocks, unclear, ...rest }: PeeledAnswer): PeeledAnswer {
  const moved = (place: Place) => ({ start: place.start + start, end: place.end + start });
  const own = blocks.length > 0 ? blocks : [{ start: 0, end: rest.text.length }];
  return { ...rest, peeled: true, blocks: own.map(moved), unclear: unclear && moved(unclear) };
}

function foreignIn(answer: string): readonly string[] {
  const fences = findFences(answer);
  const ours = [yamlLanguages, jsonLanguages, plainLanguages, wrapperLanguages];
  const isOurs = ({ language }: FencedBlock) => ours.some((names) => names.has(language));
  if (fences.some(isOurs) || around(answer, fences).some(({ text }) => isMapping(text))) return [];
  return [...new Set(fences.map(({ language }) => language))];
}

interface Block extends Place {
  readonly text: string;
  readonly closed?: boolean;
}

type Later = Place & Piece;

function peelFences(answer: string): PeeledAnswer | undefined {
  const fences = findFences(answer);
  const outside = around(answer, fences);
  if (outside.some(({ text }) => isWorkflowLike(text))) return undefined;
  for (const languages of [yamlLanguages, jsonLanguages]) {
    const isLabelled = ({ language }: FencedBlock) => languages.has(language);
    const labelled = fences.filter(isLabelled);
    const first = labelled.find(isKept) ?? onlyList(labelled);
    if (!first) continue;
    const skipped = labelled.indexOf(first);
    const blocks = fences.flatMap((fence): readonly Later[] => {
      if (!isLabelled(fence) && !plainLanguages.has(fence.language)) return [];
      return [{ ...withoutProseBehind(fence), marked: isLabelled(fence) ? 'as YAML' : 'as a block' }];
    });
    return assemble(answer, withoutProseBehind(first), [...blocks, ...outside], skipped);
  }
  const plain = fences.filter((fence) => plainLanguages.has(fence.language)).map(withoutProseBehind);
  const first =
    plain.find((block) => isWorkflowLike(block.text)) ??
    plain.find((block) => isWorkflowOfOneKey(block.text)) ??
    onlyList(plain);
  if (first) {
    const blocks = plain.map(
      (block): Later => ({ ...block, marked: isWorkflowLike(block.text) ? 'as YAML' : 'as a block' }),
    );
    return assemble(answer, first, [...blocks, ...outside], 0);
  }
  const wrapper = fences.find((fence) => wrapperLanguages.has(fence.language));
  const inner = wrapper && peelAnswer(wrapper.text);
  return inner?.peeled ? { ...inner, blocks: [wrapper!] } : undefined;
}

/** Broken blocks are kept, so that their errors are reported; only what is sound and yet no mapping is left out. */
function isKept({ text }: FencedBlock): boolean {
  return isMapping(text) || !isSound(parseYaml(text));
}

/** The one block that there is, where it is a list of mappings: a workflow whose outermost key is missing. */
function onlyList<B extends Block>(blocks: readonly B[]): B | undefined {
  const root = blocks.length === 1 ? parseYaml(blocks[0]!.text)[0]?.root : undefined;
  return root?.kind === 'sequence' && root.items.every(({ value }) => value.kind === 'map') ? blocks[0] : undefined;
}

const plainLanguages: ReadonlySet<string> = new Set([
  '',
  'text',
  'txt',
  'plaintext',
  'plain',
  'dagu',
  'dag',
  'workflow',
]);
const wrapperLanguages: ReadonlySet<string> = new Set(['markdown', 'md']);

/**
 * What could be YAML between the blocks. A workflow there means that the fences are part of it, and that something else is wrong;
 * anything else may be the rest of a block.
 */
function around(answer: string, fences: readonly FencedBlock[]): readonly Later[] {
  return [...fences, undefined].flatMap((fence, index) => {
    const from = fences[index - 1]?.end ?? 0;
    return unmarkedIn(answer.slice(from, fence?.start), from);
  });
}

function unmarkedIn(text: string, from: number): readonly Later[] {
  return shapedRuns(text).map((run) => ({
    text: run.text,
    start: run.start + from,
    end: run.end + from,
    marked: 'in no way',
  }));
}

/** Where the last fence is missing, prose may follow the YAML, or a word that it goes on. */
function withoutProseBehind(fence: FencedBlock): Block {
  if (fence.closed) return fence;
  const at = fence.text.lastIndexOf('\n', fence.text.trimEnd().length - 1);
  const said = at < 0 ? '' : fence.text.slice(at);
  const isAside = beginsProse.test(said) && (saysContinued.test(said) || isCutFence.test(said));
  const text = isAside ? fence.text.slice(0, at + 1) : fence.text;
  return { ...fence, text: isMapping(text) ? text : (bareBlock(text)?.text ?? text) };
}

const isCutFence = /^\n[`~]{1,2}\s*$/;
const beginsProse = /^\n[^\s-]/;

function peelBare(answer: string, runsIn = workflowRuns): PeeledAnswer | undefined {
  const block = bareBlock(answer, runsIn);
  return block && assemble(answer, block, unmarkedIn(answer, 0), 0);
}

/** The one stretch of lines that is a workflow; none where several could be, for what is between them may be broken YAML. */
function bareBlock(text: string, runsIn = workflowRuns): Block | undefined {
  const runs = runsIn(text);
  const run = runs[0];
  if (runs.length !== 1 || !run?.apart) return undefined;
  return run;
}

function workflowRuns(text: string): readonly ShapedRun[] {
  const runs = shapedRuns(text);
  const found = runs.filter((run) => isWorkflowLike(run.text));
  return found.length > 0 ? found : runs.filter((run) => isWorkflowOfOneKey(run.text));
}

/** Where all of it reads as YAML, such a list is more than one in prose. */
function runsOfTexts(text: string): readonly ShapedRun[] {
  return shapedRuns(text).filter((run) => isListOfTexts(run.text));
}

/** A quote is looked into once: a quote in a quote is what somebody else said. */
function peelQuote(answer: string): PeeledAnswer | undefined {
  const found = findQuotes(answer).flatMap(({ text, start, end }) => {
    const inner = peelOutside(text);
    const isIn = inner.peeled || isWorkflowLike(text) || isWorkflowOfOneKey(text);
    return isIn ? [{ ...inner, peeled: true, blocks: [{ start, end }] }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function isMapping(text: string): boolean {
  return isMappingStream(parseYaml(text));
}

/** @param skipped how many blocks of YAML before the first one were left out */
function assemble(answer: string, first: Block, found: readonly Later[], skipped: number): PeeledAnswer {
  const later = found.filter(({ start }) => start > first.start).sort((a, b) => a.start - b.start);
  const texts = [first.text];
  const kept: Block[] = [first];
  let [continued, leftOut] = [0, skipped];
  let unclear: Place | undefined;
  for (const [index, block] of later.entries()) {
    const before = texts.at(-1)!;
    const between = answer.slice(kept.at(-1)!.end, block.start);
    if (block.text === first.text) continue;
    const relation = index < mostCompared ? relationOf(block, before, between) : relationUnseen(block);
    if (relation === 'aside' && block.marked === 'as YAML') leftOut += 1;
    if (relation === 'unclear') unclear ??= { start: block.start, end: block.end };
    if (relation === 'aside' || relation === 'unclear') continue;
    kept.push(block);
    if (relation === 'own') texts.push(block.text);
    else texts[texts.length - 1] = `${withLineBreak(before, dominantLineBreak(before))}${block.text}`;
    if (relation === 'rest') continued += 1;
  }
  const unclosed = kept.at(-1)!.closed === false;
  const common = { peeled: true, skipped: leftOut, unclear, unclosed, foreign: [] };
  const places = kept.map(({ start, end }) => ({ start, end }));
  if (!areAlternatives(texts)) return { ...common, text: joined(texts), blocks: places, continued, alternatives: 0 };
  return { ...common, text: texts[0]!, blocks: places.slice(0, 1), continued: 0, alternatives: texts.length };
}

/** Nobody cuts an answer more often; it also bounds the work on hostile ones. */
const mostCompared = 20;

function relationUnseen({ text, marked }: Piece): Relation {
  if (marked !== 'as YAML') return 'aside';
  return isMapping(text) ? 'own' : 'unclear';
}

function withLineBreak(text: string, lineBreak: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}${lineBreak}`;
}

function joined([first, ...others]: readonly string[]): string {
  const lineBreak = dominantLineBreak(first!);
  let text = first!;
  for (const other of others) {
    text = withLineBreak(text, lineBreak);
    text += /^(?:---|%)/.test(other) ? other : `---${lineBreak}${other}`;
  }
  return text;
}

/** Documents belong together where each but one has a name that another one calls; a step that calls it has that name as a word. */
function areAlternatives(texts: readonly string[]): boolean {
  const names = texts.map(nameIn);
  const isCalled = (name: string | undefined, own: number) =>
    name !== undefined && texts.some((text, index) => index !== own && wordsOf(text).has(name));
  const apart = texts.filter((_, index) => !isCalled(names[index], index));
  return apart.length > 1 || new Set(names).size < names.length;
}

function nameIn(text: string): string | undefined {
  const root = parseYaml(text)[0]?.root;
  const name = root?.kind === 'map' ? root.pairs.find(({ key }) => key.value === 'name')?.value : undefined;
  return name?.kind === 'scalar' ? name.value : undefined;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[^\s"'`,:{}[\]]+/g));
}
