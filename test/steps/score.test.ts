import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withoutTerminalEscapes } from '../../src/runtime/process/capture.js';
import { readNumber, readScore, type ScoreMethod } from '../../src/steps/quality-check/score.js';

const outputs = join(import.meta.dirname, '../fixtures/steps/tool-outputs');

/** What tools print, what is searched in it, and the score or the reason why there is no score. */
const table: readonly (readonly [file: string, search: string, wanted: number | string])[] = [
  ['pytest-cov.txt', '/TOTAL.*?(\\d+)%/', 85],
  ['pytest-cov.txt', '/(?m)^TOTAL\\s+\\d+\\s+\\d+\\s+(\\d+%)$/', 85],
  ['pytest-cov.txt', '/Branches: (\\d+)%/', 'matches nothing in report'],
  ['pytest-cov.txt', '$.totals.percent_covered', 'holds no JSON'],
  ['coverage.json', '$.totals.percent_covered', 85],
  ['coverage.json', '$.totals.percent_covered_display', 85],
  ['coverage.json', '$.files["src/calc/add.py"].summary.percent_covered', 90.9090909090909],
  ['coverage.json', '$..percent_covered', 'finds several values'],
  ['coverage.json', '$.totals', 'is not a number but an object'],
  ['coverage.json', '$.totals.percent', 'finds no value'],
  ['coverage.json', '$.totals.', 'cannot be read'],
  ['coverage.json', 'totals.percent_covered', 'cannot be read'],
  ['pytest-summary.txt', '/(\\d+) failed/', 1],
  ['pytest-summary.txt', '/(\\d+) passed/', 6],
  ['pytest-summary.txt', '/(\\d+) errors?/', 'matches nothing'],
  ['jest-coverage.txt', '/All files\\s*\\|\\s*([\\d.]+)/', 92.85],
  ['jest-coverage.txt', '/All files(?:\\s*\\|\\s*[\\d.]+){2}\\s*\\|\\s*([\\d.]+)/', 100],
  ['jest-coverage.txt', '/Tests:\\s+(\\d+) passed, \\d+ total/', 7],
  ['jest-json.txt', '$.numPassedTests', 19],
  ['jest-json.txt', '$.numFailedTests', 1],
  ['jest-json.txt', '$.success', 'is not a number but false'],
  ['coverage-summary.json', '$.total.lines.pct', 92.3],
  ['coverage-summary.json', '$.total.branchesTrue.pct', 'is not a number but "Unknown"'],
  ['vitest-coverage.txt', '/All files\\s*\\|\\s*([\\d.]+)/', 78.57],
  ['vitest-coverage.txt', '/Tests\\s+(\\d+) passed/', 8],
  ['vitest-json.txt', '$.numPassedTests', 12],
  ['go-test.txt', '/coverage: ([\\d.]+)% of statements/', 93.8],
  ['go-test.txt', '/(?m)calc\\/div.*coverage: ([\\d.]+%)/', 71.4],
  ['go-test-json.txt', '$.Elapsed', 0.004],
  ['go-test-json.txt', '/coverage: ([\\d.]+)%/', 93.8],
  ['go-cover-func.txt', '/(?m)^total:\\s+\\(statements\\)\\s+([\\d.]+%)$/', 82.4],
  ['tarpaulin.txt', '/([\\d.]+)% coverage/', 88],
  ['tarpaulin.txt', '/(\\d+\\/\\d+) lines covered/', 88],
  ['tarpaulin.json', '$.coverage', 88],
  ['cargo-test.txt', '/(\\d+) passed/', 2],
  ['eslint.json', '$[0].errorCount', 1],
  ['eslint.json', '$[*].errorCount', 'finds several values'],
  ['eslint.json', '$[?@.errorCount > 0].warningCount', 0],
  ['eslint.json', '$[?search(@.filePath, "b[.]js$")].warningCount', 2],
  ['eslint-stylish.txt', '/✖ (\\d+) problems?/', 3],
  ['bandit.txt', "$.metrics._totals['SEVERITY.HIGH']", 1],
  ['bandit.txt', '$.results[?@.issue_severity == "HIGH"].line_number', 5],
  ['bandit.txt', '$.results[?length(@.code) > 1].test_id', 'is not a number but "B602"'],
  ['sarif.json', '$.runs[0].properties.score', 96.5],
  ['sarif.json', '$.runs[0].tool.driver.rules[0].properties["security-severity"]', 8.2],
  ['sarif.json', '$.runs[0].results', 'is not a number but a list of 1'],
  ['pylint.txt', '/rated at (-?[\\d.]+\\/10)/', 91.7],
  ['pylint.txt', '/rated at (-?[\\d.]+)/', 9.17],
  ['mutation.txt', '/score: (.*)/', 80],
  ['lighthouse.json', '$.categories.performance.score', 0.93],
  ['lighthouse.json', '$.categories.seo.score', 'is not a number but null'],
  ['npm-audit.json', '$.metadata.vulnerabilities.total', 2],
  ['two-reports.txt', '$.coverage.percentage', 97.5],
  ['quoted-json.txt', '$.score', 71],
  ['windows.txt', '/(?m)^TOTAL .* (\\d+%)$/', 85],
  ['byte-order-mark.json', '$.score', 64.5],
  ['broken.json', '$.totals.percent_covered', 'holds no JSON'],
  ['prototype.json', '$.score', 'finds no value'],
  ['prototype.json', '$.constructor.score', 98],
  ['prototype.json', '$["__proto__"].score', 99],
  ['percent-texts.json', '$.line', 85.5],
  ['percent-texts.json', '$.share', 85],
  ['percent-texts.json', '$.spaced', 75],
  ['percent-texts.json', '$.negative', -5],
  ['percent-texts.json', '$.exponent', 95],
  ['percent-texts.json', '$.words', 'is not a number but "85 percent"'],
  ['percent-texts.json', '$.comma', 'is not a number but "85,5"'],
  ['percent-texts.json', '$.empty', 'is not a number but ""'],
  ['percent-texts.json', '$.infinite', 'is not a number but "Infinity"'],
  ['percent-texts.json', '$.huge', 'is not a number but Infinity'],
  ['percent-texts.json', '$.zero', 'is not a number but "3/0"'],
  ['percent-texts.json', '$.twice', 'is not a number but "1/2/3"'],
  ['percent-texts.json', '$.flag', 'is not a number but true'],
  ['percent-texts.json', '$.list', 'is not a number but a list of 1'],
  ['windows.txt', '/(?:(TOTAL X)|TOTAL)/', 'the first group'],
  ['windows.txt', '/(?<=TOTAL)x/', 'cannot be used'],
];

