import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';

const text = 'type: graph\nsteps:\n  - name: run\n    command: terraform $ACTION\n';

test('what is forbidden because it cannot be read comes with the setting that lets it pass, which does so', () => {
  const run = (unsure: string) =>
    compile(inputOf(text, { enabled: true, deny: [{ match: { runs: 'terraform destroy*', unsure }, message: 'no' }] }));
  const [found] = run('match').diagnostics;
  expect(found).toMatchObject({ code: 'DW450', help: expect.stringContaining('`unsure: skip`') });
  expect(found!.request ?? '').not.toContain('unsure');
  expect(run('skip').diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
});
