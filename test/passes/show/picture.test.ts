import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCollector } from '../../../src/diagnostics/diagnostics.js';
import { formats } from '../../../src/formats/index.js';
import type { Picture } from '../../../src/model/picture.js';
import { pictureOf } from '../../../src/passes/show/picture.js';
import { readWorkflows } from '../../../src/pipeline/read-workflows.js';
import { compileFixture, readFixture } from '../../compile/fixture.js';

const folders = readdirSync('test/fixtures/formats/dagu').map((name) => join('test/fixtures/formats/dagu', name));

test('what is drawn as after the change is what the written text says', () => {
  const compared = folders.filter((folder) => {
    const fixture = readFixture(folder);
    const { ok, outputs, workflows } = compileFixture(fixture, fixture.input, fixture.hooks);
    if (!ok || workflows.length === 0) return false;
    const { report } = createCollector();
    const written = readWorkflows(
      outputs,
      { formats, format: 'dagu', defaults: 'none', targetVersion: fixture.options.targetVersion },
      report,
    );
    const planned = pictureOf(workflows.map((one) => ({ ...one, marks: undefined })));
    const drawn = pictureOf(written.map(({ workflow }) => ({ workflow, plan: undefined, marks: undefined })));
    expect(edges(planned), folder).toEqual(edges(drawn));
    return true;
  });
  expect(compared.length).toBeGreaterThan(40);
});

test('what is drawn as before the change is what the text said', () => {
  for (const folder of folders) {
    const fixture = readFixture(folder);
    const { ok, workflows } = compileFixture(fixture, fixture.input, fixture.hooks);
    if (!ok) continue;
    const planned = pictureOf(workflows.map((one) => ({ ...one, marks: undefined })));
    const base = pictureOf(workflows.map(({ workflow }) => ({ workflow, plan: undefined, marks: undefined })));
    const before = planned.dags.map(({ nodes, edges: all }) =>
      all
        .filter(({ change }) => change !== 'added')
        .map(({ from, to }) => `${nodes[from]!.name} ${nodes[to]!.name}`)
        .sort(),
    );
    expect(before, folder).toEqual(
      base.dags.map((dag) => dag.edges.map(({ from, to }) => `${dag.nodes[from]!.name} ${dag.nodes[to]!.name}`).sort()),
    );
  }
});

/** By position, for a name that the engine makes up moves with its step. */
function edges({ dags }: Picture): readonly (readonly string[])[] {
  return dags.map((dag) =>
    dag.edges
      .filter(({ change }) => change !== 'removed')
      .map(({ from, to }) => `${from} ${to}`)
      .sort(),
  );
}
