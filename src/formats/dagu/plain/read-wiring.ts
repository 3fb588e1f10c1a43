import { type FlatDocument, nodeKind } from '../../../text/flat/flat-document.js';
import type { Wiring } from './outline.js';
import { readNeeds } from './outline-needs.js';
import { isTextAsWritten, textOf, valueAt } from './plain-values.js';

/**
 * Reads which steps a document has and what each waits for, whatever else it says.
 * @returns false where a step has no plain name, or waits for something else than other steps
 */
export function readWiring(wiring: Wiring, document: FlatDocument): boolean {
  const { kind, from, to, next, dash } = document;
  if (document.count === 0 || kind[0] !== nodeKind.map) return false;
  const type = valueAt(document, 0, 'type');
  const list = valueAt(document, 0, 'steps');
  if (list < 0 || kind[list] !== nodeKind.sequence) return false;
  wiring.type = type < 0 ? '' : textOf(document, type);
  let count = 0;
  for (let step = list + 1; step < next[list]!; step = next[step]!) {
    if (kind[step] !== nodeKind.map) return false;
    const name = valueAt(document, step, 'name');
    if (name < 0 || !isTextAsWritten(document, name)) return false;
    const needs = valueAt(document, step, 'depends');
    wiring.names[count] = textOf(document, name);
    wiring.dash[count] = dash[step]!;
    wiring.to[count] = to[step]!;
    wiring.needsNode[count] = needs;
    wiring.needsFrom[count] = needs < 0 ? -1 : from[needs]!;
    wiring.needsTo[count] = needs < 0 ? -1 : to[needs]!;
    count += 1;
  }
  wiring.steps = count;
  return count > 0 && readNeeds(wiring, document);
}
