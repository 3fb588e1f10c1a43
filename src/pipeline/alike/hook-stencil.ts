import { printedFingerprint } from '../../formats/yaml-steps/fingerprint.js';
import { markLine } from '../../formats/yaml-steps/mark.js';
import type { StepLayout } from '../../formats/yaml-steps/plain-steps.js';
import type { InjectedNode } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import { taskVariable } from '../../passes/rules/name.js';
import { blockLines, type Field } from '../../text/print-yaml.js';
import { holeOf, joinStencils, type Stencil, stencilFrom, stencilOf } from '../../text/stencil.js';

/** A hook as it is written into every DAG of a shape, but for what follows from the name of the DAG and from names of its steps. */
export interface HookStencil {
  readonly rule: Rule;
  readonly name: string;
  /** In the order in which they are written. */
  readonly fields: readonly FieldStencil[];
  /** It waits for steps of the document, and not for hooks alone. */
  readonly needsSteps: boolean;
  /** What the hook says, as a fingerprint has it. */
  readonly content: Stencil;
}

export type FieldStencil =
  | { readonly kind: 'text'; readonly lines: readonly Stencil[] }
  /** What it waits for, by names that only each DAG has. */
  | { readonly kind: 'needs' };

/** What goes into holes. */
export const hole = { task: 0, variable: 1, needs: 2, needsLines: 3, digest: 4 } as const;

/** Names that stand in for that of a task: a short one, and one as long and as odd as names may be that are filled in. */
export const standIns = ['zqhookstandin7', 'Zq_hook-StandIn_for-the-Longest_name-x99'] as const;

/** May a name go where a stand-in was? It needs quotes nowhere. */
export function fillsHoles(name: string): boolean {
  return safeName.test(name) && !specialName.test(name);
}

const safeName = /^[A-Za-z][\w-]{0,39}$/;
const specialName = /^(?:true|false|null|yes|no|on|off|y|n|arborist|complete|post-cleanup)$/i;

/**
 * @param made the hook for each of the stand-ins
 * @returns `undefined` where it depends on the name in another way than by holding it
 */
export function hookStencil(
  made: readonly [Made, Made],
  { needs: needsKey, name: nameKey }: { readonly needs: string; readonly name: string },
  { needsSteps, blocks }: { readonly needsSteps: boolean; readonly blocks: boolean },
): HookStencil | undefined {
  const [first, second] = made;
  const { rule } = first.node.injection;
  if (first.node.name !== second.node.name || first.fields.length !== second.fields.length) return undefined;
  const fields: FieldStencil[] = [];
  const contents: { readonly key: string; readonly print: Stencil }[] = [];
  for (const [at, field] of first.fields.entries()) {
    const other = second.fields[at]!;
    if (field.key !== other.key) return undefined;
    if (field.key === needsKey && needsSteps) {
      fields.push({ kind: 'needs' });
      contents.push({
        key: field.key,
        print: joinStencils([stencilOf(`${JSON.stringify(field.key)}:`), holeOf(hole.needs)]),
      });
      continue;
    }
    const lines = linesOf(field, other, blocks);
    const print = common(pairPrint(field), pairPrint(other));
    if (!lines || !print) return undefined;
    fields.push({ kind: 'text', lines });
    if (field.key !== nameKey) contents.push({ key: field.key, print });
  }
  return { rule, name: first.node.name, fields, needsSteps, content: contentOf(contents) };
}

export interface Made {
  readonly node: InjectedNode;
  readonly fields: readonly Field[];
}

function linesOf(field: Field, other: Field, blocks: boolean): readonly Stencil[] | undefined {
  const lines = blockLines([field], blocks);
  const others = blockLines([other], blocks);
  if (lines.length !== others.length) return undefined;
  const stencils = lines.map((line, at) => common(line, others[at]!));
  return stencils.every((one) => one !== undefined) ? stencils : undefined;
}

function common(first: string, second: string): Stencil | undefined {
  return stencilFrom([
    { text: first, words: wordsOf(standIns[0]) },
    { text: second, words: wordsOf(standIns[1]) },
  ]);
}

/** By the numbers of their holes. */
function wordsOf(name: string): readonly string[] {
  return [name, taskVariable(name)];
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

/** The lines of a hook with its mark, between the steps of a document. */
export function blockStencil(
  { rule, fields }: HookStencil,
  { indentation, offset }: StepLayout,
  { marks, lineBreak }: { readonly marks: boolean; readonly lineBreak: string },
): Stencil {
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
  return joinStencils(parts);
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
