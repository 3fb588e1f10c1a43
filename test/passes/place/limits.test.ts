import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const task = (name: string, more = '') =>
  `---\nname: ${name}\nsteps:\n  - {name: ${name}-work, command: make${more}}\n`;
const chain = `name: all
type: graph
steps:
  - {name: first, call: A}
  - {name: second, call: B, depends: [first]}
  - {name: aside, call: C}
${task('A')}${task('B')}${task('C')}`;

describe('added steps that run one after another are counted', () => {
  test.each<[string, string, number, string]>([
    ['of every DAG on the way', 'post_task: [{type: shell, command: x, id: a}]', 2, 'a: 2'],
    [
      'of the way that has most of them',
      'post_task: [{type: shell, command: x, id: a, tasks: [C]}, {type: shell, command: x, id: b, tasks: [C], order: 1}, {type: shell, command: x, id: c, tasks: [A]}]',
      2,
      'a: 1, b: 1',
    ],
    [
      'but not those that stand side by side',
      'post_task: [{type: shell, command: x, id: a, parallel: g, tasks: [A]}, {type: shell, command: y, id: b, parallel: g, tasks: [A]}]',
      1,
      'a: 1',
    ],
    [
      'but not those that nothing waits for',
      'post_task: [{type: shell, command: x, id: a, await: false}, {type: shell, command: x, id: b, order: 1}]',
      2,
      'b: 2',
    ],
    [
      'with the handler at the end',
      'final: [{type: shell, command: x, id: a}, {type: shell, command: x, id: b, run: always}, {type: shell, command: x, id: c, run: failure}]',
      2,
      'a: 1, b: 1',
    ],
  ])('%s', (_, injections, length, shares) => {
    expect(message(chain, injections, length - 1)).toBe(
      `${length} added steps would run one after another, but \`limits.max_added_critical_path\` allows ${length - 1}: ${shares}`,
    );
    expect(message(chain, injections, length)).toBeUndefined();
  });

  test('once where DAGs call each other without end', () => {
    const circle = `name: all\ntype: graph\nsteps:\n  - {name: a, call: A}\n---\nname: A\nsteps:\n  - {name: again, call: A}\n`;
    expect(message(circle, 'post_task: [{type: shell, command: x, id: a}]', 0)).toMatch(/^1 added/);
  });

  test('soon where the same DAG is on the way very often', () => {
    const doubling = Array.from({ length: 60 }, (_, n) => {
      const calls = `  - {name: one, call: D${n + 1}}\n  - {name: two, call: D${n + 1}, depends: [one]}\n`;
      return `name: D${n}\ntype: graph\nsteps:\n${n < 59 ? calls : '  - {name: work, command: make}\n'}`;
    }).join('---\n');
    expect(message(doubling, 'post_task: [{type: shell, command: x, id: a, tasks: [D59]}]', 5)).toMatch(
      `${2 ** 59} added`,
    );
  });
});

test('every limit tells the sum and who adds to it, the most first', () => {
  const injections =
    'post_task: [{type: shell, command: x, id: few, tasks: [A]}, {type: prompt, prompt: x, runner: claude, id: many, order: 1}]';
  expect(messages(chain, injections, '{max_added_steps: 3, max_llm_calls: 2}')).toEqual([
    '4 steps would be added, but `limits.max_added_steps` allows 3: many: 3, few: 1',
    '3 steps that call a language model would be added, but `limits.max_llm_calls` allows 2: many: 3',
  ]);
});

function message(workflow: string, injections: string, limit: number): string | undefined {
  return messages(workflow, injections, `{max_added_critical_path: ${limit}}`)[0];
}

function messages(workflow: string, injections: string, limits: string): readonly string[] {
  const hooks = `hooks: {enabled: true, limits: ${limits}, injections: {${injections}}}`;
  const { diagnostics } = compile({
    workflow: [{ path: 'flow.yaml', text: workflow }],
    configuration: [{ path: 'hooks.yaml', text: hooks, layer: 'project' }],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    options: { targetVersion: '2.15' },
  });
  return diagnostics.filter(({ severity }) => severity === 'error').map((one) => one.message);
}
