import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { isChanged } from '../../../src/model/picture.js';
import { pictureOf } from '../../../src/passes/show/picture.js';
import { createColors } from '../../../src/render/colors.js';
import { dotGraph } from '../../../src/render/graph/dot.js';
import { loadLayout } from '../../../src/render/graph/layout.js';
import { markdownChange } from '../../../src/render/graph/markdown.js';
import { mermaidChange, mermaidGraph } from '../../../src/render/graph/mermaid.js';
import { sceneOf } from '../../../src/render/graph/scene.js';
import { svgGraph } from '../../../src/render/graph/svg.js';
import { terminalGraph } from '../../../src/render/graph/terminal.js';
import { htmlReport } from '../../../src/render/html/report.js';
import { createLocator } from '../../../src/render/locator.js';
import { planJson } from '../../../src/render/plan-summary.js';
import { textWidth } from '../../../src/render/visible.js';
import { compileFixture, readFixture } from '../../compile/fixture.js';

const folders = readdirSync('test/fixtures/graph').map((name) => join('test/fixtures/graph', name));
const validate = new Ajv2020().compile(JSON.parse(readFileSync('dag-schemas/plan.schema.json', 'utf8')));
const terminal = { colors: createColors(false), columns: 80 };

describe.each(folders)('%s', (folder) => {
  const fixture = readFixture(folder);
  const result = compileFixture(fixture, fixture.input, fixture.hooks);
  const change = pictureOf(result.workflows.map((one) => ({ ...one, marks: undefined })));
  const base = pictureOf(result.workflows.map(({ workflow }) => ({ workflow, plan: undefined, marks: undefined })));
  const costs = result.summary.costs;
  const locate = createLocator([...fixture.input, fixture.hooks]);
  const texts: Readonly<Record<string, () => string>> = {
    'change.txt': () => terminalGraph(change, { ...terminal, onlyChanges: true }),
    'change.md': () => markdownChange(change, true, locate, 'Plan: as it is'),
    'plan.json': () => planJson(change, costs, { changes: true, prompts: [] }, locate),
    'change.mmd': () => mermaidChange(change, isChanged),
    'change.dot': () => dotGraph(change),
    'graph.txt': () => terminalGraph(base, { ...terminal, onlyChanges: false }),
    'graph.mmd': () => mermaidGraph(base),
    'graph.dot': () => dotGraph(base),
  };

  test.each(Object.keys(texts))('%s', async (name) => {
    expect(result.ok).toBe(true);
    await expect(texts[name]!()).toMatchFileSnapshot(join('../../..', folder, 'expected', name));
  });

  test('no line is wider than the terminal, and none holds what a terminal acts on', () => {
    const lines = [...texts['change.txt']!().split('\n'), ...texts['graph.txt']!().split('\n')];
    expect(lines.filter((line) => textWidth(line) > 80)).toEqual([]);
    expect(lines.filter((line) => /[\p{Cc}\p{Cf}]/u.test(line))).toEqual([]);
  });

  test('the plan fits its schema', () => {
    validate(JSON.parse(texts['plan.json']!()));
    expect(validate.errors).toBeNull();
  });

  test('Graphviz reads the DOT text and finds every step by its whole name', async () => {
    const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
    const graphviz = await Graphviz.load();
    const { objects } = JSON.parse(graphviz.layout(dotGraph(base), 'dot_json', 'dot')) as {
      objects: { label?: string }[];
    };
    const boxes = base.dags.reduce((sum, dag) => sum + dag.nodes.length + 1, 0);
    expect(objects.filter((one) => one.label !== undefined)).toHaveLength(boxes);
  });

  test('foreign text cannot leave its place in SVG and HTML', async () => {
    const scenes = sceneOf(change, await loadLayout());
    const svg = svgGraph(scenes);
    expect(svg.match(/<(?!\/?(svg|style|defs|marker|path|rect|g|text|title)\b)/g)).toBeNull();
    const page = htmlReport({ title: '</title>', summary: '', scenes, patch: '', locate, served: false });
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    expect(page).not.toContain('<img');
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  });
});
