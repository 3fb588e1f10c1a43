import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

/** A step whose expression may be as much work as one place may be, and is little. */
const command = Array.from({ length: 200 }, (_, index) => `c${index}`).join('; ');
const steps = Array.from({ length: 60 }, (_, index) => ({ name: `s${index}`, command }));
const cel = 'step.commands.exists(a, a == "z" && step.commands.exists(b, a == b))';

function denied(list: readonly object[], match: object): readonly string[] {
  const hooks = { enabled: true, target_version: '1.30', deny: [{ match, message: 'no' }] };
  const { diagnostics } = compile({
    workflow: [{ path: 'it.yaml', text: JSON.stringify({ type: 'graph', steps: list }) }],
    configuration: [{ path: 'hooks.json', text: JSON.stringify({ hooks }), layer: 'project' }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  return diagnostics.flatMap(({ code, message }) => (code === 'DW450' ? message : []));
}

test('expressions of one workflow have a limit to their work in sum, and what is behind it counts as a match', () => {
  expect(denied(steps.slice(0, 20), { cel })).toEqual([]);
  const start = performance.now();
  const found = denied(steps, { cel });
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(40);
  // The first steps were looked at, and only the last ones have no answer.
  expect(found.map((message) => /^`(s\d+)`/.exec(message)![1])).toEqual(
    steps.slice(-found.length).map(({ name }) => name),
  );
  for (const message of found) expect(message).toContain('because the workflow is too large for its `cel`');
  expect(denied(steps, { cel, unsure: 'skip' })).toEqual([]);
});
