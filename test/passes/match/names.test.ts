import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';
import { seed } from '../../seed.js';

const commands = [
  ['kubectl apply -f app.yaml', true],
  ['sudo -E kubectl apply -f app.yaml', true],
  ['make && kubectl apply -f app.yaml', true],
  ['make', false],
  ['echo kubectl apply', false],
  ['./kubectl-apply.sh', false],
] as const;

const names = fc.option(
  fc.oneof(
    fc.constantFrom('deploy', 'kubectl apply -f app.yaml', 'test', 'Rollout', 'hook-scan-x'),
    fc.stringMatching(/^[A-Za-z][A-Za-z0-9 _-]{0,12}[A-Za-z0-9]$/),
  ),
  { nil: undefined },
);

const rule = { type: 'shell', command: './scan.sh', optional: true, match: { runs: 'kubectl apply*' } };
const hooks = { enabled: true, target_version: '1.30', injections: { pre_task: [rule] } };

test(`what a step is called plays no part in what \`runs\` matches (seed ${seed})`, () => {
  const steps = fc.array(fc.record({ name: names, command: fc.constantFrom(...commands) }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(steps, (list) => {
      const known = new Set<string | undefined>();
      const written = list.map(({ name, command: [command] }) => {
        const own = name !== undefined && !known.has(name) ? name : undefined;
        known.add(own);
        return own === undefined ? { command } : { name: own, command };
      });
      const text = JSON.stringify({ type: 'graph', steps: written });
      const { ok, workflows, diagnostics } = compile(inputOf(text, hooks));
      expect(ok, diagnostics.map(({ message }) => message).join('\n')).toBe(true);
      const held = workflows[0]!.after!.dags[0]!.nodes.flatMap(({ command, needs }) =>
        command === './scan.sh' ? [] : [(needs ?? []).length > 0],
      );
      expect(held).toEqual(list.map(({ command: [, deploys] }) => deploys));
    }),
    { seed, numRuns: 200 },
  );
});
