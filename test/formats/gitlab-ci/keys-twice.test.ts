import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput } from './written-pipeline.js';

const codesOf = (text: string) =>
  compile(pipelineInput(text, { post_task: [{ type: 'shell', command: 'echo' }] })).diagnostics.map(({ code }) => code);

test('two hidden keys of one name, whose anchors jobs use, are a warning', () => {
  const text = '.split: &one {A: "1"}\n.split: &two {A: "2"}\na: {variables: *one, script: [make]}\n';
  expect(codesOf(text)).toContain('DW221');
  expect(codesOf(text)).not.toContain('DW102');
});

test('two jobs of one name are an error', () => {
  expect(codesOf('a: {script: [make]}\na: {script: [make]}\n')).toContain('DW102');
});
