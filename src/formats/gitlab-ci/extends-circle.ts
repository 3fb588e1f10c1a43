import { extendsOf, type Piece, type PipelineDocument } from './document.js';
import { mergedPairs } from './merged.js';

/** A job or a hidden job that extends itself, directly or through others. */
export function extendsItself({ pieces }: PipelineDocument): Piece | undefined {
  const parents = new Map(
    [...pieces.values()].map((piece) => [
      piece,
      extendsOf(mergedPairs(piece.map)).flatMap((name) => pieces.get(name) ?? []),
    ]),
  );
  const heirs = new Map<Piece, Piece[]>();
  for (const [piece, own] of parents) {
    for (const parent of own) {
      const known = heirs.get(parent);
      if (known) known.push(piece);
      else heirs.set(parent, [piece]);
    }
  }
  const waiting = new Map([...parents].map(([piece, own]) => [piece, own.length]));
  const ready = [...waiting].flatMap(([piece, count]) => (count === 0 ? [piece] : []));
  for (let piece = ready.pop(); piece; piece = ready.pop()) {
    waiting.delete(piece);
    for (const heir of heirs.get(piece) ?? []) {
      waiting.set(heir, waiting.get(heir)! - 1);
      if (waiting.get(heir) === 0) ready.push(heir);
    }
  }
  // Each that is left is in a circle or extends one that is: going on from parent to parent ends up in one.
  const passed = new Set<Piece>();
  let [next] = waiting.keys();
  while (next && !passed.has(next)) {
    passed.add(next);
    next = parents.get(next)!.find((parent) => waiting.has(parent));
  }
  return next;
}
