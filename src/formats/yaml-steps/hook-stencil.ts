import { filesOfCall } from '../../model/step.js';
import { blockLines, type Field } from '../../text/print-yaml.js';
import { holeOf, joinStencils, type Stencil, stencilFrom, stencilOf } from '../../text/stencil.js';
import type { FieldStencil, HookBlock, HookStencil, NamedHook } from '../stencils.js';
import { printedFingerprint } from './fingerprint.js';
import { markLine } from './mark.js';
import type { StepLayout } from './plain-steps.js';

/** The numbers of holes; words that follow from the name of the DAG come last. */
export const hole = { needs: 0, needsLines: 1, digest: 2, firstWord: 3 } as const;

/** What goes into holes where nothing but the words that follow from a name is known; who fills others in writes over their places. */
export function valuesOf(words: readonly string[]): string[] {
  return unfilled.concat(words);
}

const unfilled: readonly string[] = new Array<string>(hole.firstWord).fill('');

/** A named hook with the fields that it is written with. */
export interface Made extends NamedHook {
  readonly fields: readonly Field[];
}

/** @returns `undefined` where the two differ in more than the words that follow from their names */
export function hookStencil(
  made: readonly [Made, Made],
  { needs: needsKey, name: nameKey }: { readonly needs: string; readonly name: string },
  { needsNodes, blocks }: { readonly needsNodes: boolean; readonly blocks: boolean },
): HookStencil | undefined {
  const [first, second] = made;
  if (first.node.name !== second.node.name || first.fields.length !== second.fields.length) return undefined;
  const files = filesOfCall(first.node.injection.call);
  if (JSON.stringify(files) !== JSON.stringify(filesOfCall(second.node.injection.call))) return undefined;
  const common = (one: string, other: string) =>
    stencilFrom([wordsAt({ text: one, words: first.words }), wordsAt({ text: other, words: second.words })]);
  const fields: FieldStencil[] = [];
  const contents: { readonly key: string; readonly print: Stencil }[] = [];
  for (const [at, field] of first.fields.entries()) {
    const other = second.fields[at]!;
    if (field.key !== other.key) return undefined;
    if (field.key === needsKey && needsNodes) {
      fields.push({ kind: 'needs' });
      const key = stencilOf(`${JSON.stringify(field.key)}:`);
      contents.push({ key: field.key, print: joinStencils([key, holeOf(hole.needs)]) });
      continue;
    }
    const lines = linesOf(field, other, blocks, common);
    const print = common(pairPrint(field), pairPrint(other));
    if (!lines || !print) return undefined;
    fields.push({ kind: 'text', lines });
    if (field.key !== nameKey) contents.push({ key: field.key, print });
  }
  const { name, injection } = first.node;
  const { rule } = injection;
  const madeUnder = [first.words, second.words] as const;
  return { rule, name, fields, needsNodes, ownNames: [], files, content: contentOf(contents), madeUnder };
}

function linesOf(
  field: Field,
  other: Field,
  blocks: boolean,
  common: (one: string, other: string) => Stencil | undefined,
): readonly Stencil[] | undefined {
  const lines = blockLines([field], blocks);
  const others = blockLines([other], blocks);
  if (lines.length !== others.length) return undefined;
  const stencils = lines.map((line, at) => common(line, others[at]!));
  return stencils.every((one) => one !== undefined) ? stencils : undefined;
}

/** The numbers of its words are those of their holes. */
function wordsAt({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  return { text, words: words.map((word, at) => ({ word, hole: hole.firstWord + at })) };
}

/** Of a field; see `printedFingerprint`, whose parts are in the order of their keys. */
function pairPrint({ key, value }: Field): string {
  const whole = printedFingerprint([{ key, value }]);
  return whole.slice(1, -1);
}

function contentOf(prints: readonly { readonly key: string; readonly print: Stencil }[]): Stencil {
  const sorted = [...prints].sort((a, b) => (JSON.stringify(a.key) < JSON.stringify(b.key) ? -1 : 1));
  const parts = sorted.flatMap(({ print }, at) => [stencilOf(at === 0 ? '{' : ','), print]);
  return joinStencils([...(parts.length === 0 ? [stencilOf('{')] : parts), stencilOf('}')]);
}

export function hookBlock(
  hook: HookStencil,
  { indentation, offset }: StepLayout,
  { marks, lineBreak }: { readonly marks: boolean; readonly lineBreak: string },
): HookBlock {
  const { rule, fields } = hook;
  const indent = ' '.repeat(indentation);
  const parts: Stencil[] = [];
  if (marks) parts.push(stencilOf(`${indent}${markLine(rule.id, '')}`), holeOf(hole.digest), stencilOf(lineBreak));
  let isFirst = true;
  for (const field of fields) {
    if (field.kind === 'needs') parts.push(holeOf(hole.needsLines));
    else
      for (const line of field.lines) {
        const isBlank = line.holes.length === 0 && line.literals[0] === '';
        const front = isFirst ? `${indent}-${' '.repeat(offset - 1)}` : isBlank ? '' : indent + ' '.repeat(offset);
        parts.push(stencilOf(front), line, stencilOf(lineBreak));
        isFirst = false;
      }
  }
  return { hook, lines: joinStencils(parts) };
}

/** What goes into the hole for the lines that say what a hook waits for. */
export function needsLines(
  key: string,
  names: readonly string[],
  { indentation, offset }: StepLayout,
  lineBreak: string,
): string {
  const pad = ' '.repeat(indentation + offset);
  return blockLines([{ key, value: names }], lineBreak === '\n')
    .map((line) => pad + line + lineBreak)
    .join('');
}
