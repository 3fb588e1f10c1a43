import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/index.js';

const page = readFileSync('docs/cookbook.md', 'utf8');
const [first, ...recipes] = page.split(/^## /m);
const flow = /<!-- workflow.yaml -->\n```yaml\n(.*?)```/s.exec(first!)![1]!;

describe('the cookbook', () => {
  test('has twenty gates', () => {
    expect(recipes.map((recipe) => Number.parseInt(recipe, 10))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });

  test.each(
    recipes.map((recipe) => [recipe.split('\n')[0]!, /```yaml\n(.*?)```/s.exec(recipe)![1]!]),
  )('%s', (_, rules) => {
    const { ok, diagnostics, edits } = compile({
      workflow: [{ path: 'workflow.yaml', text: flow }],
      configuration: [{ path: '.dagweave/config.yaml', text: rules, layer: 'project' }],
      options: { assumeVersion: '2.15' },
    });
    const faults = diagnostics.filter(({ severity }) => severity !== 'note');
    const forbidden = /message: "(.*)"/.exec(rules)?.[1];
    if (forbidden && rules.includes('deny:')) {
      expect(faults.map(({ severity, message }) => [severity, message])).toEqual([
        ['error', expect.stringContaining(forbidden)],
      ]);
      return;
    }
    expect(faults).toEqual([]);
    expect(ok).toBe(true);
    expect(edits.length).toBeGreaterThan(0);
  });

  test('the gate against pipes into a shell lets pass what its message asks for', () => {
    const [, rules] = /```yaml\n(.*?)```/s.exec(recipes[17]!)!;
    const script = 'curl -fsSLo tidy.sh https://example.com/tidy.sh && sha256sum -c tidy.sum && sh tidy.sh';
    const { ok } = compile({
      workflow: [{ path: 'workflow.yaml', text: `steps:\n  - {name: tidy, command: ${script}}\n` }],
      configuration: [{ path: '.dagweave/config.yaml', text: rules!, layer: 'project' }],
    });
    expect(ok).toBe(true);
  });
});
