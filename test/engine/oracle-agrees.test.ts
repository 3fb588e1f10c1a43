import { describe, expect, test } from 'vitest';
import { readDocuments } from '../oracle/documents.js';
import { graphOf } from '../oracle/graph.js';
import { daguMissing, runDagu } from './dagu.js';

const missing = daguMissing();

/** The oracle's reading of order is worth as much as its agreement with the engine's own. */
describe.skipIf(missing)(`the oracle reads order as Dagu 1.30.2 does${missing ? ` (${missing})` : ''}`, () => {
  const step = (name: string, more = '') => `{name: ${name}, command: "true"${more}}`;
  const documents: Readonly<Record<string, string>> = {
    chain: `steps: [${step('a')}, ${step('b')}, ${step('c')}]`,
    'needs beside the chain': `steps: [${step('a')}, ${step('b', ', depends: [a]')}, ${step('c', ', depends: [a]')}]`,
    'an empty list in a chain': `steps: [${step('a')}, ${step('b', ', depends: []')}, ${step('c')}]`,
    'groups in a chain': `steps: [${step('a')}, [${step('b')}, ${step('c')}], [${step('d')}, ${step('e')}], ${step('f')}]`,
    'a group first': `steps: [[${step('b')}, ${step('c')}], ${step('d')}]`,
    'needs in a group': `steps: [${step('a')}, ${step('b')}, [${step('c', ', depends: [a]')}, ${step('d', ', depends: []')}], ${step('e')}]`,
    graph: `type: graph\nsteps: [${step('a')}, ${step('b', ', depends: [a]')}, ${step('c', ', depends: a')}, ${step('d')}]`,
    'a group in a graph': `type: graph\nsteps: [${step('a')}, [${step('b')}, ${step('c', ', depends: [a, b]')}]]`,
    'the map form': `steps:\n  a: {command: "true"}\n  b: {command: "true", depends: [a]}\n  c: {command: "true"}`,
    'ids and made-up names': `type: graph\nsteps: ["true", {script: "true"}, ${step('c', ', id: see, depends: [cmd_1, script_2]')}, ${step('d', ', depends: [see]')}]`,
    'names made up by kind': `steps: [{command: "true\\ntrue"}, "true", {id: x, command: "true"}, {command: ["true", "true"]}, {command: "true\\n"}]`,
    'keys in any case': `TYPE: graph\nsteps: [{NAME: a, Command: "true"}, {name: b, command: "true", DEPENDS: [a]}]`,
  };

  test.concurrent.each(Object.entries(documents))('%s', async (_, yaml) => {
    const run = await runDagu({ 'it.yaml': yaml });
    expect(run.status).toBe('succeeded');
    const document = readDocuments(yaml, '1.30')[0]!;
    const { needs } = graphOf(document, '1.30');
    const names = document.steps.map((one) => one.name);
    const mine = names.map((name, index) => [name, [...needs[index]!].map((need) => names[need]).sort()]);
    const engine = [...run.nodes].map(([name, node]) => [name, [...new Set(node.depends)].sort()]);
    expect(Object.fromEntries(engine)).toEqual(Object.fromEntries(mine));
  });
});
