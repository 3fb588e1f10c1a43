import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { applyEdits } from '../../../src/text/edits.js';
import { inputOf } from '../../there-and-back.js';

const gate = { id: 'scan', type: 'shell', command: './scan', match: { runs: 'terraform' } };
const rules = { hooks: { enabled: true, injections: { pre_task: [gate] } } };

function given(condition: string) {
  const steps = `      - name: Roll back\n        if: ${condition}\n        run: terraform\n`;
  const text = `on: push\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;
  return inputOf(text, rules, undefined);
}

const name = /hook-[\w-]+/.exec(compile(given('failure()')).outputs[0]!.text)![0];

for (const [was, left] of [
  ['failure()', `failure() && steps.${name}.outcome == 'success'`],
  ['failure() || cancelled()', `(failure() || cancelled()) && steps.${name}.outcome == 'success'`],
  ["'always() && a == ''b'''", `'always() && a == ''b'' && steps.${name}.outcome == ''success'''`],
  [')', `) && steps.${name}.outcome == 'success'`],
] as const)
  test(`the question of a hook that somebody took out is reported, and its fix leaves ${was}`, () => {
    const result = compile(given(left));
    expect(result.diagnostics.map(({ code, severity }) => [code, severity])).toContainEqual(['DW288', 'error']);
    expect(result.outputs).toEqual([]);
    const fix = result.diagnostics.find(({ code }) => code === 'DW288')!.fix!;
    expect(applyEdits(given(left).workflow, fix)).toEqual(given(was).workflow);
  });

test('a question for a step that the workflow has stays', () => {
  const own = given("failure() && steps.hook-of-ours.outcome == 'success'");
  const result = compile(own);
  expect(result.diagnostics.map(({ code }) => code)).not.toContain('DW288');
  expect(result.outputs[0]!.text).toContain("if: failure() && steps.hook-of-ours.outcome == 'success' &&");
});
