import { hookPrefix } from '../../../model/mark.js';
import { createFlatDocument } from '../../../text/flat/flat-document.js';
import { scanFlat } from '../../../text/flat/scan-flat.js';
import type { DocumentSlice } from '../../../text/yaml-stream.js';
import type { NodeQuestions } from '../../format.js';
import { hasOneColumn, type PlainSteps, stepColumns } from '../../yaml-steps/plain-steps.js';
import { createNumberRows, type NumberRows } from './number-rows.js';
import { createOutline, type Outline } from './outline.js';
import { readOutline } from './read-outline.js';

/** What is found in plain documents, one after another. */
export interface FoundDocuments {
  readonly names: string[];
  readonly shapes: number[];
  readonly settings: number[];
  readonly keys: number[];
  /** Where their names are, quotes included. */
  readonly namesFrom: number[];
  readonly namesTo: number[];
  /** Those with keys of their own that are in no table. */
  readonly odd: Set<number>;
  /** Those and others of which one has to be read aloud for all that are like it. */
  readonly unheard: Set<number>;
  /** Where the first key of one is that does not say its type; else -1. */
  readonly typeless: number[];
  readonly steps: PlainSteps;
  readonly suspects: { readonly dag: number; readonly node: number }[];
  readonly calls: { readonly dag: number; readonly node: number; readonly name: string }[];
  hasRuns: boolean;
  speaksForV1: boolean;
  speaksForV2: boolean;
}

/** @returns `undefined` where one of them is other than plain */
export function findDocuments(
  text: string,
  slices: readonly DocumentSlice[],
  questions: NodeQuestions,
): FoundDocuments | undefined {
  const document = createFlatDocument();
  const outline = createOutline();
  const found: FoundDocuments = {
    names: [],
    shapes: [],
    settings: [],
    keys: [],
    namesFrom: [],
    namesTo: [],
    odd: new Set(),
    unheard: new Set(),
    typeless: [],
    steps: stepColumns(),
    suspects: [],
    calls: [],
    hasRuns: false,
    speaksForV1: false,
    speaksForV2: false,
  };
  const known: Known = { settings: new Map(), asked: new Map(), shapes: createNumberRows() };
  for (const slice of slices) {
    if (!scanFlat(document, text, slice) || !readOutline(outline, document, true)) return undefined;
    if (!addDocument(found, text, outline, known, questions)) return undefined;
  }
  return found;
}

/** Texts of which many documents have the same, by the numbers that they go by. */
interface Known {
  readonly settings: Map<string, number>;
  /** Names of steps that matter. */
  readonly asked: Map<string, number>;
  readonly shapes: NumberRows;
}

function numberOf(known: Map<string, number>, text: string): number {
  let number = known.get(text);
  if (number === undefined) {
    number = known.size;
    known.set(text, number);
  }
  return number;
}

function addDocument(
  found: FoundDocuments,
  text: string,
  outline: Outline,
  { settings, asked, shapes }: Known,
  { isAskedFor, mayTearDown }: NodeQuestions,
): boolean {
  const dag = found.names.length;
  const { name, names, ids, calls, outputs, conditional, firstNeed, needs, dash, to } = outline;
  if (!hasOneColumn(text, outline)) return false;
  const setting = numberOf(settings, outline.settings);
  shapes.add(setting);
  shapes.add(types.indexOf(outline.type));
  for (let node = 0; node < outline.steps; node += 1) {
    const [step, id] = [names[node]!, ids[node]!];
    if (
      step.startsWith(hookPrefix) ||
      id.startsWith(hookPrefix) ||
      isTooLong(step) ||
      outputs[node]!.startsWith('ARBORIST_')
    )
      return false;
    const isCall = calls[node] !== '';
    if (isCall) found.calls.push({ dag, node, name: calls[node]! });
    shapes.add(Number(conditional[node]) + 2 * Number(isCall));
    // An odd key may speak of any step.
    shapes.add(outline.isOdd || isAskedFor(step) ? 1 + numberOf(asked, step) : 0);
    shapes.add(id !== '' && isAskedFor(id) ? 1 + numberOf(asked, id) : 0);
    shapes.add(firstNeed[node + 1]! - firstNeed[node]!);
    for (let need = firstNeed[node]!; need < firstNeed[node + 1]!; need += 1) shapes.add(needs[need]!);
    if (mayTearDown(step, text.slice(dash[node], to[node]))) found.suspects.push({ dag, node });
  }
  found.names.push(name);
  found.shapes.push(shapes.end());
  found.settings.push(setting);
  found.keys.push(outline.keys);
  if (outline.isOdd) found.odd.add(dag);
  if (outline.isOdd || outline.isRare) found.unheard.add(dag);
  found.steps.add(outline);
  found.namesFrom.push(outline.ownNameFrom);
  found.namesTo.push(outline.ownNameTo);
  found.typeless.push(outline.type === '' ? outline.firstKey : -1);
  found.hasRuns ||= outline.hasRuns;
  found.speaksForV1 ||= outline.speaksForV1;
  found.speaksForV2 ||= outline.speaksForV2;
  return true;
}

const types = ['', 'chain', 'graph'];

/** Dagu 1.30 takes 40 bytes; no character has more than three for each of its units. */
function isTooLong(name: string): boolean {
  return name.length * 3 > longestName && (name.length > longestName || !/^[ -~]*$/.test(name));
}

const longestName = 40;
