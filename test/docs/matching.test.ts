import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readmeWithExamples } from '../../scripts/readme.js';
import { compile } from '../../src/compile.js';
import { compileCel } from '../../src/lang/cel/cel.js';
import { celFacts } from '../../src/lang/cel/facts.js';
import { celFunctions } from '../../src/lang/cel/refuse.js';
import { runDagweave } from '../cli/run-dagweave.js';
import { inputOf } from '../compile/one-text.js';

const page = readFileSync('docs/matching.md', 'utf8');

test('the page shows the files of its examples as they are (npm run docs brings it up to date)', () => {
  expect(page).toBe(readmeWithExamples(page));
  expect(page.match(/^<!-- /gm)).toHaveLength(3);
});

test('the page has a row for each key', () => {
  const section = page.slice(page.indexOf('## The keys'), page.indexOf('## What `runs`'));
  const { match } = JSON.parse(readFileSync('dag-schemas/config.schema.json', 'utf8')).$defs;
  expect([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key)).toEqual(Object.keys(match.properties));
});

describe('conditions in CEL', () => {
  const section = page.slice(page.indexOf('## Conditions in CEL'), page.indexOf('## Tasks or steps'));

  test('the table has each fact with its type', () => {
    const rows = [...section.matchAll(/^\| `(\w+\.\w+)` \| `([^`]+)` \| \w/gm)].map(([, fact, type]) => [fact, type]);
    const facts = Object.entries(celFacts).flatMap(([subject, of]) =>
      Object.entries(of).map(([name, type]) => [`${subject}.${name}`, type]),
    );
    expect(rows).toEqual(facts);
  });

  test('the expressions have no mistakes', () => {
    const expressions = [...section.matchAll(/^\| `(.+?)` \| an? .+ \|$/gm)].map(([, expression]) => expression!);
    expect(expressions).toHaveLength(5);
    for (const expression of expressions) expect(compileCel(expression), expression).toMatchObject({ ok: true });
  });

  test('and the functions are all', () => {
    const named = section.slice(section.indexOf('`? :`,'), section.indexOf('Names, types'));
    expect([...named.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(celFunctions);
  });
});

describe('each command in the tables matches as they say', () => {
  const rows = [...page.matchAll(/^\| `(.+?)` \| `(.+)` \| (yes|no|counts as matched) \|$/gm)].map(
    ([, pattern, command, matches]) => [pattern!.replaceAll('\\|', '|'), command!.replaceAll('\\|', '|'), matches!],
  );

  test('and there are some', () => {
    expect(rows.length).toBeGreaterThan(10);
  });

  test.each(rows)('%s with %s: %s', (pattern, command, matches) => {
    const match = pattern.startsWith('{') ? { env: parse(pattern) } : { runs: pattern };
    const hooks = { enabled: true, target_version: '1.30', deny: [{ match, message: 'denied' }] };
    const text = JSON.stringify({ type: 'graph', steps: [{ name: 'it', command }] });
    const { diagnostics } = compile(inputOf(text, hooks));
    const denied = diagnostics.find(({ code }) => code === 'DW450')?.message;
    const answer = denied === undefined ? 'no' : denied.includes('because') ? 'counts as matched' : 'yes';
    expect(answer).toBe(matches);
  });
});

test('explain answers as the page shows', () => {
  const [shown] = /```console\n(.*?)```/s.exec(page)!.slice(1);
  const cwd = 'examples/scan-before-deploy';
  const printed = shown!
    .split(/^\$ dagweave /m)
    .slice(1)
    .map((call) => call.split('\n', 1)[0]!)
    .map((args) => `$ dagweave ${args}\n${runDagweave(args.split(' '), { cwd }).stdout}`);
  expect(printed).toHaveLength(2);
  expect(printed.join('')).toBe(shown);
});
