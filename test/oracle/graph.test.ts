import { expect, test } from 'vitest';
import { readDocuments, type Version } from './documents.js';
import { graphOf } from './graph.js';

test.each<[what: string, version: Version, yaml: string, edges: string]>([
  ['no type is a chain in 1.30', '1.30', 'steps: [{name: a}, {name: b}]', 'b<a'],
  ['no type is a graph in 2.15', '2.15', 'steps: [{name: a}, {name: b}]', ''],
  ['needs add to the chain', '1.30', 'steps: [{name: a}, {name: b}, {name: c, depends: a}]', 'b<a c<a,b'],
  [
    'an empty list cuts the chain',
    '1.30',
    'steps: [{name: a}, {name: b}, {name: c, depends: []}, {name: d}]',
    'b<a d<c',
  ],
  ['a group waits and is waited for', '1.30', 'steps: [{name: a}, [{name: b}, {name: c}], {name: d}]', 'b<a c<a d<b,c'],
  ['a group in a graph is flat', '1.30', 'type: graph\nsteps: [{name: a}, [{name: b}, {name: c}]]', ''],
  ['the map form has no order', '1.30', 'steps: {a: {command: x}, b: {command: y}}', ''],
  ['keys of 1.30 have no case', '1.30', 'TYPE: graph\nsteps: [{name: a}, {Name: b, DEPENDS: a}]', 'b<a'],
  ['ids stand for names', '1.30', 'type: graph\nsteps: [{name: a, id: x}, {name: b, depends: [x]}]', 'b<a'],
  [
    'made-up names',
    '1.30',
    'type: graph\nsteps: [echo 1, {script: x}, {name: c, depends: [cmd_1, script_2]}]',
    'c<cmd_1,script_2',
  ],
  ['an id is the name in 2.15', '2.15', 'steps: [{id: a}, {id: b, depends: [a]}]', 'b<a'],
  ['a router', '2.15', 'steps: [{name: r, action: router.route, with: {routes: {x: [b]}}}, {name: b}]', 'b<r'],
  ['a build', '2.15', 'type: build\nsteps: [{id: a, outputs: [{path: x}]}, {id: b, inputs: [{path: x}]}]', 'b<a'],
  [
    'hostile names',
    '1.30',
    'type: graph\nsteps: [{name: __proto__}, {name: constructor, depends: __proto__}]',
    'constructor<__proto__',
  ],
])('%s', (_, version, yaml, edges) => {
  const document = readDocuments(yaml, version)[0]!;
  const { needs, dangling } = graphOf(document, version);
  const name = (index: number) => document.steps[index]!.name;
  const printed = needs.flatMap((set, index) => {
    const from = [...set].sort((a, b) => a - b).map(name);
    return from.length > 0 ? [`${name(index)}<${from.join()}`] : [];
  });
  expect(dangling).toEqual([]);
  expect(printed.join(' ')).toBe(edges);
});
