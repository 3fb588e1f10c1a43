import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readmeWithExamples } from '../../scripts/readme.js';
import { compile } from '../../src/compile.js';

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

describe('each command in the table matches as the table says', () => {
  const rows = [...page.matchAll(/^\| `(.+?)` \| `(.+)` \| (yes|no|counts as matched) \|$/gm)].map(
    ([, pattern, command, matches]) => [pattern!.replaceAll('\\|', '|'), command!.replaceAll('\\|', '|'), matches!],
  );

  test('and there are some', () => {
    expect(rows.length).toBeGreaterThan(10);
  });

  test.each(rows)('%s with %s: %s', (pattern, command, matches) => {
    const hooks = { enabled: true, target_version: '1.30', deny: [{ match: { runs: pattern }, message: 'denied' }] };
    const { diagnostics } = compile({
      workflow: [{ path: 'it.yaml', text: JSON.stringify({ type: 'graph', steps: [{ name: 'it', command }] }) }],
      configuration: [{ path: 'hooks.json', text: JSON.stringify({ hooks }), layer: 'project' }],
      prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    });
    const denied = diagnostics.find(({ code }) => code === 'DW450')?.message;
    const answer = denied === undefined ? 'no' : denied.includes('because') ? 'counts as matched' : 'yes';
    expect(answer).toBe(matches);
  });
});
