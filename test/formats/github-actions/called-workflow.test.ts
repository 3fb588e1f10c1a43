import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const main = 'on: push\njobs:\n  build: {runs-on: x, steps: [{run: make}]}\n';
const child = (on: string) => `on: ${on}\njobs:\n  ask: {runs-on: x, steps: [{run: ask}]}\n`;

/** What is said of a hook that calls a workflow, which came in beside the one with the hook. */
function said(pipeline: string, path: string, on: string): readonly string[] {
  const hooks = { enabled: true, injections: { pre_root: [{ id: 'ask', type: 'spawn', pipeline }] } };
  const { diagnostics, outputs } = compile({
    ...inputOf(main, hooks),
    workflow: [
      { path: '.github/workflows/main.yml', text: main },
      { path, text: child(on) },
    ],
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return errors.map(({ code, message, help }) => `${code} ${message}. ${help}`);
  return outputs.flatMap(({ text }) => text.match(/uses: .*/g) ?? []);
}

describe('a workflow that a hook calls', () => {
  test.each([
    'workflow_call',
    '[push, workflow_call]',
    '{workflow_call: }',
    '{workflow_call: {inputs: {a: {type: string}}}, push: }',
  ])('is taken where its `on` is %s', (on) => {
    expect(said('ask', '.github/workflows/ask.yml', on)).toEqual(['uses: ./.github/workflows/ask.yml']);
  });

  test.each(['push', '[push]', '{push: }'])('is refused where its `on` is %s', (on) => {
    expect(said('ask.yml', '.github/workflows/ask.yml', on)).toEqual([
      expect.stringMatching(/^DW247 .*the `on` of `ask\.yml` has no `workflow_call`\. Add it/),
    ]);
  });

  test('is refused by a name that differs in its end', () => {
    expect(said('ask', '.github/workflows/ask.yaml', 'workflow_call')).toEqual([
      expect.stringMatching(/^DW247 .*the file is called `ask\.yaml`\. Write `pipeline: ask\.yaml`/),
    ]);
    expect(said('ask.yaml', '.github/workflows/ask.yaml', 'workflow_call')).toEqual([
      'uses: ./.github/workflows/ask.yaml',
    ]);
  });

  test('is refused where no such file is there', () => {
    expect(said('asks', '.github/workflows/ask.yml', 'workflow_call')).toEqual([
      expect.stringMatching(/^DW430 .*`ask`|^DW430/),
    ]);
  });
});
