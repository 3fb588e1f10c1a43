import type { Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import type { SourceFile } from '../model/source.js';
import { markedNodes } from '../passes/earlier/known-hooks.js';
import { countNodes, united } from '../passes/earlier/nodes-by-dag.js';
import { composeEdits } from '../text/compose-edits.js';
import type { Base } from './erase-hooks.js';
import { toInputs } from './point-into-inputs.js';
import { type EarlierHooks, mostRounds, takeOutOnce } from './take-out-hooks.js';

/**
 * Takes out what earlier runs put in: what carries a mark, and without one what is called like a hook and says what the rules
 * would put there now. Blocks that were edited by hand are reported.
 */
export function withoutEarlierHooks(
  files: readonly SourceFile[],
  read: readonly OpenWorkflow[],
  earlier: EarlierHooks,
  report: Report,
): Base {
  let base = takeOutOnce(files, read, earlier, report);
  // One without a mark may be known as a hook only once another one is gone.
  for (let round = 1; round < mostRounds && hasUnmarked(base, read) && haveSameDags(base.read, read); round += 1) {
    const { edits } = base;
    const again = takeOutOnce(base.files, base.read, earlier, (code, args, place = {}) =>
      report(code, args, { ...place, span: place.span && toInputs(edits)(place.span) }),
    );
    if (again.edits.length === 0) break;
    base = joined(files, read, base, again);
  }
  return base;
}

function haveSameDags(some: readonly OpenWorkflow[], others: readonly OpenWorkflow[]): boolean {
  const counts = [some, others].map((all) => all.map(({ workflow }) => workflow.dags.length).join());
  return counts[0] === counts[1];
}

function hasUnmarked({ taken }: Base, read: readonly OpenWorkflow[]): boolean {
  return read.some(({ marks }, index) => countNodes(taken[index]!) > countNodes(markedNodes(marks())));
}

/** What two bases come to, of which the second one was made of the first. */
function joined(files: readonly SourceFile[], read: readonly OpenWorkflow[], first: Base, second: Base): Base {
  const taken = read.map(({ workflow }, index) => {
    const before = first.taken[index]!;
    const later = [...(second.taken[index] ?? [])].map(([dag, nodes]): [number, ReadonlySet<number>] => {
      const left = workflow.dags[dag]!.nodes.filter((node) => !before.get(dag)?.has(node.index));
      return [dag, new Set([...nodes].map((node) => left[node]!.index))];
    });
    return united(before, new Map(later));
  });
  return { ...second, taken, edits: composeEdits(files, first.edits, second.edits) };
}
