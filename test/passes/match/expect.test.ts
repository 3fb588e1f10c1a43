import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

/** What is reported of a rule for all steps that run `make`, in a workflow with so many of them. */
function reported(expected: object, steps: number, more: object = {}): readonly (readonly [string, string])[] {
  const named = Array.from({ length: steps }, (_, at) => ({ name: `s${at}`, command: 'make' }));
  const rule = { type: 'shell', command: './x', match: { runs: 'make' }, expect: expected, ...more };
  const { diagnostics } = compile({
    workflow: [
      {
        path: 'flow.yaml',
        text: JSON.stringify({ type: 'graph', steps: [...named, { name: 'end', command: 'true' }] }),
      },
    ],
    configuration: [
      {
        layer: 'project',
        path: 'hooks.json',
        text: JSON.stringify({ hooks: { enabled: true, injections: { pre_task: [rule] } } }),
      },
    ],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    options: { targetVersion: '1.30' },
  });
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => [code, message.slice(message.indexOf('`expect`'))]);
}

describe('`expect`', () => {
  test.each([
    {},
    { per: 'run' },
    { per: 'workflow' },
    { per: 'dag' },
  ])('with `max: 0` holds where nothing matches: %j', (more) => {
    expect(reported({ max: 0, ...more }, 0)).toEqual([]);
    expect(reported({ max: 0, ...more }, 1)).toEqual([['DW453', '`expect` says exactly 0']]);
  });

  test('asks for one match in a run where no other `max` is given', () => {
    expect(reported({ max: 2 }, 0).map(([code]) => code)).toEqual(['DW454']);
    expect(reported({ max: 2 }, 0, { optional: true })).toEqual([]);
    expect(reported({ max: 2 }, 2)).toEqual([]);
    expect(reported({ min: 1, max: 1 }, 1)).toEqual([]);
  });

  test('is wrong where `max` is below `min`', () => {
    for (const steps of [0, 1, 2]) {
      expect(reported({ min: 2, max: 1 }, steps).map(([code]) => code)).toEqual(['DW313']);
      expect(reported({ min: 1, max: 0 }, steps).map(([code]) => code)).toEqual(['DW313']);
    }
  });
});
