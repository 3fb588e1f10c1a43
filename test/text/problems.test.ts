import { describe, expect, it } from 'vitest';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { reportProblems } from '../../src/text/problems.js';
import { parseYaml } from '../../src/text/yaml.js';

function reports(text: string) {
  const { report, all } = createCollector();
  const broken = reportProblems(parseYaml(text), { path: 'f.yaml', text }, report);
  return { broken, diagnostics: all() };
}

describe('what is wrong with a file is reported', () => {
  it.each<[string, string, boolean, readonly string[]]>([
    ['nothing', 'a: 1\n', false, []],
    ['a syntax error', 'a: "x\n', true, ['DW101 3-4 invalid YAML: this " is never closed']],
    ['a key that is there twice', 'a: 1\na: 2\n', false, ['DW102 5-6 the key "a" occurs twice in one mapping']],
    ['a tag of one’s own', 'a: !t 1\n', false, ['DW103 3-5 only partly read: unresolved tag: !t']],
    ['deep nesting', '['.repeat(200), true, ['DW104 100-101 cannot read this YAML: nested deeper than 100 levels']],
    ['a control character', 'a: x\0y\n', true, ['DW105 4-5 the character U+0000 is not allowed in YAML']],
    [
      'control characters',
      'a: \x1b[0m\x1b[1m\n',
      true,
      ['DW105 3-4 characters such as U+001B are not allowed in YAML (2 of them)'],
    ],
    [
      'a line separator',
      'a: x\u2028y\n',
      false,
      ['DW106 4-5 some engines end the line at the character U+2028 (1 of them), others do not'],
    ],
  ])('%s', (_, text, broken, expected) => {
    const found = reports(text);
    const told = found.diagnostics.map(({ code, span, message }) => `${code} ${span?.start}-${span?.end} ${message}`);
    expect(told).toEqual(expected);
    expect(found.broken).toBe(broken);
  });

  it('a carriage return alone is refused, because it could hide a line', () => {
    const { broken, diagnostics } = reports('a: |\n  echo x\r- name: evil\n');
    expect(broken).toBe(true);
    expect(diagnostics.map((one) => one.message)).toEqual([
      'the character U+000D (a carriage return without a line feed) is not allowed in YAML',
    ]);
  });

  it('of one document only the first few syntax errors, but those of each document', () => {
    const document = 'a: "x\n'.repeat(10);
    expect(reports(`${document}---\n${document}`).diagnostics).toHaveLength(6);
  });

  it.each([
    ['before a key', 'a:\n\tb: 1\n', '3 this line is indented'],
    ['behind spaces', 'steps:\n  - name: a\n  \tcommand: b\n  - name: c\n    command: d\n', '21 this line is indented'],
    ['between spaces', 'steps:\n  - name: a\n \t command: b\n  - name: c\n', '20 this line is indented'],
    ['before a dash', 'steps:\n  - name: a\n \t- name: b\n    command: c\n', '20 this line is indented'],
    ['before the first dash', 'steps:\n  - depends:\n\t- a\n    command: b\n', '20 this line is indented'],
    ['behind a comment', 'a:\n  b:\n\t# c\n\t- d\n', '13 this line is indented'],
    ['on lines that end as on Windows', 'a:\r\n  b:\r\n\t- c\r\n', '10 this line is indented'],
    ['in a script', 'a:\n  b: |\n    c\n\td\n    e\n', '16 this line is indented'],
    ['in a script behind too few spaces', 'a:\n  b: |\n    c\n  \td\n', '18 this line is indented'],
    ['in the first line of a script', 'a:\n  - b: |\n\tc\n  - d: e\n    f: g\n', '12 this line is indented'],
    ['on an empty line of a script', 'a:\n  b: |\n    c\n\t\n    d\n', '16 this line is indented'],
  ])('a tab is one error, at the tab: %s', (_, text, expected) => {
    const { diagnostics } = reports(text);
    expect(diagnostics.map(({ code, span, message }) => `${code} ${span?.start} ${message}`)).toEqual([
      `DW101 ${expected.replace(' ', ' invalid YAML: ')} with a tab`,
    ]);
  });

  it.each([
    ['two lines', 'a:\n\tb: 1\n\tc: 1\n', '3 this line and one more line are indented with tabs'],
    [
      'lines at which the parser had lost the thread',
      `steps:\n${'\t- name: a\n\t  command: b\n'.repeat(20)}`,
      '7 this line and 39 more lines are indented with tabs',
    ],
    [
      'behind spaces',
      'a:\n  b: |\n  \tc\n  \td\n  \te\nf: |\n  g\n  \th\n',
      '12 this line and 2 more lines are indented with tabs',
    ],
    ['not those of comments', 'a:\n\tb: 1\n\t# c\n\td: 1\n', '3 this line and one more line are indented with tabs'],
    ['not those of a script', 'a:\n\tb: 1\nd: |\n  x\n  \ty\n', '3 this line is indented with a tab'],
    ['behind a dash', '- \ta: b\n', '2 a tab where YAML takes only spaces'],
    ['behind dashes', '-\ta: b\n\tc: d\n', '1 a tab where YAML takes only spaces, and tabs in one more line'],
  ])('lines with tabs are counted: %s', (_, text, expected) => {
    const { diagnostics } = reports(text);
    expect(diagnostics.map(({ span, message }) => `${span?.start} ${message}`)).toEqual([
      expected.replace(' ', ' invalid YAML: '),
    ]);
  });

  it.each([
    ['behind a key', 'a:\tb\n'],
    ['at the end of a line', 'a:\t\n  b: c\t\n'],
    ['on an empty line', 'a:\n\t\n  b: c\n  \t\n'],
    ['before a comment', 'a:\n\t# d\n  b: c\n'],
    ['in a script', 'a: |\n  b\n  \tc\n'],
    ['in braces', '{\n\t"a": [\n\t\tb\n\t]\n}\n'],
    ['in quotes', 'a: "b\n\tc"\n'],
    ['in a text that goes on', 'a:\n  b: c\n    \td\n'],
  ])('a tab is no error where YAML takes it: %s', (_, text) => {
    expect(reports(text)).toEqual({ broken: false, diagnostics: [] });
  });

  it.each([
    ['a value like a key', 'a:\tb: c\n', '3 a second key on one line'],
    ['a value like a key, behind more blanks', 'a: \t b: c\n', '5 a second key on one line'],
    ['behind a comment', 'a:\n    b: 1\n\t# c\n  d: 2\n', '13 keys of one mapping that are indented differently'],
    ['behind an empty line', 'a:\n    b: 1\n\t\n  c: 2\n', '16 keys of one mapping that are indented differently'],
  ])('a tab that YAML takes is not blamed for another mistake: %s', (_, text, expected) => {
    const { diagnostics } = reports(text);
    expect(diagnostics.map(({ span, message }) => `${span?.start} ${message}`)).toEqual([
      expected.replace(' ', ' invalid YAML: '),
    ]);
  });

  it('tabs of each document are an error of its own', () => {
    const document = 'a:\n\tb: 1\n\tc: 1\n';
    expect(reports(`${document}---\n${document}`).diagnostics.map(({ message }) => message)).toEqual([
      'invalid YAML: this line and one more line are indented with tabs',
      'invalid YAML: this line and one more line are indented with tabs',
    ]);
  });

  it('braces in a text without quotes once, and not all that seems to be wrong behind them', () => {
    const { diagnostics } = reports('a:\n  - {b: Review {{c}}., d: e}\n  - {b: f}\ng: [h, i]\n');
    expect(diagnostics.map(({ code, span, message }) => `${code} ${span?.start} ${message}`)).toEqual([
      'DW101 18 invalid YAML: quotes are missing around the value with `{{c}}`',
    ]);
  });

  it.each([
    ['between braces', '{\n  a: {\n    b: [\n      {c: d {{e}}}\n    ]\n  }\n}\n', ['30 `{{e}}`']],
    ['in braces of one line', '{a: {b: [{c: d {{e}}}]}}\n', ['15 `{{e}}`']],
    ['behind quotes', '{\n  a: "b" {{c}}\n}\n', ['11 `{{c}}`']],
    [
      'in texts between braces',
      '{\n  a: [b {{c}},\n    d {{e}},\n  ],\n  f: g {{h}}\n}\n',
      ['10 `{{c}}`', '23 `{{e}}`', '42 `{{h}}`'],
    ],
    ['on each line', 'a: {{b}} c\nd: {e: [{{f}}]}\ng: {{h}}{{i}}\n', ['3 `{{b}}`', '19 `{{f}}`', '30 `{{h}}`']],
    ['of more than a line of a terminal', `a: {{b${'c'.repeat(60)}}}\n`, ['3 `{{ }}`']],
  ])('a template without quotes where it begins: %s', (_, text, expected) => {
    const prefix = 'invalid YAML: quotes are missing around the value with ';
    const { broken, diagnostics } = reports(text);
    expect(diagnostics.map(({ span, message }) => `${span?.start} ${message.replace(prefix, '')}`)).toEqual(expected);
    expect(broken).toBe(true);
  });

  it('and no expression of GitHub behind a bracket that is never closed', () => {
    const { diagnostics } = reports('steps: [a, b\n  - name: x\n    run: |-\n      go ${{ (x || false) && 1 || 2 }}\n');
    const messages = diagnostics.map(({ message }) => message);
    expect(messages[0]).toBe('invalid YAML: this [ is never closed');
    expect(messages.filter((one) => one.includes('quotes are missing'))).toEqual([]);
  });

  it('a bracket that is open in another place than a template', () => {
    const { diagnostics } = reports('a: [b\nc: {d: e {{f}}}\n---\ng: {{h}}\n');
    expect(diagnostics.map(({ span, message }) => `${span?.start} ${message}`)).toEqual([
      '3 invalid YAML: this [ is never closed',
      '15 invalid YAML: quotes are missing around the value with `{{f}}`',
      '29 invalid YAML: quotes are missing around the value with `{{h}}`',
    ]);
  });

  it.each([
    ['a list of names', 'a:\n  - b: [c, d\n  - e: f\n    g: h\n  - i: [j]\n', ['10 [']],
    ['a list whose entry goes on', 'a:\n  - b: [c, d\n    e: f\n  - g: h\n    i: j\n', ['10 [']],
    ['a list with a comment', 'a:\n  - b: [c # ]\n    # d\n  - e: f\n    g: h\n', ['10 [']],
    ['a mapping', 'a:\n  - {b: c\n  - d: e\n    f: g\n', ['7 {']],
    ['lines that end as on Windows', 'a:\r\n  - b: [c\r\n  - d: e\r\n    f: g\r\n', ['11 [']],
    ['a bracket in braces of one line', '{a: {b: [c, d}, e: f}\n', ['8 [']],
    ['a bracket in braces', '{\n  a: {b: [c, d},\n  e: f\n}\n', ['11 [']],
    ['a bracket in braces, and no comma', '{\n  a: [b, c\n  d: e\n}\n', ['7 [']],
    ['text behind the beginning of a text', '{\n  a: b [c],\n  d: {e: f {g}}\n}\n', ['9 a']],
    ['two lists', 'a:\n  - b: [c\n  - d: e\n    f: [g\n  - h: i\n', ['10 [', '29 [']],
    ['two lists in braces', '{\n  a: {b: [c},\n  d: {e: [f},\n  g: h\n}\n', ['11 [', '25 [']],
    ['all that is open where a text ends', '{\n  a: {\n    b: [c,\n', ['0 {', '7 {', '16 [']],
    ['a bracket before another mistake', 'a:\n  - b: [c\n  - d: e\n  - f: @g\n', ['10 [', '29 plain']],
    ['a bracket behind another mistake', 'a: @b\nc: [d\ne: f\n', ['3 plain', '9 [']],
    ['two documents', 'a: [b\nc: d\n---\ne: {f\ng: h\n', ['3 [', '18 {']],
  ])('a bracket that is never closed, without what follows from it: %s', (_, text, expected) => {
    const prefix = /^invalid YAML: (?:this )?/;
    const told = reports(text).diagnostics.map(
      ({ span, message }) => `${span?.start} ${message.replace(prefix, '').split(' ')[0]}`,
    );
    expect(told).toEqual(expected);
  });

  it.each([
    ['in one line', `[${'{a: [b}, '.repeat(30_000)}]\n`],
    ['a line each', '- a: [b\n'.repeat(30_000)],
    ['far to the right', `- {a: "${'b'.repeat(200_000)}", c: ${'[d, '.repeat(50)}\n- e: f\n`],
    ['behind many blanks', `- ${'{a: ['.repeat(20)}${' '.repeat(200_000)}}\n- e: f\n`],
  ])(
    'brackets that are open in time that grows with the text: %s',
    (_, text) => {
      expect(reports(text).diagnostics.length).toBeGreaterThan(0);
    },
    20_000,
  );

  it('many templates in time that grows with their number', () => {
    const { diagnostics } = reports(`{${'a: b {{c}},\n'.repeat(5000)}}\n`);
    expect(diagnostics).toHaveLength(3);
  }, 20_000);

  it('a long line of errors in time that grows with its length', () => {
    const { diagnostics } = reports(`a: {b: c {d}}${', e: {f}'.repeat(30_000)}\n`);
    expect(diagnostics).toHaveLength(1);
  }, 20_000);

  it('a repeated key with the place of the first one', () => {
    const [diagnostic] = reports('a: 1\nb: 2\na: 3\n').diagnostics;
    expect(diagnostic?.related).toEqual({
      message: 'the first one is here',
      span: { file: 'f.yaml', start: 0, end: 1 },
    });
  });
});

