import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { roleOf } from '../../src/model/picture.js';
import { gateWords } from '../../src/render/graph/words.js';

const review = { type: 'llm_eval', prompt: 'Is it good?' };

test.each([
  ['without a score to reach', review, 'observation'],
  ['with one', { ...review, min_score: 70 }, 'gate'],
  ['with one that it only reports', { ...review, min_score: 70, fail_on_threshold: false }, 'observation'],
  ['that may fail', { ...review, on_failure: 'continue' }, 'awaited, may fail'],
  ['that nothing waits for', { ...review, await: false }, 'not awaited'],
  ['that answers yes or no', { type: 'prompt', prompt: 'Is it good?' }, 'gate'],
  [
    'that measures and only reports',
    { type: 'quality_check', command: 'x', min_score: 1, fail_on_threshold: false },
    'observation',
  ],
])('a step %s is called what it is', (_, rule, word) => {
  const hooks = { enabled: true, injections: { post_task: [rule] } };
  const { workflows, diagnostics } = compile({
    workflow: [{ path: 'it.yaml', text: 'type: graph\nsteps:\n  - name: a\n    command: a\n' }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const injected = workflows[0]!.plan.dags[0]!.nodes.find((node) => node.kind === 'injected')!;
  expect(injected.kind === 'injected' && gateWords[roleOf(injected.injection)]).toBe(word);
});
