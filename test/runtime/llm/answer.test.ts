import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readAnswer } from '../../../src/runtime/llm/answer.js';
import { agentDecisionShape, decisionShape, scoreShape } from '../../../src/runtime/llm/answer-shapes.js';

interface AnswerCase {
  readonly name: string;
  readonly shape: 'score' | 'decision' | 'agent';
  readonly answer: string;
  readonly gives?: Readonly<Record<string, unknown>>;
  readonly fails?: string;
}

const table = new URL('../../fixtures/steps/model-answers.yaml', import.meta.url);
const cases = parse(readFileSync(table, 'utf8')) as readonly AnswerCase[];

describe('the table of model answers', () => {
  test('has at least 35 rows with distinct names', () => {
    expect(cases.length).toBeGreaterThanOrEqual(35);
    expect(new Set(cases.map((row) => row.name)).size).toBe(cases.length);
  });

  test.each(cases)('$name', (row) => {
    const decision = row.shape === 'agent' ? agentDecisionShape : decisionShape;
    const reading = row.shape === 'score' ? readAnswer(row.answer, scoreShape) : readAnswer(row.answer, decision);
    if (row.gives !== undefined) expect(reading).toEqual({ ok: true, value: row.gives });
    else
      expect(reading).toEqual({ ok: false, reason: expect.stringContaining(row.fails ?? 'a row says gives or fails') });
  });
});

describe('whatever is around it', () => {
  test('an answer is read back, whatever prose without braces is before and after it', () => {
    const prose = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replaceAll(/[{[]/g, '('));
    fc.assert(
      fc.property(
        prose,
        prose,
        fc.integer({ min: 0, max: 100 }),
        fc.string({ unit: 'grapheme' }),
        (before, after, score, summary) => {
          const answer = JSON.stringify({ score, summary });
          expect(readAnswer(before + answer + after, scoreShape)).toEqual({ ok: true, value: { score, summary } });
        },
      ),
    );
  });

  test('anything at all is read or refused, never thrown, and never out of range', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      '"score"',
      '"summary"',
      '1e9',
      '50',
      ' ',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const reading = readAnswer(pieces.join(''), scoreShape);
        if (reading.ok) expect(reading.value.score >= 0 && reading.value.score <= 100).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('hostile answers end in time', () => {
  const good = '{"score": 100, "summary": "x"}';
  const hostile: readonly (readonly [string, string, boolean])[] = [
    ['10,000 levels of objects', `${'{"a":'.repeat(10_000)}${good}${'}'.repeat(10_000)}`, false],
    ['10,000 levels of arrays', `${'['.repeat(10_000)}${good}`, false],
    ['a million unclosed strings', `{"a":"${'\\"{'.repeat(1_000_000)}`, false],
    ['a million opening braces, then the answer', `${'{ '.repeat(1_000_000)}${good}`, true],
    ['nested blocks that all break off late', `${'{"a":'.repeat(60)}[${'1,'.repeat(500_000)}`, false],
    ['a million keys', `{${'"k":1,'.repeat(1_000_000)}"x":2} ${good}`, true],
    ['a string of 8 MB', `{"score": 1, "summary": "${'x'.repeat(8_000_000)}"}`, true],
  ];
  test.each(hostile)('%s', (name, text, readable) => {
    const before = process.memoryUsage().heapUsed;
    const start = process.cpuUsage();
    const reading = readAnswer(text, scoreShape);
    const { user, system } = process.cpuUsage(start);
    const took = (user + system) / 1000;
    const grown = (process.memoryUsage().heapUsed - before) / 1e6;
    console.info(
      `${name}: ${text.length} characters in ${took.toFixed(0)} ms of processor time, heap ${grown.toFixed(0)} MB more`,
    );
    expect(reading.ok).toBe(readable);
    expect(took).toBeLessThan(3000);
  });

  test('an answer with keys of the prototype changes no prototype', () => {
    readAnswer('{"__proto__": {"polluted": 1}, "score": 1, "summary": ""}', scoreShape);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
