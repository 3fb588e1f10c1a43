import { describe, expect, test } from 'vitest';
import { distinctName, hookName, namesOfRule } from '../../../src/passes/rules/hook-name.js';
import { distinctVariable, outputVariable, taskVariable } from '../../../src/passes/rules/result-variable.js';
import { smallRule } from '../small-dag.js';

const scan = smallRule('scan');

describe('hookName', () => {
  test.each([
    [[], 'hook-scan'],
    [['build'], 'hook-scan-build'],
    [['unit_tests'], 'hook-scan-unit_tests'],
    [['build', 'v1.2'], 'hook-scan-build-v1.2'],
  ])('is made of the rule and of %j', (about, expected) => {
    expect(hookName(scan, about, { maxNameBytes: 40 })).toBe(expected);
  });

  test('distinguishes what looks alike, whichever of them there are', () => {
    const names = ['a b', 'a/b', 'ä', '-', '$(id)', "it's", 'a-b'].map((name) =>
      hookName(scan, [name], { maxNameBytes: 40 }),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^hook-scan-[A-Za-z0-9.-]+$/);
    expect(names[0]).toMatch(/^hook-scan-a-b-[0-9a-f]{8}$/);
  });

  test('has only signs that the engine knows, and what looks alike without the others is distinguished', () => {
    const names = ['v1.2', 'v1-2', 'v1_2'].map((name) => hookName(scan, [name], { maxNameBytes: 40, nameSigns: '_' }));
    expect(names).toEqual([expect.stringMatching(/^hook-scan-v1-2-[0-9a-f]{8}$/), 'hook-scan-v1-2', 'hook-scan-v1_2']);
  });

  test('is cut to the limit, and what is cut off still distinguishes', () => {
    const names = ['x'.repeat(60), `${'x'.repeat(60)}y`].map((name) => hookName(scan, [name], { maxNameBytes: 40 }));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^hook-scan-x{21}-[0-9a-f]{8}$/);
  });

  test('has a hash of what the hook is where the name is taken', () => {
    const first = distinctName('hook-scan-a-b', ['scan', 'a-b'], 40);
    const second = distinctName('hook-scan-a-b', ['scan-a', 'b'], 40);
    expect(first).toMatch(/^hook-scan-a-b-[0-9a-f]{8}$/);
    expect(first).not.toBe(second);
    expect(distinctName(`hook-${'x'.repeat(35)}`, ['x'], 40)).toHaveLength(40);
  });
});

test('a rule with an id is also known by its definition', () => {
  expect(namesOfRule(smallRule('run_tests', { label: 'tests' }))).toEqual(['hook-tests', 'hook-run-tests']);
});

describe('taskVariable', () => {
  test.each([
    ['T001', 'T001'],
    ['T12345678901234567890', 'T12345678901234567890'],
    ['t001', 'T001_'],
    ['BUILD', 'BUILD_'],
    ['build', 'BUILD'],
    ['1T', '_1T_'],
  ])('of %s', (task, expected) => {
    expect(taskVariable(task)).toBe(expected);
  });

  test('is the part of a variable that a hook leaves its result in', () => {
    const tasks = ['T001', 'B2', 'unit-tests', 'a_b', 'T-1', 'Ä1', 'T1 '];
    for (const task of tasks) expect(outputVariable(task, scan, [])).toBe(`${taskVariable(task)}_HOOK_SCAN_RESULT`);
  });
});

describe('outputVariable', () => {
  test.each([
    ['T001', [], 'T001_HOOK_SCAN_RESULT'],
    [undefined, [], 'ROOT_HOOK_SCAN_RESULT'],
    ['unit-tests', [], 'UNIT_TESTS_HOOK_SCAN_RESULT'],
    ['T001', ['build'], 'T001_HOOK_SCAN_BUILD_RESULT'],
  ])('of %s and %j', (task, about, expected) => {
    expect(outputVariable(task, scan, about)).toBe(expected);
  });

  test('differs for tasks that look alike, whichever of them there are', () => {
    const tasks = [
      'build-image',
      'build_image',
      'build.image',
      'Build-image',
      'Build image',
      'build--image',
      'build-_image',
    ];
    const variables = tasks.map((task) => outputVariable(task, scan, []));
    expect(variables.slice(0, 2)).toEqual(['BUILD_IMAGE_HOOK_SCAN_RESULT', 'BUILD__IMAGE_HOOK_SCAN_RESULT']);
    expect(new Set(variables).size).toBe(tasks.length);
  });

  test('is legal, and distinguishes what would look alike', () => {
    expect(outputVariable('1st/täsk', scan, [])).toMatch(/^_1ST_T_SK_[0-9A-F]{8}_HOOK_SCAN_RESULT$/);
  });

  test('has a hash where another hook of the DAG has it', () => {
    expect(distinctVariable('A_HOOK_SCAN_RESULT', ['scan', 'a'])).toMatch(/^A_HOOK_SCAN_[0-9A-F]{8}_RESULT$/);
  });
});
