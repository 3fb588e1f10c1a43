import type { StepTexts } from '../../format.js';
import { type PlainWorkflowText, stepColumn } from '../../yaml-steps/plain-steps.js';
import type { Version } from '../readings.js';
import type { DocumentPlace } from './document-places.js';
import type { FoundDocuments } from './found-documents.js';

interface Plain {
  readonly places: readonly DocumentPlace[];
  readonly found: FoundDocuments;
  readonly root: number;
  readonly version: Pick<Version, 'dialect'>;
  readonly nodeText: PlainWorkflowText['nodeText'];
}

/**
 * Makes what takes all that decides what the steps of a DAG do from its text: values that the engine puts into commands come from its own
 * document, and in 2.x from the root. `undefined` where they may come from elsewhere, or what says so is written in an unusual way.
 */
export function createStepTexts({ places, found, root, version, nodeText }: Plain) {
  const { names, steps, others, withRareKeys, withIds, hasRuns } = found;
  const isV1 = version.dialect === 'v1';
  // There it calls a DAG.
  const mayCallByRun = hasRuns && isV1;
  return (dag: number): StepTexts | undefined => {
    if (dag === root || mayCallByRun || others.has(dag) || withRareKeys.has(dag) || withIds.has(dag)) return undefined;
    const { source, slice } = places[dag]!;
    const { text } = source;
    const first = steps.firstRow(dag);
    const end = steps.firstRow(dag + 1);
    if (slice.directives) return undefined;
    const name = names[dag]!;
    const outputs: string[] = [];
    const nodes: string[] = [];
    for (let row = first; row < end; row += 1) {
      const from = steps.at(row, stepColumn.outputFrom);
      if (from >= 0) outputs.push(text.slice(from, steps.at(row, stepColumn.outputTo)));
      const node = textOfNode(nodeText(dag, row - first), isV1);
      const masked = node === undefined ? undefined : withoutNumber(node, name);
      if (masked === undefined) return undefined;
      nodes.push(masked);
    }
    const head = withoutProse(text.slice(slice.content, steps.at(first, stepColumn.dash)));
    const tail = text.slice(steps.at(end - 1, stepColumn.to), slice.contentEnd);
    const around = withoutNumber([end - first, outputs, head, tail].join('\u0001'), name);
    return around === undefined ? undefined : { around, nodes };
  };
}

/** A mere call runs nothing itself, whatever its number. Values that a call hands over may be commands of another DAG, as may all of 2.x. */
function textOfNode(text: string, isV1: boolean): string | undefined {
  if (!isCall.test(text)) return text;
  return isV1 && isMereCall.test(text) ? text.replace(/\d/g, noDigit) : undefined;
}

const isCall = /^[ -]*call[ \t]*:/m;
const isMereCall = /^- +name: [\w.-]+\r?\n +call: [\w.-]+(?:\r?\n +depends:[ \t]*)?$/;

/** Without comments in front of the first key and a description of one line in which the engine puts no value. */
function withoutProse(head: string): string {
  return head.replace(firstComments, '').replace(description, '');
}

const firstComments = /^(?:---[ \t]*\r?\n)?(?:[ \t]*(?:#.*)?\r?\n)*/;
const description = /^description: (?:[A-Za-z][^\n`$]*|"[^"\\\n`$]*"|'[^'\n`$]*')\r?\n(?=[a-z])/m;

/**
 * The text with other signs for the digits of a name. Texts that are then equal differ in these digits alone, and no command that is read
 * depends on them: they are four at least, which no program has in its name, and no letter before them can be an escape, a variable or an option.
 * @returns `undefined` where the name is at another place
 */
function withoutNumber(text: string, name: string): string | undefined {
  if (!numbered.test(name)) return text;
  const masked = name.replace(/\d/g, noDigit);
  let made = '';
  let from = 0;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, from)) {
    if (at > 0 && !signsBefore.includes(text[at - 1]!)) return undefined;
    made += text.slice(from, at) + masked;
    from = at + name.length;
  }
  return made + text.slice(from);
}

const noDigit = '\0';
const numbered = /^[A-Za-z][A-Za-z_]*\d{4,}$/;
const signsBefore = ' \n\u0001,"\'=:/';
