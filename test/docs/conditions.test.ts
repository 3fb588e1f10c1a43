import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readmeWithExamples } from '../../scripts/readme.js';
import { parseCondition } from '../../src/lang/condition.js';
import { evaluate } from '../lang/evaluate.js';

const page = readFileSync('docs/conditions.md', 'utf8');

test('the page shows the files of its example as they are (npm run docs brings it up to date)', () => {
  expect(page).toBe(readmeWithExamples(page));
  expect(page.match(/^<!-- examples\//gm)).toHaveLength(2);
});

describe('each condition in the table is what the table says', () => {
  const rows = [...page.matchAll(/^\| `(.+)` \| (.*?) ?\| (true|false) \|$/gm)];

  test('and there are some', () => {
    expect(rows.length).toBeGreaterThan(10);
  });

  test.each(
    rows.map(([, condition, values, result]) => [condition!.replaceAll('\\|', '|'), values!, result!]),
  )('%s with %s is %s', (text, values, result) => {
    const parsed = parseCondition(text);
    if (!parsed.ok) throw new Error(parsed.problem.message);
    const known = new Map(values.split(' ').map((pair) => pair.split('=') as [string, string]));
    expect(String(evaluate(parsed.condition, (name) => known.get(name) ?? ''))).toBe(result);
  });
});
