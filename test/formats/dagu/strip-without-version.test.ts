import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { strip } from '../../../src/strip.js';
import { inputOf } from '../../there-and-back.js';

const hooks = (injections: object) => ({ hooks: { enabled: true, tasks_are: 'nodes', injections } });
const gate = (tasks: readonly string[] = ['*']) => ({ id: 'gate', type: 'shell', command: './gate', tasks });
const check = (tasks: readonly string[] = ['*']) => ({ id: 'check', type: 'shell', command: './check', tasks });
const nobodySays = { hooks: { enabled: false } };

/** Steps called a, b, … with what each waits for. */
function chain(...needs: readonly (readonly string[] | undefined)[]): string {
  const steps = needs.map((own, at) => {
    const name = String.fromCharCode(97 + at);
    return `  - name: ${name}\n    command: make ${name}\n${own ? `    depends: [${own.join(', ')}]\n` : ''}`;
  });
  return `steps:\n${steps.join('')}`;
}

function thereAndBack(text: string, injections: object, version: string | undefined) {
  const { outputs } = compile(inputOf(text, hooks(injections), version));
  const { outputs: left, diagnostics } = strip(inputOf(outputs[0]!.text, nobodySays, undefined));
  return { left: left[0]!.text, diagnostics: diagnostics.map(({ code }) => code) };
}

/** By what hooks were inserted for, with nothing but the file to tell it. */
const rules: Readonly<Record<string, object>> = {
  'behind a step': { post_task: [check(['a'])] },
  'behind another step': { post_task: [check(['b'])] },
  'around each step': { pre_task: [gate()], post_task: [check()] },
  'behind each step': { post_task: [check()] },
};
const chains = [
  chain(undefined, undefined, undefined),
  chain(undefined, ['a'], ['b']),
  chain(undefined, undefined, ['a']),
  chain(undefined, undefined, ['b']),
  chain(undefined, ['a'], undefined),
  chain(undefined, ['a'], ['a', 'b']),
];

for (const [where, injections] of Object.entries(rules))
  test(`hooks ${where} for Dagu 1.30 leave \`depends\` as it was, without the version`, () => {
    for (const text of chains) expect(thereAndBack(text, injections, '1.30')).toEqual({ left: text, diagnostics: [] });
  });

test('hooks for either version leave it as it was, too', () => {
  let passed = 0;
  for (const text of chains) {
    for (const injections of Object.values(rules)) {
      if (!compile(inputOf(text, hooks(injections), undefined)).ok) continue;
      passed += 1;
      expect(thereAndBack(text, injections, undefined)).toEqual({ left: text, diagnostics: [] });
    }
  }
  expect(passed).toBeGreaterThan(5);
});

test('where the file does not tell which version its hooks are for, a warning says what to do', () => {
  const before = { pre_task: [gate(['b'])] };
  const [needing, free] = [chain(undefined, ['a'], undefined), chain(undefined, undefined, undefined)];
  const once = compile(inputOf(needing, hooks(before), '1.30')).outputs[0]!.text;
  expect(compile(inputOf(free, hooks(before), undefined)).outputs[0]!.text).toBe(once);
  const { outputs, diagnostics } = strip(inputOf(once, nobodySays, undefined));
  expect(outputs[0]!.text).toBe(free);
  expect(diagnostics.map(({ code, span }) => [code, once.slice(span!.start).split('\n')[0]])).toEqual([['DW717', 'b']]);
  expect(diagnostics[0]!.message).toBe(
    '`b` in `flow` is left waiting for nothing; if its hooks were inserted for Dagu 1.30 only, it waited for `a`, and the file does not tell',
  );
  expect(diagnostics[0]!.help).toContain('`--target-version`');

  const said = strip(inputOf(once, nobodySays, '1.30'));
  expect([said.outputs[0]!.text, said.diagnostics]).toEqual([needing, []]);
  const byRules = strip(inputOf(once, hooks(before), undefined));
  expect([byRules.outputs[0]!.text, byRules.diagnostics]).toEqual([free, []]);
});

test('steps that were put in front of a hook, or between it and its step, are not what that waited for', () => {
  const { outputs } = compile(inputOf(chain(undefined, undefined), hooks({ pre_task: [gate(['b'])] }), undefined));
  const between = outputs[0]!.text.replace('  - name: b\n', '  - name: x\n    command: make x\n  - name: b\n');
  expect(strip(inputOf(between, nobodySays, undefined)).outputs[0]!.text).not.toContain('depends');
  const root = compile(inputOf(chain(undefined), hooks({ pre_root: [gate()] }), undefined)).outputs[0]!.text;
  const first = root.replace('steps:\n', 'steps:\n  - name: x\n    command: make x\n');
  expect(strip(inputOf(first, nobodySays, undefined)).outputs[0]!.text).not.toContain('depends');
});

test('hooks between steps that run side by side do not tell that others leave nothing to position', () => {
  const group = '  -\n    - name: a\n      command: make a\n    - name: b\n      command: make b\n';
  const text = `steps:\n${group}  - name: c\n    command: make c\n    depends: [a, b]\n`;
  expect(thereAndBack(text, { pre_task: [gate()] }, '1.30').diagnostics).toEqual(['DW717']);
});
