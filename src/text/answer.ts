import { assemble, type Block, type Later } from './assemble-answer.js';
import { saysContinued } from './continuation.js';
import { type FencedBlock, findFences, jsonLanguages, yamlLanguages } from './fences.js';
import { findQuotes, quoteLike } from './markdown-quotes.js';
import { type PeeledAnswer, type Place, untouchedAnswer } from './peeled-answer.js';
import { isListOfTexts, isMapping, isWorkflowLike, isWorkflowOfOneKey } from './workflow-like.js';
import { parseYaml } from './yaml.js';
import type { YamlDocument } from './yaml-node.js';
import {
  endsWithProse,
  isMappingStream,
  isShapedLikeYaml,
  isSound,
  type ShapedRun,
  shapedRuns,
  startsWithProse,
} from './yaml-shape.js';

/**
 * Takes the YAML out of a model's answer: out of Markdown fences, or from between lines of prose. Several blocks become
 * several documents, but for one that goes on where the one before was cut. An answer that already reads as YAML mappings is left
 * alone, whatever is in its values.
 */
export function peelAnswer(answer: string): PeeledAnswer {
  const found = peelOutside(answer);
  if (found.peeled) return withoutProseInside(found);
  return (quoteLine.test(answer) && peelQuote(answer)) || found;
}

/** A block may begin with a sentence as well, and what is written from it is read without the block in the next run. */
function withoutProseInside(found: PeeledAnswer): PeeledAnswer {
  if (isShapedLikeYaml(found.text)) return found;
  const inner = peelProse(found.text, parseYaml(found.text));
  return inner ? { ...found, text: inner.text } : found;
}

const quoteLine = new RegExp(`^${quoteLike}`, 'm');

/** Does not look into quotes of Markdown. */
function peelOutside(answer: string): PeeledAnswer {
  const untouched = untouchedAnswer(answer);
  if (isShapedLikeYaml(answer)) return untouched;
  const thought = thinking.exec(answer)?.[0].length ?? 0;
  if (thought > 0) return behind(thought, peelAnswer(answer.slice(thought)));
  const documents = parseYaml(answer);
  if (!isMappingStream(documents))
    return peelFences(answer) ?? peelBare(answer) ?? { ...untouched, foreign: foreignIn(answer) };
  return peelProse(answer, documents) ?? untouched;
}

/** Takes sentences away that YAML takes for keys. */
function peelProse(answer: string, documents: readonly YamlDocument[]): PeeledAnswer | undefined {
  const hasProse = isMappingStream(documents) && (startsWithProse(documents) || endsWithProse(documents, answer));
  return hasProse ? (peelBare(answer) ?? peelBare(answer, runsOfTexts)) : undefined;
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
