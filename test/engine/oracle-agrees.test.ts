import { expect, test } from 'vitest';
import { readDocuments, type Version } from '../oracle/documents.js';
import { graphOf } from '../oracle/graph.js';
import { oracleVersion } from './augment.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

/** The oracle's reading of order is worth as much as its agreement with the engine's own. */
inEachDagu('the order of steps as the oracle reads it', { concurrent: true }, (engine) => {
  const version = oracleVersion(engine);
  const step = (name: string, more = '') => `{name: ${name}, command: "true"${more}}`;
  const ofBoth: Readonly<Record<string, string>> = {
    chain: `type: chain\nsteps: [${step('a')}, ${step('b')}, ${step('c')}]`,
    'groups in a chain': `type: chain\nsteps: [${step('a')}, [${step('b')}, ${step('c')}], [${step('d')}, ${step('e')}], ${step('f')}]`,
    'a group first': `type: chain\nsteps: [[${step('b')}, ${step('c')}], ${step('d')}]`,
    graph: `type: graph\nsteps: [${step('a')}, ${step('b', ', depends: [a]')}, ${step('c', ', depends: a')}, ${step('d')}]`,
    'a group in a graph': `type: graph\nsteps: [${step('a')}, [${step('b')}, ${step('c', ', depends: [a, b]')}]]`,
    'no type': `steps: [${step('a')}, ${step('b')}]`,
    'ids and made-up names': `type: graph\nsteps: ["true", {script: "true"}, ${step('c', ', id: see, depends: [cmd_1, script_2]')}, ${step('d', ', depends: [see]')}]`,
    'names made up by kind': `steps: [{command: "true\\ntrue"}, "true", {id: x, command: "true"}, {command: ["true", "true"]}, {command: "true\\n"}]`,
  };
  const ofOne: Readonly<Record<Version, Readonly<Record<string, string>>>> = {
    '1.30': {
      'needs beside the chain': `steps: [${step('a')}, ${step('b', ', depends: [a]')}, ${step('c', ', depends: [a]')}]`,
      'an empty list in a chain': `steps: [${step('a')}, ${step('b', ', depends: []')}, ${step('c')}]`,
      'needs in a group': `steps: [${step('a')}, ${step('b')}, [${step('c', ', depends: [a]')}, ${step('d', ', depends: []')}], ${step('e')}]`,
      'the map form': `steps:\n  a: {command: "true"}\n  b: {command: "true", depends: [a]}\n  c: {command: "true"}`,
      'keys in any case': `TYPE: graph\nsteps: [{NAME: a, Command: "true"}, {name: b, command: "true", DEPENDS: [a]}]`,
    },
    '2.15': {
      'the map form': `steps:\n  a: {command: "true"}\n  b: {command: "true", depends: [a]}\n  c: {command: "true"}`,
      'a router': `steps: [{id: r, action: router.route, with: {value: one, routes: {one: [a], two: [b]}}}, {id: a, run: "true"}, {id: b, run: "true"}]`,
    },
  };

  test.each(Object.entries({ ...ofBoth, ...ofOne[version] }))('%s', async (_, yaml) => {
    const run = await runDagu({ 'it.yaml': yaml }, { engine });
    expect(run.status).toBe('succeeded');
    const document = readDocuments(yaml, version)[0]!;
    const { needs } = graphOf(document, version);
    const names = document.steps.map((one) => one.name);
    const mine = names.map((name, index) => [name, [...needs[index]!].map((need) => names[need]).sort()]);
    const ran = [...run.nodes].map(([name, node]) => [name, [...new Set(node.depends)].sort()]);
    expect(Object.fromEntries(ran)).toEqual(Object.fromEntries(mine));
  });
});