describe('the way out is reported', () => {
  it.each([
    ['a tab', 'a:\n\tb: 1\n', 'write spaces in place of tabs; YAML takes only spaces there'],
    ['a tab in a script', 'a: |\n  b\n\tc\n', 'or in front of them where they belong to the text'],
    ['an open quote', 'a: "x\n', 'close the quote'],
    ['an open bracket', 'a: [1,\n  2\nb: 1\n', 'close it'],
    ['a colon in a value', 'a: b: c\n', 'put the value in quotes if the colon in it is text'],
    ['a reserved character', 'a: @x\n', 'put the value in quotes'],
    ['an escape', 'a: "\\d"\n', 'double the backslash'],
    ['a glob', 'a: *.yaml\n', 'put the value in quotes if the * is meant literally'],
    ['a template', 'a: {{ x }}\n', 'put the whole value in quotes'],
    ['a template with quotes', 'a: {{ x "y" }}\n', 'put the whole value in single quotes'],
    ['braces that are doubled', 'a: {{b: c}}\n', 'such as a template in {{ }}'],
    ['a quote inside of quotes', 'a: "echo "x""\n', 'a double quote inside of double quotes is written \\"'],
    ['an uneven indentation', 'a:\n  - b: 1\n   c: 2\n', 'indent all entries of one list or mapping alike'],
  ])('for %s', (_, text, help) => {
    expect(reports(text).diagnostics[0]?.help).toContain(help);
  });
});
