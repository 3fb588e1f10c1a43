import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codesOf, readLayers } from './read-layers.js';

const lint = { type: 'shell', command: 'npm run lint' };
const project = (hooks: object) => readLayers([{ layer: 'project', hooks }]);
const oneRule = (rule: object, step: object = {}) =>
  project({ step_definitions: { lint: { ...lint, ...step } }, injections: { post_task: [{ step: 'lint', ...rule }] } });

describe('policy', () => {
  const policyOf = (rule: object, step?: object) => oneRule(rule, step).rules.rules[0]?.policy;

  test('has defaults', () => {
    expect(policyOf({})).toEqual({ onFailure: 'abort', retries: 0, retryDelay: 5, timeout: undefined });
  });

  test('retries three times where retry is asked for without a number', () => {
    expect(policyOf({ on_failure: 'retry' })).toMatchObject({ onFailure: 'retry', retries: 3 });
  });

  test('of a rule goes before that of its step, field by field', () => {
    const step = { on_failure: 'continue', timeout: 60, retry_delay: 1, retries: 2 };
    expect(policyOf({ timeout: 5 }, step)).toEqual({ onFailure: 'continue', retries: 2, retryDelay: 1, timeout: 5 });
  });

  test('of a rule that does not want to be retried drops the retries of a step that does', () => {
    expect(policyOf({ on_failure: 'abort' }, { on_failure: 'retry', retries: 4 })).toMatchObject({ retries: 0 });
    expect(policyOf({ on_failure: 'abort', retries: 1 }, { on_failure: 'retry' })).toMatchObject({ retries: 1 });
  });

  test('retry without retries is an error, also when rule and step say one half each', () => {
    expect(codesOf(oneRule({ retries: 0 }, { on_failure: 'retry' }))).toEqual(['DW328']);
  });
});

describe('what is switched off', () => {
  test('a disabled rule is left out, and its step counts as used', () => {
    const result = oneRule({ enabled: false });
    expect([result.rules.rules, codesOf(result)]).toEqual([[], []]);
  });

  test('a disabled rule is checked all the same', () => {
    expect(codesOf(oneRule({ enabled: false, tasks: '/(/' }))).toEqual(['DW336']);
  });

  test('disabling a rule changes no id', () => {
    const ids = (enabled: boolean) => {
      const rules = [
        { ...lint, tasks: 'T001', enabled },
        { ...lint, tasks: 'T002' },
      ];
      return project({ injections: { post_task: rules } }).rules.rules.map((rule) => rule.id);
    };
    expect(ids(true)).toContain(ids(false)[0]);
  });
});

describe('mistakes do not lead to others', () => {
  test('a step with a mistake is not said to be missing', () => {
    const result = project({ step_definitions: { lint: { type: 'shel' } }, injections: { final: [{ step: 'lint' }] } });
    expect(codesOf(result)).toEqual(['DW331']);
  });

  test('a step is not said to be unused where a rule could not be read', () => {
    expect(codesOf(oneRule({ retries: -1 }))).toEqual(['DW313']);
  });
});

describe('rule ids', () => {
  const idsOf = (rules: readonly object[]) =>
    project({ step_definitions: { lint, test: lint }, injections: { post_task: rules } }).rules.rules.map(
      (rule) => [JSON.stringify(rules[rule.position]), rule.id] as const,
    );
  const anyRule = fc.record(
    {
      step: fc.constantFrom('lint', 'test'),
      tasks: fc.constantFrom('T001', 'T002', ['T001', 'T002']),
      order: fc.constantFrom(1, 2),
      id: fc.option(fc.constantFrom('gate', 'post_task/lint'), { nil: undefined }),
    },
    { requiredKeys: ['step'] },
  );

  test('are unique, and do not depend on the order of rules', () => {
    const rulesAndOrder = fc
      .uniqueArray(anyRule, { maxLength: 12, selector: (rule) => rule.id ?? rule, comparator: 'SameValue' })
      .chain((rules) => fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })));
    fc.assert(
      fc.property(rulesAndOrder, ([rules, shuffled]) => {
        const [ids, again] = [idsOf(rules), idsOf(shuffled)];
        expect(new Set(ids.map(([, id]) => id)).size).toBe(rules.length);
        expect([...again].sort()).toEqual([...ids].sort());
      }),
    );
  });

  test('consist of plain characters, whatever a step is called', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (name) => {
        const result = project({ step_definitions: { [name]: lint }, injections: { final: [{ step: name }] } });
        for (const rule of result.rules.rules) expect(rule.id).toMatch(/^final\/[A-Za-z0-9._-]+$/);
      }),
    );
  });

  test('of ten thousand equal rules take little time', () => {
    const started = performance.now();
    const ids = idsOf(Array.from({ length: 10_000 }, () => ({ step: 'lint' })));
    expect(new Set(ids.map(([, id]) => id)).size).toBe(10_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('steps', () => {
  test('the file is used where a step has a prompt and a prompt file', () => {
    const both = { type: 'llm_eval', prompt: 'Rate it.', prompt_file: 'rate.md' };
    const result = project({ injections: { post_task: [both] } });
    expect(codesOf(result)).toEqual(['DW335']);
    expect(result.rules.rules[0]?.step.config).toEqual({ prompt_file: 'rate.md' });
  });

  test('fields inside of fields keep their places', () => {
    const step = { type: 'shell', command: 'env', env: { PATH: '{{vars.path}}' } };
    const [rule] = project({ injections: { final: [step] } }).rules.rules;
    const { start, end } = rule!.step.fieldSpans.get('env.PATH')!;
    const text = JSON.stringify({ hooks: { injections: { final: [step] } } });
    expect(text.slice(start, end)).toBe('"{{vars.path}}"');
  });
});
