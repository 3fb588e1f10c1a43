import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const text = readFileSync('docs/architecture.md', 'utf8');
const named = [...text.matchAll(/`((?:src|test|scripts|bench)\/[^`]*)`/g)].map(([, path]) => path!);

describe('docs/architecture.md', () => {
  test('names only files and folders that exist', () => {
    expect(named.length).toBeGreaterThan(70);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('names each folder and each file at the top of src', () => {
    const there = readdirSync('src', { withFileTypes: true }).map(
      (one) => `src/${one.name}${one.isDirectory() ? '/' : ''}`,
    );
    expect(there.filter((path) => !named.includes(path))).toEqual([]);
  });

  test('names each stage of the passes, in the order in which they may import each other', () => {
    const stages = /from rules and workflow to plan: ([\w, ]+);/.exec(text)![1]!.split(', ');
    expect([...stages].sort()).toEqual(readdirSync('src/passes').sort());
    const rules = readFileSync('test/layering.test.ts', 'utf8');
    const positions = stages.map((stage) => rules.indexOf(`\n  ['${stage}', `));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions).not.toContain(-1);
  });

  test('is read in one go', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(150);
  });
});
