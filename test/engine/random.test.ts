import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDocuments, type Version } from '../oracle/documents.js';
import { graphOf } from '../oracle/graph.js';
import { type Case, cases, compileCase } from '../properties/laws.js';
import { oracleVersion } from './augment.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

const seed = Number(process.env.DAGWEAVE_SEED ?? Date.now() % 1_000_000_000);

/** Small enough to run; every command in them succeeds. */
const samplesFor = (version: Version) =>
  fc
    .sample(
      cases.filter(({ model }) => model.version === version && model.root.steps.length <= 12),
      { numRuns: 30, seed },
    )
    .map((one: Case) => compileCase(one))
    .flatMap((result) => (result.ok ? [result.outputs[0]!.text] : []))
    .slice(0, 10);

inEachDagu('random augmented workflows', { concurrent: true }, (engine) => {
  const version = oracleVersion(engine);
  test.each(
    samplesFor(version).map((text, index) => [index, text] as const),
  )(`number %i succeeds, in the order that the oracle reads (seed ${seed})`, async (_, text) => {
    const run = await runDagu({ 'it.yaml': text }, { engine });
    expect([run.status, run.code], `${run.stderr.slice(-500)}\n${text}`).toEqual(['succeeded', 0]);
    const document = readDocuments(text, version)[0]!;
    const { needs } = graphOf(document, version);
    const names = document.steps.map((step) => step.name);
    const read = names.map((name, index) => [name, [...needs[index]!].map((need) => names[need]).sort()] as const);
    const ran = [...run.nodes].map(([name, node]) => [name, [...new Set(node.depends)].sort()] as const);
    expect(new Map([...ran].sort())).toEqual(new Map([...read].sort()));
  });
});
