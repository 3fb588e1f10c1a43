import { expect } from 'vitest';
import { type CompileInput, compile } from '../../../src/compile.js';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';

/** A pipeline with its hooks: a second run changes nothing, it is what the rules say, and without its hooks it is what it was. */
export function writtenPipeline(text: string, injections: object): string {
  const input = pipelineInput(text, injections);
  const { ok, outputs, diagnostics } = compile(input);
  if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  const again = { ...input, workflow: outputs };
  expect(compile(again).outputs).toEqual(outputs);
  expect(verify(again).ok).toBe(true);
  expect(strip(again).outputs[0]!.text).toBe(text);
  return outputs[0]!.text;
}

export function pipelineInput(text: string, injections: object): CompileInput {
  return {
    workflow: [{ path: '.gitlab-ci.yml', text }],
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  };
}
