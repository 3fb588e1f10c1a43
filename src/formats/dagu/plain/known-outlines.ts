import { createOutline, type Outline } from './outline.js';

/** Outlines by the text of their document: those of the file that was read before, and those of the one that is read. */
export interface KnownOutlines {
  readonly earlier: ReadonlyMap<string, KnownOutline>;
  readonly kept: Map<string, KnownOutline>;
}

export interface KnownOutline {
  readonly outline: Outline;
  /** Where the document was that the offsets are about. */
  start: number;
}

/** @returns the outline of a document that was in the file before, with its offsets in this one. It stays there. */
export function findOutline({ earlier, kept }: KnownOutlines, document: string, start: number): Outline | undefined {
  const known = earlier.get(document);
  if (!known) return undefined;
  if (known.start !== start) moveTo(start, known);
  kept.set(document, known);
  return known.outline;
}

export function keepOutline({ kept }: KnownOutlines, document: string, start: number, outline: Outline): void {
  kept.set(document, { outline: copyOf(outline), start });
}

function moveTo(start: number, known: KnownOutline): void {
  const by = start - known.start;
  const { outline } = known;
  known.start = start;
  outline.ownNameFrom += by;
  outline.ownNameTo += by;
  outline.firstKey += by;
  const { steps, nameFrom, nameTo, dash, from, to, needsFrom, needsTo, runFrom, runTo, outputFrom, outputTo } = outline;
  for (let at = 0; at < steps; at += 1) {
    nameFrom[at]! += by;
    nameTo[at]! += by;
    dash[at]! += by;
    from[at]! += by;
    to[at]! += by;
    if (runFrom[at]! >= 0) {
      runFrom[at]! += by;
      runTo[at]! += by;
    }
    if (needsFrom[at]! >= 0) {
      needsFrom[at]! += by;
      needsTo[at]! += by;
    }
    if (outputFrom[at]! >= 0) {
      outputFrom[at]! += by;
      outputTo[at]! += by;
    }
  }
}

/** What an outline says of its document alone, without what is left in it from others. */
function copyOf(outline: Outline): Outline {
  const { steps, firstNeed } = outline;
  const texts = (ofSteps: readonly string[]) => ofSteps.slice(0, steps).map(ownText);
  const numbers = (ofSteps: readonly number[]) => ofSteps.slice(0, steps);
  return Object.assign(createOutline(), outline, {
    name: ownText(outline.name),
    environment: undefined,
    handed: ownText(outline.handed),
    oddWords: ownText(outline.oddWords),
    names: texts(outline.names),
    ids: texts(outline.ids),
    calls: texts(outline.calls),
    nameFrom: numbers(outline.nameFrom),
    nameTo: numbers(outline.nameTo),
    dash: numbers(outline.dash),
    from: numbers(outline.from),
    to: numbers(outline.to),
    needsFrom: numbers(outline.needsFrom),
    needsTo: numbers(outline.needsTo),
    runFrom: numbers(outline.runFrom),
    runTo: numbers(outline.runTo),
    outputFrom: numbers(outline.outputFrom),
    outputTo: numbers(outline.outputTo),
    needsNode: [],
    firstNeed: firstNeed.slice(0, steps + 1),
    needs: outline.needs.slice(0, firstNeed[steps]),
    conditional: outline.conditional.slice(0, steps),
  });
}

/** As long as V8 holds a piece of a file, it holds all of the file; this one is no piece. */
function ownText(piece: string): string {
  return piece.split('').join('');
}
