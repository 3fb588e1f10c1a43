import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

/** An id with which the engine refuses the whole file is an error before it gets there. */

const hooks = { enabled: true, injections: { final: [{ type: 'shell', command: 'echo tidy', optional: true }] } };

function found(text: string, targetVersion: '1.30' | '2.14'): readonly string[] {
  const [inFull, byShape] = [false, true].map((way) => {
    const { diagnostics } = compile(inputOf(text, hooks, { targetVersion, byShape: way }));
    return diagnostics.filter(({ code }) => code === 'DW230').map(({ message }) => message);
  });
  expect(byShape).toEqual(inFull);
  return inFull!;
}

const withId = (id: string) => `steps:\n  - id: ${id}\n    name: it\n    command: echo\n`;

describe('an id that every version refuses', () => {
  test.each(['1a', '_a', 'a.b', 'aé', 'env', 'output'])('%s', (id) => {
    for (const version of ['1.30', '2.14'] as const) expect(found(withId(id), version)).toHaveLength(1);
  });
});

describe('an id with a hyphen', () => {
  test('is refused by 2.x alone', () => {
    expect(found(withId('unit-tests'), '2.14')).toEqual([
      'the id `unit-tests` of a step has a `-` in it; the engine refuses the file',
    ]);
    expect(found(withId('unit-tests'), '1.30')).toEqual([]);
  });

  test('is seen inside of foreach, and in one that is a part of itself', () => {
    const inner = 'steps:\n  - id: a\n    foreach: {items: [1], steps: [{id: c-d, run: echo}]}\n';
    expect(found(inner, '2.14')).toHaveLength(1);
    expect(found('steps:\n  - &a\n    id: a\n    foreach: {items: [1], steps: [*a]}\n', '2.14')).toEqual([]);
  });
});

test.each(['unit_tests', 'a', 'Context', 'steps'])('%s is an id like any other', (id) => {
  for (const version of ['1.30', '2.14'] as const) expect(found(withId(id), version)).toEqual([]);
});
