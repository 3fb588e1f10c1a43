import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostics.js';
import { createColors } from '../../src/render/colors.js';
import { prettyDiagnostics } from '../../src/render/diagnostics.js';
import { githubDiagnostics, jsonDiagnostics } from '../../src/render/diagnostics-for-programs.js';
import { createLocator } from '../../src/render/locator.js';

const plain = { colors: createColors(false), columns: 80 };

describe('a diagnostic for people', () => {
  test('shows message, place, line, caret and help, and a summary at the end', () => {
    const text = 'hooks:\n  enabled: true\n  enabeld: true\n';
    expect(pretty(text, 'enabeld', { help: 'did you mean "enabled"?' })).toBe(
      [
        'error DW105: wrong "thing"',
        '  flow.yaml:3:3',
        '  3 |   enabeld: true',
        '    |   ^~~~~~~',
        '  help: did you mean "enabled"?',
        '',
        '1 error',
        '',
      ].join('\n'),
    );
  });

  test('shows a second place', () => {
    const text = 'a: 1\na: 2\n';
    const related = { message: 'it is first here', span: { file: 'flow.yaml', start: 0, end: 1 } };
    expect(pretty(text, 'a: 2', { related })).toContain('  it is first here:\n  flow.yaml:1:1\n  1 | a: 1\n    | ^\n');
  });

  test('counts each severity', () => {
    const notes = [one({ severity: 'note' }), one({ severity: 'note' }), one({ severity: 'warning' })];
    expect(prettyDiagnostics(notes, createLocator([]), plain)).toMatch(/\n1 warning, 2 notes\n$/);
  });

  test('points at the right column behind tabs and wide characters', () => {
    expect(caretOf('\tkey: x', 'key')).toEqual(['    key: x', '    ^~~']);
    expect(caretOf('名前: x', 'x')).toEqual(['名前: x', '      ^']);
    expect(caretOf('e\u0301: x', 'x')).toEqual(['e\u0301: x', '   ^']);
    expect(caretOf('a: 名前', '名前')).toEqual(['a: 名前', '   ^~~~']);
    expect(caretOf('🚀: x', 'x')).toEqual(['🚀: x', '    ^']);
  });

  test('points behind the end of a line, and along the first line of a longer stretch', () => {
    const text = 'first: [\nsecond\n';
    const at = (start: number, end: number) => frame(text, { file: 'flow.yaml', start, end });
    expect(at(8, 8)).toEqual(['first: [', '        ^']);
    expect(at(7, 12)).toEqual(['first: [', '       ^']);
    expect(at(0, 12)).toEqual(['first: [', '^~~~~~~~']);
    expect(at(text.length, text.length)).toEqual(['', '^']);
  });

  test('cuts a very long line around the caret', () => {
    const line = `${'a'.repeat(5000)}HERE${'b'.repeat(500_000)}`;
    const [shown, caret] = caretOf(line, 'HERE');
    expect(shown).toMatch(/^…a+HEREb+…$/);
    expect(shown!.length).toBeLessThanOrEqual(80);
    expect(shown!.indexOf('HERE')).toBe(caret!.indexOf('^'));
  });

  test('leaves the carriage return of a Windows line end out', () => {
    expect(caretOf('a: x\r\nb: y\r\n', 'x')).toEqual(['a: x', '   ^']);
  });

  test('never lets an escape, a line feed or a direction change through', () => {
    const shown = prettyDiagnostics(
      [
        one({
          message: 'no task "\u001b[31mred\u001b[0m\nfake: line"',
          span: { file: 'a\u001b]0;\nx.yaml', start: 0, end: 1 },
        }),
      ],
      createLocator([{ path: 'a\u001b]0;\nx.yaml', text: '\u001b[2J\u202egnp.exe\u009b31m\n' }]),
      plain,
    );
    for (const raw of ['\u001b', '\u009b', '\u202e']) expect(shown).not.toContain(raw);
    expect(shown).toContain('  a␛]0;␊x.yaml:1:1\n');
    expect(shown).toContain('no task "␛[31mred␛[0m␊fake: line"');
    expect(shown).toContain('␛[2J<U+202E>gnp.exe<U+009B>31m');
  });

  test('names the file alone where its text is not known', () => {
    const shown = prettyDiagnostics([one({ span: { file: 'gone.yaml', start: 3, end: 4 } })], createLocator([]), plain);
    expect(shown).toContain('error DW105: wrong "thing"\n  gone.yaml\n');
  });

  test('takes no longer for a span in a large file than its lines need', () => {
    const text = 'key: value\n'.repeat(200_000);
    const many = Array.from({ length: 2000 }, (_, index) =>
      one({ span: { file: 'big.yaml', start: index * 11, end: index * 11 + 3 } }),
    );
    const started = performance.now();
    prettyDiagnostics(many, createLocator([{ path: 'big.yaml', text }]), plain);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('diagnostics for programs', () => {
  const text = 'a: 1\nb: x\n';
  const span = { file: 'flow.yaml', start: 8, end: 9 };
  const locate = createLocator([{ path: 'flow.yaml', text }]);

  test('as JSON have the documented shape', () => {
    const found = [
      one({ span, help: 'do it', related: { message: 'here', span }, fix: [{ ...span, text: 'y' }] }),
      one({}),
    ];
    const view: unknown = JSON.parse(jsonDiagnostics(found, locate));
    const place = {
      file: 'flow.yaml',
      start: { offset: 8, line: 2, column: 4 },
      end: { offset: 9, line: 2, column: 5 },
    };
    expect(view).toEqual({
      version: 1,
      diagnostics: [
        {
          code: 'DW105',
          severity: 'error',
          message: 'wrong "thing"',
          help: 'do it',
          place,
          related: { message: 'here', place },
          fix: [{ ...place, text: 'y' }],
        },
        { code: 'DW105', severity: 'error', message: 'wrong "thing"' },
      ],
      summary: { errors: 2, warnings: 0, notes: 0 },
    });
    const schema = JSON.parse(readFileSync('dag-schemas/diagnostics.schema.json', 'utf8'));
    const validate = new Ajv2020({ strict: true }).compile(schema);
    expect(validate(view), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ version: 1, diagnostics: [{ code: 'DW1' }] })).toBe(false);
  });

  test('as annotations stay on one line each and cannot start another command', () => {
    const hostile = one({ span: { ...span, file: 'a,b:c.yaml' }, message: '50%\n::error::fake', severity: 'note' });
    expect(githubDiagnostics([hostile], createLocator([{ path: 'a,b:c.yaml', text }]))).toBe(
      '::notice file=a%2Cb%3Ac.yaml,line=2,col=4,endLine=2,endColumn=5,title=DW105::50%25%0A::error::fake\n',
    );
  });
});

function one(parts: Partial<Diagnostic>): Diagnostic {
  return {
    code: 'DW105',
    severity: 'error',
    cure: 'workflow',
    message: 'wrong "thing"',
    help: undefined,
    span: undefined,
    related: undefined,
    fix: undefined,
    ...parts,
  };
}

function pretty(text: string, target: string, parts: Partial<Diagnostic> = {}): string {
  const start = text.indexOf(target);
  const span = { file: 'flow.yaml', start, end: start + target.length };
  return prettyDiagnostics([one({ span, ...parts })], createLocator([{ path: 'flow.yaml', text }]), plain);
}

function frame(text: string, span: { file: string; start: number; end: number }): string[] {
  const shown = prettyDiagnostics([one({ span })], createLocator([{ path: 'flow.yaml', text }]), plain);
  return shown
    .split('\n')
    .slice(2, 4)
    .map((line) => line.replace(/^ +\d* \| ?/, ''));
}

function caretOf(text: string, target: string): string[] {
  const start = text.indexOf(target);
  return frame(text, { file: 'flow.yaml', start, end: start + target.length });
}
