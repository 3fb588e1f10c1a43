import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { type OracleDocument, readDocuments } from '../oracle/documents.js';
import { graphOf } from '../oracle/graph.js';
import { commandOf, isHook } from '../oracle/hooks.js';
import { corpusFiles, corpusMissing, folders } from './files.js';

/** Bundles of Arborist: the clean-up of a task removes the worktree that its hooks need. */
const bundles = folders.filter(({ name, valid }) => name === 'arborist' && valid).flatMap(corpusFiles);

describe.skipIf(corpusMissing)(`hooks of tasks in real bundles${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  test('no step that removes the workspace comes before one', () => {
    const { hooks, late } = count({});
    expect(hooks).toBeGreaterThan(400);
    expect(late).toBe(0);
  });

  test('without a step that counts as one, nearly half of them do', () => {
    const { hooks, late } = count({ teardown: [] });
    expect(late / hooks).toBeGreaterThan(0.4);
  });
});

function count(settings: object): { readonly hooks: number; readonly late: number } {
  const injections = { post_task: [{ type: 'shell', command: 'test -d .' }] };
  const found = bundles.flatMap(({ text }) =>
    readDocuments(augmented(text, { enabled: true, ...settings, injections }), '1.30').flatMap(areLate),
  );
  return { hooks: found.length, late: found.filter((late) => late).length };
}

/** For each hook: does a step that runs `post-cleanup` come before it? */
function areLate(document: OracleDocument): readonly boolean[] {
  const { needs } = graphOf(document, '1.30');
  const removes = document.steps.map(({ fields }) => /\bpost-cleanup\b/.test(commandOf(fields, '1.30')));
  const late = new Set<number>();
  // Bundles list each step behind those that it depends on.
  for (const [index, own] of needs.entries()) {
    if ([...own].some((need) => removes[need] || late.has(need))) late.add(index);
  }
  return document.steps.flatMap((step, index) => (isHook(step) ? [late.has(index)] : []));
}

function augmented(text: string, hooks: object): string {
  const { ok, outputs } = compile(inputOf(text, hooks));
  expect(ok).toBe(true);
  return outputs[0]!.text;
}
