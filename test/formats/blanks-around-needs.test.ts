import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../there-and-back.js';

const config = {
  hooks: { enabled: true, injections: { pre_root: [{ id: 'one', type: 'shell', command: './gate.sh' }] } },
};
const job = '    runs-on: ubuntu-latest\n    steps: [{run: make}]\n';

test.each([
  ['Dagu', 'steps:\n  - {name: "build ", command: make}\n  - {name: test, command: make, depends: ["build "]}\n'],
  [
    'Dagu, a no-break space',
    'steps:\n  - {name: build, command: make}\n  - {name: test, command: b, depends: "build\u00a0"}\n',
  ],
  ['GitHub', `on: push\njobs:\n  build:\n${job}  test:\n    needs: [" build"]\n${job}`],
  ['GitLab', 'stages: [build]\nbuild: {stage: build, script: a}\ntest: {stage: build, script: b, needs: ["build "]}\n'],
])('a need with blanks around it names nothing in %s, which says so', (_, text) => {
  const { ok, diagnostics } = compile(inputOf(text, config, undefined));
  expect(ok).toBe(false);
  const [first] = diagnostics.filter(({ severity }) => severity === 'error');
  expect(first).toMatchObject({
    code: expect.stringMatching(/^DW2/),
    message: expect.stringContaining('did you mean `build`'),
  });
  expect(first!.fix).toHaveLength(1);
});