describe('the score in what a tool prints', () => {
  test.each(table)('%s: %s', (file, search, wanted) => {
    const text = withoutTerminalEscapes(readFileSync(join(outputs, file), 'utf8'));
    const reading = readScore(methodOf(search), { name: 'report', text });
    if (typeof wanted === 'string')
      expect(reading).toMatchObject({ ok: false, reason: expect.stringContaining(wanted) });
    else expect(reading).toEqual({ ok: true, score: expect.closeTo(wanted, 9) });
  });
});

function methodOf(search: string): ScoreMethod {
  if (search.startsWith('/')) return { kind: 'regex', pattern: search.slice(1, -1) };
  return { kind: 'json_path', path: search };
}

test('a reason says what was searched in what', () => {
  const reading = readScore({ kind: 'json_path', path: '$.a' }, { name: 'coverage.json', text: '{}' });
  expect(reading).toMatchObject({ reason: 'the path $.a finds no value in the JSON of coverage.json' });
});

test.each([
  ['85', 85],
  [' 85 % ', 85],
  ['.5', 0.5],
  ['1e2', 100],
  ['-1/2', -50],
  ['NaN', undefined],
  ['0x10', undefined],
  ['1_000', undefined],
  ['85%%', undefined],
  ['', undefined],
])('%j reads as %s', (text, wanted) => {
  expect(readNumber(text)).toBe(wanted);
});

describe('hostile texts', () => {
  test('deep JSON is refused by name', () => {
    const text = '['.repeat(10_000) + ']'.repeat(10_000);
    const reading = readScore({ kind: 'json_path', path: '$..score' }, { name: 'report', text });
    expect(reading).toMatchObject({ ok: false, reason: expect.stringContaining('nested deeper than 500 levels') });
  });

  test.each([
    ['openings without end', '{"a":'.repeat(200_000)],
    ['quotes without end', '{"'.repeat(500_000)],
    ['brackets in prose', '{ not json } [ nor this '.repeat(50_000)],
    ['opened once', `[${'1,'.repeat(500_000)}`],
  ])('%s take no long time', (_, text) => {
    const start = performance.now();
    readScore({ kind: 'json_path', path: '$.score' }, { name: 'report', text });
    expect(performance.now() - start).toBeLessThan(3000);
  });

  test.each([
    ['(a+)+$', `${'a'.repeat(200_000)}b`],
    ['(a|a)*c', 'a'.repeat(200_000)],
    ['(.*)*(.*)*x', 'y'.repeat(100_000)],
  ])('/%s/ takes no long time', (pattern, text) => {
    const start = performance.now();
    expect(readScore({ kind: 'regex', pattern }, { name: 'report', text }).ok).toBe(false);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test('an expression inside a path goes by the linear engine', () => {
    const start = performance.now();
    const text = JSON.stringify([{ name: `${'a'.repeat(5000)}b`, score: 1 }]);
    readScore({ kind: 'json_path', path: '$[?match(@.name, "(a+)+")].score' }, { name: 'report', text });
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
