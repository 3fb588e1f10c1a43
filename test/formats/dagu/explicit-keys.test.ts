import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../there-and-back.js';

const rules = {
  hooks: {
    enabled: true,
    format: 'dagu',
    injections: { final: [{ type: 'shell', command: './stop.sh', run: 'always' }] },
  },
};

for (const version of ['1.30', '2'])
  for (const below of ['  #\n    command:\n', '  #\n  command: make\n', '#\n    - make\n'])
    test(`Dagu ${version}: what is below \`? steps\` without a colon, ${JSON.stringify(below)}, is refused`, () => {
      const text = `? steps\n${below}`;
      const { outputs, diagnostics } = compile(inputOf(text, rules, version));
      expect(outputs).toEqual([]);
      expect(diagnostics.map(({ code, span }) => [code, span?.start])).toEqual([['DW101', 2]]);
    });

test('comments between an explicit key and its colon stay where they are', () => {
  const text = '? steps\n  # all of them\n:\n  - name: a\n    command: make\n';
  const { outputs } = compile(inputOf(text, rules, '1.30'));
  expect(outputs[0]!.text).toContain(`${text}handlerOn:\n`);
});
