import { expect, test } from 'vitest';
import { createCollector } from '../../../src/diagnostics/diagnostics.js';
import { dagu } from '../../../src/formats/dagu/index.js';
import { findOutline } from '../../../src/formats/dagu/plain/known-outlines.js';
import { createOutline } from '../../../src/formats/dagu/plain/outline.js';
import type { PlainReader } from '../../../src/formats/format.js';

test('a document that was in the file before is where it is now', () => {
  const reader = dagu.createPlainReader!();
  const tasks = ['T1', 'T2', 'T3'];
  const texts = [
    bundle(tasks),
    bundle(tasks),
    bundle(['longer-name', ...tasks]),
    bundle(['T3', 'T1']),
    bundle(tasks).trimEnd(),
    bundle(tasks),
  ];
  for (const text of texts) expect(tablesOf(reader, text)).toEqual(tablesOf(dagu.createPlainReader!(), text));
});

test('another file is read as if there had been none', () => {
  const reader = dagu.createPlainReader!();
  for (const text of [bundle(['T1']), bundle(['T1']), `# other\n${bundle(['T1'])}`, bundle(['T1', 'T2'])])
    expect(tablesOf(reader, text)).toEqual(tablesOf(dagu.createPlainReader!(), text));
});

test('a document that is found stays', () => {
  const known = { outline: createOutline(), start: 0 };
  const kept = new Map();
  expect(findOutline({ earlier: new Map([['name: T1\n', known]]), kept }, 'name: T1\n', 20)).toBe(known.outline);
  expect(kept.get('name: T1\n')).toBe(known);
});

function tablesOf(reader: PlainReader, text: string) {
  const options = { targetVersion: '2.14', assumeVersion: undefined, defaults: undefined, settings: undefined };
  const questions = { isAskedFor: (name: string) => name === 'test', mayTearDown: () => true };
  const plain = reader.open([{ path: 'flow.yaml', text }], options, questions)!;
  const { report, all } = createCollector();
  for (const dag of plain.names.keys()) plain.reportAdded(dag, report);
  const { names, callers, calls, suspects, nodeName, nodeText } = plain;
  return {
    ...{ names, callers, calls },
    isSameShape: plain.shapes.map((shape) => plain.shapes.indexOf(shape)),
    hasSameSettings: plain.settings.map((setting) => plain.settings.indexOf(setting)),
    reported: all(),
    nodes: suspects.map(({ dag, node }) => [dag, node, nodeName(dag, node), nodeText(dag, node)]),
  };
}

/** The root is the same, whichever tasks there are beside the first. */
function bundle(tasks: readonly string[]): string {
  const root = 'name: root\nenv:\n  - ARBORIST_SPEC_ID=one\nsteps:\n  - name: first\n    call: T1\n';
  return [root, ...tasks.map(taskOf)].join('---\n');
}

function taskOf(name: string): string {
  const id = name === 'T2' ? '    id: two\n' : '';
  const steps = `  - name: a-step-of-a-long-name\n${id}    command: make ${name}\n    output: WHAT_COMES_OUT\n`;
  return `name: ${name}\ndescription: of ${name}\nsteps:\n${steps}  - name: test\n    command: b\n    depends: [a-step-of-a-long-name]\n`;
}
