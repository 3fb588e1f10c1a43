import { type Piece, type Relation, relationOf } from './continuation.js';
import { dominantLineBreak } from './lines.js';
import type { PeeledAnswer, Place } from './peeled-answer.js';
import { isMapping } from './workflow-like.js';
import { parseYaml } from './yaml.js';

/** What may be YAML in an answer. */
export interface Block extends Place {
  readonly text: string;
  readonly closed?: boolean;
}

/** A block that may belong to one before it. */
export type Later = Place & Piece;

/**
 * One text of all blocks that belong together.
 * @param found the blocks, in any order; those before the first one do not count
 * @param skipped how many blocks of YAML before the first one were left out
 */
export function assemble(answer: string, first: Block, found: readonly Later[], skipped: number): PeeledAnswer {
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
