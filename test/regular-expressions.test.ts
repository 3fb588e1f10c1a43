import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { compile } from '../src/compile.js';
import { inputOf } from './there-and-back.js';

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

const rules = {
  final: [{ type: 'shell', command: './last.sh' }],
  pre_task: [{ type: 'shell', command: './first.sh', match: { runs: 'curl *' }, optional: true }],
};
const quotes = "'".repeat(75);
const job = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n';

/** Each took longer than anybody waits. */
const hostile: Readonly<Record<string, string>> = {
  'a quote that is never closed':
    '{handlerOn: {x: {call: c}," exit: {call: clean-up} },\n steps: [{name: a, command: make}]\n',
  'quotes in an expression of GitHub that is never closed': `${job}    steps:\n      - run: |\n          echo \${{ ${quotes}\n`,
  'the same in a condition': `${job}    if: "\${{${quotes}"\n    steps:\n      - run: make\n`,
  'blank lines between two parts of an answer': `Here:\n\`\`\`yaml\nsteps:\n  - name: a\n    command: make\n\`\`\`\n\`\`\`yaml\n${'\n'.repeat(60)}] x\n\`\`\`\n`,
  'a last line of dashes': `steps:\n  - name: a\n    command: make\n${'-'.repeat(200_000)}!`,
  'a last line of brackets': `steps:\n  - name: a\n    command: make ${'['.repeat(200_000)}]`,
  'blanks in the middle of a line of prose': `\`\`\`yaml\nsteps:\n  - name: a\n    command: make\nThat is${' '.repeat(200_000)}it.\n\nDone.\n`,
};

test.each(Object.entries(hostile))('%s is read, or refused, at once', (_, text) => {
  const start = performance.now();
  const { ok, diagnostics } = compile(inputOf(text, { hooks: { enabled: true, injections: rules } }, undefined));
  expect(ok || diagnostics.length > 0).toBe(true);
  expect(performance.now() - start).toBeLessThan(5_000);
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
