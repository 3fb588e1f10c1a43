import type { SourceFile, WrittenFile } from '../../model/source.js';
import type { Dag } from '../../model/workflow.js';
import { createOutput, type Output } from './output.js';

/** A file without the hooks of an earlier run. */
export interface EarlierFile {
  readonly base: SourceFile;
  /** The text that has to come out, where one is known. */
  readonly expected: string | undefined;
}

/** Takes the texts of all DAGs, one after another, for the files that they are in. */
export interface Outputs {
  /** @returns whether it is what is expected so far */
  add(dag: number, text: string): boolean;
  /** Once all texts are there: are they what is expected, to their ends? */
  areWhole(): boolean;
  /** @param textOf makes the text of a DAG again */
  files(changed: Iterable<number>, textOf: (dag: number) => string): readonly WrittenFile[];
}

/**
 * @param areKept is their whole text wanted, and is there room for it?
 * @param dags file by file, in the order of the files
 */
export function createOutputs(
  earlier: readonly EarlierFile[],
  areKept: boolean,
  dags: readonly Pick<Dag, 'file'>[],
): Outputs {
  const outputs = new Map<string, Output>(
    earlier.map(({ base, expected }) => [base.path, createOutput(base.path, areKept, expected)]),
  );
  return {
    add: (dag, text) => outputs.get(dags[dag]!.file)!.add(text),
    areWhole: () => [...outputs.values()].every((output) => output.isWhole()),
    files(changed, textOf) {
      const changedFiles = new Set(Array.from(changed, (dag) => dags[dag]!.file));
      let next = 0;
      return earlier.map(({ base }) => {
        const first = next;
        while (dags[next]?.file === base.path) next += 1;
        const end = next;
        if (!changedFiles.has(base.path)) return base;
        return outputs.get(base.path)!.file(() => texts(first, end, textOf));
      });
    },
  };
}

function* texts(first: number, end: number, textOf: (dag: number) => string): Iterable<string> {
  for (let dag = first; dag < end; dag += 1) yield textOf(dag);
}
