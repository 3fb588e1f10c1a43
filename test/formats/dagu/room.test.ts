import { describe, expect, test } from 'vitest';
import { type CompileOptions, type CompileResult, compile } from '../../../src/compile.js';
import { daguWith } from '../../../src/formats/dagu/index.js';
import { madeWhenAsked } from '../../../src/formats/made-when-asked.js';
import { inputOf } from '../../compile/one-text.js';
import { corpusFiles, corpusMissing, folders } from '../../corpus/files.js';
import { corpusConfigFor } from '../../corpus/rules.js';

const roomForOne: CompileOptions = { formats: [daguWith(0)] };

describe.skipIf(corpusMissing)(`documents that are read again when they are asked for ${corpusMissing ?? ''}`, () => {
  for (const folder of folders) {
    test(`mean the same as those that stay: ${folder.name}`, () => {
      const files = corpusFiles(folder).filter((_, index) => index % 3 === 0);
      expect(files.length).toBeGreaterThan(0);
      for (const { name, text } of files) {
        const targetVersion = folder.targets[0];
        const { hooks } = corpusConfigFor(targetVersion);
        const both = (workflow: string) =>
          [{ formats: [daguWith(workflow.length)] }, roomForOne].map((room) =>
            compile(inputOf(workflow, hooks, { targetVersion, ...room })),
          );
        const [kept, again] = both(text);
        expect(said(again!), name).toEqual(said(kept!));
        if (!kept!.ok) continue;
        // With marks in it, and what they are about taken out first.
        const [keptTwice, againTwice] = both(kept!.outputs[0]!.text);
        expect(said(againTwice!), name).toEqual(said(keptTwice!));
        expect(againTwice!.outputs, name).toEqual(kept!.outputs);
      }
    });
  }
});

function said({ ok, diagnostics, edits, outputs, workflows }: CompileResult): object {
  return {
    ok,
    diagnostics,
    edits,
    outputs,
    dags: workflows.map(({ workflow, after, plan, extents }) => ({
      before: workflow.dags.map(({ name, nodes }) => [name, nodes]),
      after: after?.dags.map(({ name, nodes }) => [name, nodes]),
      plan: plan.dags.map(({ dag, nodes }) => [dag, nodes.length]),
      extents: extents(),
    })),
  };
}

describe('what is made when asked', () => {
  const listing = (room: number) => {
    const made: number[] = [];
    const make = (index: number) => {
      made.push(index);
      return { index };
    };
    return { made, entries: madeWhenAsked(4, make, (index) => index + 1, room) };
  };

  test('stays as long as there is room, and goes when it was made before the others', () => {
    const { made, entries } = listing(5);
    for (const index of [0, 1, 0, 1, 2, 1, 0]) expect(entries.at(index)).toEqual({ index });
    expect(made).toEqual([0, 1, 2, 0]);
  });

  test('stays while it is the last one, whatever its size', () => {
    const { made, entries } = listing(0);
    expect([entries.at(3), entries.at(3), entries.at(1), entries.at(3)].map((entry) => entry?.index)).toEqual([
      3, 3, 1, 3,
    ]);
    expect(made).toEqual([3, 1, 3]);
  });

  test('is nothing outside of the list', () => {
    const { made, entries } = listing(5);
    expect([entries.length, entries.at(-1), entries.at(4), made]).toEqual([4, undefined, undefined, []]);
  });
});
