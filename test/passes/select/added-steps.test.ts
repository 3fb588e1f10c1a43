import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const independent = (steps: number) =>
  `type: graph\nsteps:\n${Array.from({ length: steps }, (_, at) => `  - {name: s${at}, command: make}\n`).join('')}`;
const scan = { id: 'scan', type: 'shell', command: 'scan', before: 's*' };
const ask = { id: 'ask', type: 'llm_eval', prompt: 'Is it good?', after: 's*' };

function errorsOf(steps: number, injections: object, limits?: object): readonly string[] {
  const { diagnostics } = compile(
    inputOf(independent(steps), { enabled: true, injections, ...(limits && { limits }) }),
  );
  return diagnostics.map(({ code, message }) => `${code} ${message}`);
}

describe('a rule that adds a step for each task and each step that its anchor matches', () => {
  test('is stopped by the limit before its steps take any memory', () => {
    const started = process.memoryUsage().heapUsed;
    expect(errorsOf(20_000, { pre_task: [scan] }, { max_added_steps: 500 })).toEqual([
      'DW415 400000000 steps would be added, but `limits.max_added_steps` allows 500: scan: 400000000',
    ]);
    expect((process.memoryUsage().heapUsed - started) / 1e6).toBeLessThan(500);
  });

  test('is stopped without a limit where no memory would hold its steps', () => {
    expect(errorsOf(1_001, { pre_task: [scan] })).toEqual([
      'DW415 1002001 steps would be added, but `limits.max_added_steps` allows 1000000: scan: 1002001',
    ]);
  });
});

test('each limit that is too low is named, also where planning is not begun', () => {
  const limits = { max_added_steps: 3, max_llm_calls: 1 };
  expect(errorsOf(2, { pre_task: [scan], final: [ask, { ...scan, id: 'end', before: 'ask' }] }, limits)).toEqual([
    'DW415 6 steps would be added, but `limits.max_added_steps` allows 3: scan: 4, ask: 2',
    'DW417 2 steps that call a language model would be added, but `limits.max_llm_calls` allows 1: ask: 2',
  ]);
});
