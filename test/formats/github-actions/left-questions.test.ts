import { expect, test } from 'vitest';
import { type CompileInput, compile } from '../../../src/compile.js';
import { applyEdits } from '../../../src/text/edits.js';

const gate = '{id: scan, type: shell, command: ./scan, match: {runs: terraform}}';

function given(condition: string): CompileInput {
  const steps = `      - name: Roll back\n        if: ${condition}\n        run: terraform\n`;
  const text = `on: push\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;
  const hooks = `hooks:\n  enabled: true\n  injections:\n    pre_task:\n      - ${gate}\n`;
  return {
    workflow: [{ path: 'flow.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.yaml', text: hooks }],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
  };
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
