import { dominantLineBreak } from './lines.js';
import { parseYaml } from './yaml.js';
import {
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
  readonly blocks: readonly { readonly start: number; readonly end: number }[];
  /** How many blocks of YAML were left out because they are no mapping, such as a list shown as an example. */
  readonly skipped: number;
  /** The fence around it is never closed. */
  readonly unclosed: boolean;
  /** How many blocks are workflows of their own of which only one can be meant; `text` is the first of them. */
  readonly alternatives: number;
}

/**
 * Takes the YAML out of a model's answer: out of Markdown fences, or from between lines of prose. Several blocks become
 * several documents. An answer that already reads as YAML mappings is left alone, whatever is in its values.
 */
export function peelAnswer(answer: string): PeeledAnswer {
  const untouched = { text: answer, peeled: false, blocks: [], skipped: 0, unclosed: false, alternatives: 0 };
  if (isShapedLikeYaml(answer)) return untouched;
  const documents = parseYaml(answer);
  if (!isMappingStream(documents)) return peelFences(answer) ?? peelBare(answer) ?? untouched;
  return startsWithProse(documents) ? (peelBare(answer) ?? untouched) : untouched;
}

interface Block {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly closed?: boolean;
}

function peelFences(answer: string): PeeledAnswer | undefined {
  const fences = findFences(answer);
  if (around(answer, fences).some((text) => workflowRuns(text).length > 0)) return undefined;
  for (const languages of [yamlLanguages, jsonLanguages]) {
    const labelled = fences.filter((fence) => languages.has(fence.language));
    // Broken blocks are kept, so that their errors are reported; only what is sound and yet no mapping is left out.
    const kept = labelled.filter((fence) => isMapping(fence.text) || !isSound(parseYaml(fence.text)));
    if (kept.length > 0) return join(kept.map(withoutProseBehind), labelled.length - kept.length);
  }
  const plain = fences.filter((fence) => plainLanguages.has(fence.language)).map(withoutProseBehind);
  const workflows = plain.filter((block) => isWorkflowLike(block.text));
  if (workflows.length > 0) return join(workflows, 0);
  const wrapper = fences.find((fence) => wrapperLanguages.has(fence.language));
  const inner = wrapper && peelAnswer(wrapper.text);
  return inner?.peeled ? { ...inner, blocks: [wrapper!] } : undefined;
}

const yamlLanguages: ReadonlySet<string> = new Set(['yaml', 'yml']);
const jsonLanguages: ReadonlySet<string> = new Set(['json', 'jsonc', 'json5']);
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

/** What is between the blocks. A workflow there means that the fences are part of it, and that something else is wrong. */
function around(answer: string, fences: readonly FencedBlock[]): readonly string[] {
  return [...fences, undefined].map((fence, index) => answer.slice(fences[index - 1]?.end ?? 0, fence?.start));
}

/** Where the last fence is missing, prose may follow the YAML. */
function withoutProseBehind(fence: FencedBlock): Block {
  if (fence.closed || isMapping(fence.text)) return fence;
  return { ...fence, text: bareBlock(fence.text)?.text ?? fence.text };
}

function peelBare(answer: string): PeeledAnswer | undefined {
  const block = bareBlock(answer);
  return block && join([block], 0);
}

/** The one stretch of lines that is a workflow; none where several could be, for what is between them may be broken YAML. */
function bareBlock(text: string): Block | undefined {
  const runs = workflowRuns(text);
  const run = runs[0];
  if (runs.length !== 1 || !run?.apart) return undefined;
  return run;
}

function workflowRuns(text: string): readonly ShapedRun[] {
  return shapedRuns(text).filter((run) => isWorkflowLike(run.text));
}

function isMapping(text: string): boolean {
  return isMappingStream(parseYaml(text));
}

/** More than a remark such as `Note: all steps run in order`. */
function isWorkflowLike(text: string): boolean {
  const documents = parseYaml(text);
  const root = documents.find((document) => document.root)?.root;
  if (root?.kind !== 'map' || !isMappingStream(documents)) return false;
  return root.pairs.length > 1 && root.pairs.some((pair) => pair.value.kind !== 'scalar');
}

function join(blocks: readonly Block[], skipped: number): PeeledAnswer {
  const unclosed = blocks.some(({ closed }) => closed === false);
  if (areAlternatives(blocks.map(({ text }) => text))) {
    const [{ start, end, text }, ...others] = blocks as [Block, ...Block[]];
    return { text, peeled: true, blocks: [{ start, end }], skipped, unclosed, alternatives: others.length + 1 };
  }
  const lineBreak = dominantLineBreak(blocks[0]!.text);
  let text = blocks[0]!.text;
  for (const block of blocks.slice(1)) {
    if (text !== '' && !text.endsWith('\n')) text += lineBreak;
    text += /^(?:---|%)/.test(block.text) ? block.text : `---${lineBreak}${block.text}`;
  }
  const places = blocks.map(({ start, end }) => ({ start, end }));
  return { text, peeled: true, blocks: places, skipped, unclosed, alternatives: 0 };
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

/** A fenced block of a Markdown text. */
interface FencedBlock {
  /** The first word behind the opening fence, in lower case; empty without one. */
  readonly language: string;
  /** What is between the fences, without the indentation of the opening one. */
  readonly text: string;
  /** Offsets of what is between the fences. */
  readonly start: number;
  readonly end: number;
  readonly closed: boolean;
}

/**
 * Finds fenced blocks (``` or ~~~) at any indentation. A closing fence is no deeper than the opening one, so that fences
 * inside of a block scalar do not end the block around it. A fence that is never closed reaches to the end.
 */
function findFences(text: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  const fences = fenceLines(text);
  for (let index = 0; index < fences.length; ) {
    const open = fences[index]!;
    let close = index + 1;
    while (close < fences.length && !closes(fences[close]!, open)) close++;
    blocks.push(blockBetween(text, open, fences[close]));
    index = close + 1;
  }
  return blocks;
}

interface FenceLine {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  readonly marker: string;
  readonly info: string;
}

function fenceLines(text: string): readonly FenceLine[] {
  return Array.from(text.matchAll(/^([ \t]*)(`{3,}|~{3,})([^\n]*)(?:\n|$)/gm), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    indent: match[1]!.length,
    marker: match[2]!,
    info: match[3]!.trim(),
  })).filter((fence) => !(fence.marker.startsWith('`') && fence.info.includes('`')));
}

function closes(fence: FenceLine, open: FenceLine): boolean {
  return fence.info === '' && fence.indent <= open.indent && fence.marker.startsWith(open.marker);
}

function blockBetween(text: string, open: FenceLine, close: FenceLine | undefined): FencedBlock {
  const start = open.end;
  const end = close?.start ?? text.length;
  const language = open.info
    .replace(/^\{?\.?/, '')
    .split(/[\s,;:{}]/, 1)[0]!
    .toLowerCase();
  const inside = text.slice(start, end);
  return { language, text: withoutIndent(inside, open.indent), start, end, closed: close !== undefined };
}

function withoutIndent(text: string, indent: number): string {
  if (indent === 0) return text;
  return text.replace(/^[ \t]+/gm, (spaces) => spaces.slice(Math.min(indent, spaces.length)));
}
