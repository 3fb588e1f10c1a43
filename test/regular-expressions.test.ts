import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** Those that may, and why that does no harm. */
const mayBeSlow: ReadonlyMap<string, string> = new Map([
  [String.raw`/(![^\s,[\]{}]*)\s*(?:&[^\s,[\]{}]+\s*)?$/`, 'looks at 200 characters at most'],
]);

// A text from a model may be anything: one that makes an expression try every way to divide it would hold a build up for ever.
test('no regular expression takes more time than in proportion to the text', () => {
  const found = expressionsIn(src);
  expect(found.length).toBeGreaterThan(500);
  expect(found.filter(({ text }) => !mayBeSlow.has(text) && isSlow(text))).toEqual([]);
  for (const text of mayBeSlow.keys()) expect(found.map((one) => one.text)).toContain(text);
});

test('the analysis finds expressions that take exponential and quadratic time', () => {
  expect(['/"(?:[^"]+|x)*"/', '/-+$/', '/-+/'].map(isSlow)).toEqual([true, true, false]);
});

interface Expression {
  readonly text: string;
  readonly file: string;
}

function expressionsIn(folder: string): readonly Expression[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, false);
    return literalsIn(source, source).map((text) => ({ text, file }));
  });
}

function literalsIn(node: ts.Node, source: ts.SourceFile): readonly string[] {
  if (ts.isRegularExpressionLiteral(node)) return [node.getText(source)];
  const found: string[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...literalsIn(child, source));
  });
  return found;
}

function isSlow(text: string): boolean {
  const end = text.lastIndexOf('/');
  return analyse({ source: text.slice(1, end), flags: text.slice(end + 1) }).reports.length > 0;
}
