import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextEdit } from '../../src/model/source.js';
import { createColors } from '../../src/render/colors.js';
import { unifiedDiff } from '../../src/render/diff.js';

const forTools = { colors: createColors(false), forPeople: false };
const file = 'dags/calc.yaml';

describe('a unified diff', () => {
  test('shows three lines around an insertion and counts them', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\n';
    const diff = unifiedDiff([{ path: file, before, edits: [insertion(before.indexOf('e'), 'new\n')] }], forTools);
    expect(diff).toBe('--- a/dags/calc.yaml\n+++ b/dags/calc.yaml\n@@ -2,6 +2,7 @@\n b\n c\n d\n+new\n e\n f\n g\n');
  });

  test('is empty where nothing changes', () => {
    expect(unifiedDiff([{ path: file, before: 'a\n', edits: [] }], forTools)).toBe('');
    expect(unifiedDiff([{ path: file, before: 'a\n', edits: [{ file, start: 0, end: 1, text: 'a' }] }], forTools)).toBe(
      '',
    );
  });

  test('shows an insertion behind a line as an insertion, not as a changed line', () => {
    const diff = unifiedDiff([{ path: file, before: 'a\nb\n', edits: [insertion(1, '\nnew')] }], forTools);
    expect(diff).toContain('@@ -1,2 +1,3 @@\n a\n+new\n b\n');
  });

  test('says where the final line feed is missing', () => {
    const diff = unifiedDiff([{ path: file, before: 'a', edits: [insertion(1, '\nb')] }], forTools);
    expect(diff).toContain('-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file\n');
  });

  test('keeps hunks apart that share no context, and joins those that touch', () => {
    const before = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join('');
    const at = (line: number) => insertion(before.indexOf(`line ${line}\n`), 'new\n');
    const hunks = (lines: number[]) =>
      unifiedDiff([{ path: file, before, edits: lines.map(at) }], forTools).match(/^@@/gm)?.length;
    expect(hunks([3, 30])).toBe(2);
    expect(hunks([10, 16])).toBe(1);
    expect(hunks([10, 17])).toBe(2);
  });

  test('shows escapes of the input as signs to a person, and as they are to a tool', () => {
    const before = '\u001b[2Jevil\r\n';
    const changes = [{ path: file, before, edits: [insertion(0, 'x\r\n')] }];
    expect(unifiedDiff(changes, { ...forTools, forPeople: true })).toContain(' ␛[2Jevil\n');
    expect(unifiedDiff(changes, forTools)).toContain(' \u001b[2Jevil\r\n');
  });
});

describe('a patch tool makes the output of the input', () => {
  const alphabet = fc.constantFrom('a', 'b', '\n', '\n', '\r\n', ' ', '-', '+', 'é', '\\', '@@');
  const texts = fc.array(alphabet, { maxLength: 60 }).map((parts) => parts.join(''));
  const cases = texts.chain((before) =>
    fc
      .array(
        fc.record({
          start: fc.nat(before.length),
          length: fc.nat(6),
          text: fc.array(alphabet, { maxLength: 6 }).map((parts) => parts.join('')),
        }),
        { maxLength: 5 },
      )
      .map((raw) => ({ before, edits: disjoint(before, raw) })),
  );

  test('as the diff library reads patches', () => {
    fc.assert(
      fc.property(cases, ({ before, edits }) => {
        const diff = unifiedDiff([{ path: file, before, edits }], forTools);
        const patched = diff === '' ? before : applyPatch(before, diff, { autoConvertLineEndings: false });
        expect(patched).toBe(applied(before, edits));
      }),
      { numRuns: 2000 },
    );
  });

  test('as git apply and patch -p1 read patches', () => {
    fc.assert(
      fc.property(cases, ({ before, edits }) => {
        const after = applied(before, edits);
        // Neither tool tells an empty file from a missing one in a patch of this form.
        fc.pre(before !== '' && after !== '' && before !== after);
        const diff = `${unifiedDiff([{ path: 'a b.yaml', before, edits }], forTools)}Plan: some steps to add\n`;
        expect(patchedBy('git', ['apply', '-'], before, diff)).toBe(after);
        expect(patchedBy('patch', ['-p1', '--binary', '--quiet'], before, diff)).toBe(after);
      }),
      { numRuns: 40 },
    );
  });
});

function insertion(at: number, text: string): TextEdit {
  return { file, start: at, end: at, text };
}

function disjoint(before: string, raw: readonly { start: number; length: number; text: string }[]): TextEdit[] {
  const edits: TextEdit[] = [];
  let from = 0;
  for (const one of [...raw].sort((a, b) => a.start - b.start)) {
    const start = Math.max(one.start, from);
    const end = Math.min(start + one.length, before.length);
    if (start > before.length) continue;
    edits.push({ file, start, end, text: one.text });
    from = end;
  }
  return edits;
}

function applied(before: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .reverse()
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), before);
}

function patchedBy(tool: string, args: string[], before: string, diff: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-diff-'));
  writeFileSync(join(folder, 'a b.yaml'), before);
  execFileSync(tool, args, { cwd: folder, input: diff, stdio: ['pipe', 'pipe', 'pipe'] });
  return readFileSync(join(folder, 'a b.yaml'), 'utf8');
}
