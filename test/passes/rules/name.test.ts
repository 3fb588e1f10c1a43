import { describe, expect, test } from 'vitest';
import { hookName, nameGiver, outputVariable } from '../../../src/passes/rules/name.js';
import { smallRule } from '../small-dag.js';

describe('hookName', () => {
  test.each([
    ['scan', 'hook-scan'],
    ['run_all_tests', 'hook-run-all-tests'],
    ['v1.2', 'hook-v1.2'],
  ])('is made of the definition %s', (definition, expected) => {
    expect(hookName(smallRule(definition))).toBe(expected);
  });

  test('is made of the type where a step has no definition', () => {
    const { step } = smallRule('x');
    expect(hookName(smallRule('x', { step: { ...step, type: 'quality_check', name: undefined } }))).toBe(
      'hook-quality-check',
    );
  });

  test('is plain and yet another one for each definition', () => {
    const names = ['a b', 'a/b', 'ä', '', '$(id)', '__proto__', "it's"].map((definition) =>
      hookName(smallRule(definition)),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^hook-[A-Za-z0-9.-]*$/);
  });
});

describe('nameGiver', () => {
  test('counts what is given already', () => {
    const give = nameGiver(['hook-x-2'], 40);
    expect(['hook-x', 'hook-x', 'hook-x', 'hook-y'].map((name) => give(name).name)).toEqual([
      'hook-x',
      'hook-x-3',
      'hook-x-4',
      'hook-y',
    ]);
  });

  test('cuts to the limit and keeps long names apart, counted ones too', () => {
    const give = nameGiver([], 40);
    const long = `hook-${'x'.repeat(60)}`;
    const names = [long, `${long}y`, long, long].map((name) => give(name).name);
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(40);
    expect(names[2]).toMatch(/-2$/);
  });

  test('is linear for many hooks of one name', () => {
    const give = nameGiver([], 255);
    for (let count = 0; count < 100_000; count += 1) give('hook-x');
    expect(give('hook-x').name).toBe('hook-x-100001');
  });
});

describe('outputVariable', () => {
  test.each([
    ['T001', 'hook-scan', 'T001_HOOK_SCAN_RESULT'],
    [undefined, 'hook-scan', 'ROOT_HOOK_SCAN_RESULT'],
    ['1st/täsk', 'hook-v1.2', '_1ST_T_SK_HOOK_V1_2_RESULT'],
  ])('of %s and %s is a legal name', (task, node, expected) => {
    expect(outputVariable(task, node)).toBe(expected);
  });
});
