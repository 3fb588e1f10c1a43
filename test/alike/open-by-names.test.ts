import { expect, test } from 'vitest';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { pictureOf } from '../../src/passes/show/picture.js';
import { openByNames } from '../../src/pipeline/alike/open-by-names.js';
import { readRules } from '../../src/pipeline/read-rules.js';
import { peelInputs, readWorkflows } from '../../src/pipeline/read-workflows.js';
import { generatedBundle } from '../text/documents.js';
import { answerAbout } from './agree.js';

const gate = { id: 'gate', type: 'shell', command: './gate {{task_id}}', tasks: ['T*'] };
const other = '---\nname: T99\nsteps:\n  - make\n  - {id: check, command: make check}\n';
const ofIds =
  '---\nname: T98\nsteps:\n  - {name: a, id: first, command: make}\n  - {name: b, command: make, depends: a}\n';
const text = `${generatedBundle('--tasks', '60', '--style', 'mixed')}${other}${ofIds}`;

function given(rules: object, byShape = true) {
  return {
    workflow: [{ path: 'bundle.yaml', text }],
    configuration: [{ layer: 'project' as const, path: 'hooks.json', text: JSON.stringify({ hooks: rules }) }],
    prompts: { read: () => ({ kind: 'missing' }) as never },
    options: { targetVersion: '1.30', byShape },
  };
}

const plainRules = {
  enabled: true,
  injections: { post_task: [gate], pre_root: [{ ...gate, id: 'root', tasks: undefined }] },
};

test('nodes that are read by their names say what nodes say that are read in full', () => {
  const { report, all } = createCollector();
  const input = given(plainRules);
  const { rules } = readRules(input, report);
  const { reading, whole } = peelInputs(input, rules, report);
  const { workflow } = openByNames(whole, reading, rules)!.open;
  const inFull = readWorkflows(whole, reading, report)[0]!.workflow;
  expect(all()).toEqual([]);
  expect(workflow.dags.length).toBe(63);
  for (const [index, dag] of inFull.dags.entries()) {
    const byNames = workflow.dags[index]!;
    for (const key of Object.keys(dag) as (keyof typeof dag)[])
      if (key !== 'nodes') expect(byNames[key], `${dag.name}: ${key}`).toEqual(dag[key]);
    expect(byNames.nodes.length).toBe(dag.nodes.length);
    for (const [at, node] of dag.nodes.entries())
      for (const key of Object.keys(node) as (keyof typeof node)[])
        expect(byNames.nodes[at]![key], `${dag.name}: step ${at + 1}: ${key}`).toEqual(node[key]);
  }
});

test('a picture of names is the picture of all that is read', () => {
  const { report, all } = createCollector();
  const { reading, whole } = peelInputs(given({}), undefined as never, report);
  const byNames = openByNames(whole, reading, undefined)!;
  const [inFull] = readWorkflows(whole, reading, report);
  const drawn = { marks: undefined, plan: undefined };
  const expected = pictureOf([{ ...drawn, workflow: inFull!.workflow }]);
  expect(pictureOf([{ ...drawn, workflow: byNames.open.workflow, shapes: byNames.shapes }])).toEqual(expected);
  expect(expected.dags.some(({ edges }) => edges.length > 5)).toBe(true);
  expect(all()).toEqual([]);
});

test.each([
  ['what a step runs', { ...plainRules, deny: [{ message: 'no', match: { runs: 'rm *' } }] }],
  ['a rule for steps', { enabled: true, injections: { post_task: [{ ...gate, each: 'step' }] } }],
  ['what a task does', { enabled: true, injections: { post_task: [{ ...gate, match: { runs: 'make*' } }] } }],
])('where rules ask for more than names, as for %s, all are read in full', (_, rules) => {
  const { report } = createCollector();
  const input = given(rules);
  const read = readRules(input, report);
  const { reading, whole } = peelInputs(input, read.rules, report);
  expect(openByNames(whole, reading, read.rules)).toBeUndefined();
});

test.each([
  'T01',
  'T60',
  'T99',
  'T98',
  'spec_001',
  'check',
  'first',
  'nobody',
])('the answer about the task `%s` is the same in both ways', (name) => {
  const [byNames, inFull] = [true, false].map((way) => answerAbout(name, given(plainRules, way)));
  expect(byNames).toEqual(inFull);
  expect(byNames!.explanation).not.toBeNull();
});
