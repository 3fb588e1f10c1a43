import { type FlatDocument, nodeKind } from '../../../text/flat/flat-document.js';
import type { Outline } from './outline.js';
import { isTextAsWritten, textOf } from './plain-values.js';

/** Finds the steps that are needed by their names. */
export function readNeeds(outline: Outline, document: FlatDocument): boolean {
  const { names, needsNode, firstNeed, needs, steps } = outline;
  const positions = steps > fewSteps ? new Map<string, number>() : undefined;
  for (let at = 0; at < steps; at += 1) {
    const name = names[at]!;
    if (positions ? positions.has(name) : positionOf(names, name, at) >= 0) return false;
    positions?.set(name, at);
  }
  let count = 0;
  const needed = positions && new Set<number>();
  const isRepeated = (need: number, first: number): boolean => {
    if (needed) {
      const { size } = needed;
      return needed.add(need).size === size;
    }
    for (let other = first; other < count; other += 1) if (needs[other] === need) return true;
    return false;
  };
  const add = (node: number, first: number): boolean => {
    if (!isTextAsWritten(document, node)) return false;
    const name = textOf(document, node);
    const need = positions ? (positions.get(name) ?? -1) : positionOf(names, name, steps);
    if (need < 0 || isRepeated(need, first)) return false;
    needs[count] = need;
    count += 1;
    return true;
  };
  for (let at = 0; at < steps; at += 1) {
    const value = needsNode[at]!;
    const first = count;
    firstNeed[at] = first;
    if (value < 0) continue;
    needed?.clear();
    const kind = document.kind[value];
    if (kind === nodeKind.sequence || kind === nodeKind.flowSequence) {
      const end = document.next[value]!;
      for (let item = value + 1; item < end; item = document.next[item]!) if (!add(item, first)) return false;
      if (count === first) return false;
    } else if (!add(value, first)) return false;
  }
  firstNeed[steps] = count;
  return true;
}

/** Up to here, comparing names is quicker than an index of them. */
const fewSteps = 16;

function positionOf(names: readonly string[], name: string, before: number): number {
  for (let at = 0; at < before; at += 1) if (names[at] === name) return at;
  return -1;
}
