import { describe, expect, it } from 'vitest';
import { maxDepth } from '../../src/text/nesting.js';
import { parseYaml } from '../../src/text/yaml.js';
import { cpuTime } from './cpu-time.js';
import { createMutator } from './mutate.js';
import { outline } from './outline.js';

const tree = (text: string) => outline(parseYaml(text)[0]?.root);
const problems = (text: string) =>
  parseYaml(text).flatMap((document) =>
    document.problems.map((one) => `${one.kind} ${one.start}-${one.end} ${one.message}`),
  );

describe('values are texts with the type of the core schema', () => {
  it.each([
    ['1.0', 'number'],
    ['0x1F', 'number'],
    ['0o17', 'number'],
    ['017', 'number'],
    ['-1e3', 'number'],
    ['.inf', 'number'],
    ['~', 'null'],
    ['null', 'null'],
    ['True', 'boolean'],
    ['yes', 'string'],
    ['on', 'string'],
    ['1_000', 'string'],
    ['2026-01-31', 'string'],
    ['0x', 'string'],
    ['"1"', 'string'],
  ])('%s is a %s', (written, type) => {
    const value = written.replaceAll('"', '');
    const style = written === value ? 'plain' : 'double';
    const end = 3 + written.length;
    const scanned = `0-${end} {0-1 plain string="a": 3-${end} ${style} ${type}="${value}"}`;
    expect(tree(`a: ${written}\n`)).toBe(scanned);
    // An anchor sends the document to the library.
    expect(tree(`a: ${written}\nb: &x\n`)).toContain(`${style} ${type}="${value}"`);
  });
});

describe('a place ends with its last character', () => {
  it.each([
    ['a plain value before a comment', 'a: x y  # c\n', '0-6 {0-1 plain string="a": 3-6 plain string="x y"}'],
    ['a plain value of two lines', 'a: x\n  y \n\n# c\n', '0-8 {0-1 plain string="a": 3-8 plain string="x y"}'],
    ['a quoted value', "a: 'it''s'  \n", `0-10 {0-1 plain string="a": 3-10 single string="it's"}`],
    [
      'a literal text',
      'a: |\n  x\n\n\nb: 1\n',
      '0-15 {0-1 plain string="a": 3-8 literal string="x\\n", 11-12 plain string="b": 14-15 plain number="1"}',
    ],
    [
      'a literal text that keeps its blank lines',
      'a: |+\n  x\n\n\nb: 1\n',
      '0-16 {0-1 plain string="a": 3-11 literal string="x\\n\\n\\n", 12-13 plain string="b": 15-16 plain number="1"}',
    ],
    ['a literal text at the end of the file', 'a: |\n  x', '0-8 {0-1 plain string="a": 3-8 literal string="x\\n"}'],
    [
      'a literal text without content',
      'a: | # c\nb: >-\n',
      '0-14 {0-1 plain string="a": 3-4 literal string="", 9-10 plain string="b": 12-14 folded string=""}',
    ],
    [
      'a literal text with spaces at its end',
      'a: |\n  x  \n    \n  \n',
      '0-15 {0-1 plain string="a": 3-15 literal string="x  \\n  \\n"}',
    ],
    ['a literal text with CRLF', 'a: |-\r\n  x\r\n\r\n', '0-10 {0-1 plain string="a": 3-10 literal string="x"}'],
    [
      'a mapping before a comment',
      'a:\n  b: 1\n# c\n\nd: 2\n',
      '0-19 {0-1 plain string="a": 5-9 {5-6 plain string="b": 8-9 plain number="1"}, 15-16 plain string="d": 18-19 plain number="2"}',
    ],
    ['a list of texts', '- |\n  x\n# c\n- y\n', '0-15 [@0 2-7 literal string="x\\n", @12 14-15 plain string="y"]'],
    [
      'a flow mapping',
      'a: {b: 1,\n  }  # c\n',
      '0-13 {0-1 plain string="a": 3-13 flow {4-5 plain string="b": 7-8 plain number="1"}}',
    ],
    [
      'JSON',
      '{"a": [1, "x"]}\n',
      '0-15 flow {1-4 double string="a": 6-14 flow [@7 7-8 plain number="1", @10 10-13 double string="x"]}',
    ],
  ])('%s', (_, text, expected) => {
    expect(tree(text)).toBe(expected);
  });
});

describe('a missing value is where it would be written', () => {
  it.each([
    [
      'behind the colon',
      'a:  # c\nb:\n',
      '0-10 {0-1 plain string="a": 2-2 plain null="", 8-9 plain string="b": 10-10 plain null=""}',
    ],
    ['behind an anchor', 'a: &x  \n', '0-5 {0-1 plain string="a": &x 5-5 plain null=""}'],
    ['behind a dash', '- \n-\n', '0-4 [@0 1-1 plain null="", @3 4-4 plain null=""]'],
    [
      'behind a key without a colon',
      '{a, b: }',
      '0-8 flow {1-2 plain string="a": 2-2 plain null="", 4-5 plain string="b": 6-6 plain null=""}',
    ],
    [
      'a pair alone in a list, with blanks behind it',
      '[a: , b: 1 ]\n',
      '0-12 flow [@1 1-3 flow {1-2 plain string="a": 3-3 plain null=""}, @6 6-10 flow {6-7 plain string="b": 9-10 plain number="1"}]',
    ],
    ['a key alone in a list', '[? ]', '0-4 flow [@2 2-2 flow {2-2 plain null="": 2-2 plain null=""}]'],
    [
      'as a key',
      '? \n: x\n: y\n',
      '0-10 {1-1 plain null="": 5-6 plain string="x", 7-7 plain null="": 9-10 plain string="y"}',
    ],
  ])('%s', (_, text, expected) => {
    expect(tree(text)).toBe(expected);
  });
});

describe('anchors, aliases and merge keys', () => {
  it('an alias means what the last anchor of its name names', () => {
    const [document] = parseYaml('a: &x 1\nb: *x\nc: &x 2\nd: *x\n');
    const root = document!.root!;
    const targets =
      root.kind === 'map' ? root.pairs.map(({ value }) => (value.kind === 'alias' ? value.target : value)) : [];
    expect(targets.map((node) => node?.kind === 'scalar' && node.value)).toEqual(['1', '1', '2', '2']);
  });

  it('an alias inside of what it names means nothing', () => {
    expect(tree('a: &x [*x]\n')).toBe('0-10 {0-1 plain string="a": &x 6-10 flow [@7 7-9 *x of nothing]}');
    expect(problems('a: &x [*x]\n')).toEqual(['unsupported 7-9 the alias "*x" is inside the value that it refers to']);
  });

  it('an alias without an anchor is an error', () => {
    expect(problems('a: *.yaml\n')).toEqual(['syntax 3-9 no anchor "&.yaml" comes before the alias "*.yaml"']);
  });

  it('a merge key is an ordinary pair', () => {
    expect(tree('a: &x {b: 1}\nc:\n  <<: *x\n')).toContain('plain string="<<": 22-24 *x');
  });

  it('an alias as a key counts as what it names', () => {
    expect(tree('a: &x k\n*x : 1\n')).toContain('8-10 plain string="k": 13-14 plain number="1"');
  });

  it('directives of YAML 1.1 do not change what values are', () => {
    expect(tree('%YAML 1.1\n---\na: yes\n')).toContain('plain string="yes"');
  });
});

describe('lines within brackets and quotes may begin anywhere, as engines read them', () => {
  it.each([
    ['a bracket', 'a:\n  b: [\n    1,\n 2\n]\n  c: x\n'],
    ['brackets in brackets', '- a: [{b: 1,\nc: [\n2\n]\n}]\n- x\n'],
    ['a quoted text', 'a:\n  - "x\ny"\n  - z\n'],
    ['a quoted text in brackets', "a:\n  b: ['x\n\n y', z,\n{c: d e\nf}]\n  c: x\n"],
    ['a line that ends with an escaped quote', '- "x \\"y\\"\n# z"\n'],
    ['such a line of Windows', '- "x \\"y\\"\r\n# z"\r\n'],
    ['a line that ends with a doubled single quote', "- 'x ''y''\n# z'\n"],
  ])('%s', (_, text) => {
    expect(problems(text)).toEqual([]);
    // A tag sends the document to the library.
    const tagged = `${text}${text.startsWith('-') ? '- ' : 'z: '}!t x\n`;
    expect(problems(tagged)).toEqual([expect.stringMatching(/^unsupported .* unresolved tag: !t$/)]);
  });
});

describe('a text in quotes is never cut at a quote that belongs to it', () => {
  it.each([
    ['an escaped quote', 'a:\n  - !t "x \\"y\\"\n # z"\n', 'x "y" # z'],
    ['an escaped quote behind a backslash', 'a:\n  - !t "x \\\\\\"\n# z"\n', 'x \\" # z'],
    ['a doubled single quote', "a:\n  - !t 'x ''y''\n # z'\n", "x 'y' # z"],
    ['an escaped quote above what looks like an entry', 'a:\n  - !t "x \\"\n  - y"\n', 'x " - y'],
    ['an escaped quote in brackets', 'a:\n  - [!t "x \\"\n # z"]\n', 'x " # z'],
  ])('%s', (_, text, value) => {
    expect(tree(text)).toContain(`=${JSON.stringify(value)}`);
    expect(problems(text)).toEqual([expect.stringMatching(/^unsupported .* unresolved tag: !t$/)]);
  });

  it.each([
    ['an escaped quote at the end', 'a: "x\\"', ['syntax 3-4 this " is never closed']],
    ['a doubled single quote at the end', "a: 'x''", ["syntax 3-4 this ' is never closed"]],
    ['three single quotes', "a: '''", ["syntax 3-4 this ' is never closed"]],
    ['an escaped quote and text behind the last line', 'a:\n - "x\\"\n# y" z\n', ['syntax 6-7 this " is never closed']],
    [
      'two of them',
      'a: "x\\"\nb: "y\\"\n',
      ['syntax 3-4 this " is never closed', 'syntax 11-12 this " is never closed'],
    ],
  ])('and an error where nothing else closes it: %s', (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it.each([
    ['quotes alone', `a: ""\nb: ''\nc: ''''\nd: "\\""\n`],
    ['a backslash at the end', 'a: "x\\\\"\n'],
    ['a block', 'a: |\n  "x\\"\n'],
  ])('quotes that close what they opened are no error: %s', (_, text) => {
    expect(problems(`z: !t x\n${text}`)).toEqual([expect.stringMatching(/^unsupported .* unresolved tag: !t$/)]);
  });
});

describe('what is wrong is a problem with its place', () => {
  it.each([
    ['a quote that is never closed', 'a: "x\nb: 1\n', ['syntax 3-4 this " is never closed']],
    ['a bracket that is never closed', 'a: [1,\n  2\nb: 1\n', ['syntax 3-4 this [ is never closed']],
    ['a line of prose', 'a: 1\nhello there\nb: 2\n', ['syntax 5-18 a key that goes over several lines']],
    [
      'different indentation',
      'a:\n    b: 1\n  c: 2\n',
      ['syntax 14-15 keys of one mapping that are indented differently'],
    ],
    ['a tab as indentation', 'a:\n\tb: 1\n', ['syntax 3-4 this line is indented with a tab']],
    ['a colon in a value', 'a: b: c\n', ['syntax 3-4 a second key on one line']],
    ['a key too deep', 'a: b\n  c: d\n', ['syntax 7-8 a key that is indented deeper than the key above it']],
    [
      'a key too deep below more text',
      'a: b c\r\n\r\n  d\r\n  "e": f\r\n',
      ['syntax 17-20 a key that is indented deeper than the key above it'],
    ],
    ['a colon in quotes', 'a: "b": c\n', ['syntax 3-4 a second key on one line']],
    ['equal keys, each repetition', 'a: 1\nb: 2\na: 3\n"a": 4\n', ['duplicate-key 10-11 a', 'duplicate-key 15-18 a']],
    ['equal keys in braces', '{a: 1, a: 2}', ['duplicate-key 7-8 a']],
    ['a tag of one’s own', 'a: !t x\n', ['unsupported 3-5 unresolved tag: !t']],
    ['a key that is a list', '? [a]\n: 1\n', ['no-key 2-5 the key is a list']],
    ['a template without quotes', 'a: {{ x }}\n', ['template 3-10 quotes are missing around the value with `{{ x }}`']],
    ['braces that are doubled', 'a: {{b: c}}\n', ['no-key 4-10 the key is a mapping']],
    ['text behind the end marker', 'a: 1\n... b\n', ['syntax 9-10 text behind the end of a value']],
    [
      'a mapping below a key with a question mark',
      '? a\n  #\n    b: 1\n',
      ['syntax 2-3 a key that begins with a question mark, and below it a value without its colon'],
    ],
    [
      'a list below a quoted key with a question mark',
      'x:\n  ? "a"\n    - b\n  ? c\n  : d\n',
      ['syntax 7-10 a key that begins with a question mark, and below it a value without its colon'],
    ],
  ])('%s', (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it.each([
    ['a dash without its blank', 'steps:\n  -name: a\n   run: b\n', 'put a blank behind the dash'],
    ['a dash without its blank behind an entry', 'steps:\n  - name: a\n  -name: b\n', 'put a blank behind the dash'],
    ['a fence', 'a: 1\n```\n', 'take this Markdown fence out'],
    ['dots in place of steps', 'steps:\n  - a\n  ...\n', 'write what belongs in place of the dots'],
    ['a comment of another language', 'a: 1\n// b\n', 'write comments with #'],
    ['a tab', 'a:\n\tb: 1\n', 'write spaces in place of tabs'],
    ['a question mark without a colon', '? a\n  #\n  b: 1\n', 'write `key:` without the question mark'],
  ])('the way out of %s', (_, text, cure) => {
    expect(parseYaml(text).flatMap((document) => document.problems)[0]?.cure).toContain(cure);
  });

  it('a broken document does not hide the others', () => {
    const documents = parseYaml('a: 1\n---\nb: "x\n---\nc: 3\n');
    expect(documents.map((document) => document.problems.length)).toEqual([0, 1, 0]);
    expect(outline(documents[2]!.root)).toBe('19-23 {19-20 plain string="c": 22-23 plain number="3"}');
  });

  it('the first of two equal keys is reported too', () => {
    const [problem] = parseYaml('key: 1\nkey: 2\n')[0]!.problems;
    expect(problem?.first).toEqual({ start: 0, end: 3 });
  });
});

describe('hostile texts', () => {
  it.each([
    ['brackets', '['.repeat(100_000)],
    ['closed brackets', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['braces', '{a: '.repeat(50_000)],
    ['dashes', '- '.repeat(50_000)],
    ['dashes before a dedent', `${'- '.repeat(50_000)}\nx`],
    ['question marks', '? '.repeat(50_000)],
    [
      'lines that are indented deeper and deeper',
      Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
    ],
  ])('nested without end in %s are refused', (_, text) => {
    const [document] = parseYaml(text);
    expect(document!.problems.map((problem) => problem.kind)).toEqual(['too-deep']);
    expect(document!.root).toBeUndefined();
  });

  it.each([
    [
      'a bracket that is never closed',
      `on: [a, b\n${Array.from({ length: 1200 }, (_, at) => `k${at}: x\n`).join('')}`,
      4,
    ],
    ['keys behind each other in brackets', `steps: [ ${'a: '.repeat(50_000)}]`, 7],
    [
      'such keys on many lines',
      `[ : a\n${Array.from({ length: 90 }, (_, depth) => `${' '.repeat(depth)}${'a: '.repeat(90)}`).join('\n')}\n]`,
      0,
    ],
  ])('more than a thousand keys without commas are refused at their bracket: %s', (_, text, place) => {
    const [document] = parseYaml(text);
    expect(document!.problems.map(({ kind, start, message }) => [kind, start, message])).toEqual([
      ['syntax', place, 'this [ is never closed, or commas are missing in it'],
    ]);
    expect(document!.root).toBeUndefined();
  });

  it('pairs in braces are no nesting, with commas between them or without', () => {
    const pairs = Array.from({ length: 900 }, (_, at) => `"${at}": {"a": [1, 2]}`);
    expect(problems(`{${pairs.join(', ')}}`)).toEqual([]);
    const kinds = new Set(parseYaml(`{${pairs.slice(0, 200).join('\n')}}`)[0]!.problems.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(['syntax']));
  });

  it('many brackets in texts are no nesting', () => {
    const script = 'a: &x |\n  printf "\\033[0m"\n'.concat('  printf "\\033[1m"\n'.repeat(maxDepth));
    expect(problems(script)).toEqual([]);
  });

  it('names of the prototype are keys like others', () => {
    expect(tree('__proto__: 1\nconstructor: &x 2\n')).toContain('"__proto__": 11-12 plain number="1"');
    expect(problems('__proto__: 1\n"__proto__": 2\n')).toEqual(['duplicate-key 13-24 __proto__']);
  });

  it('a mapping of many keys is read in linear time', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `key-${index}: &a${index} 1\n`).join('');
    expect(cpuTime(() => expect(problems(`${text}key-1: 2\n`)).toHaveLength(1))).toBeLessThan(5_000);
  });

  it('never throw, and places stay inside of the document', () => {
    const { pick, mutate } = createMutator(7);
    const seeds = [
      'a: &x [1, {b: *x}]\nc: !t |+\n  d\n\n? e\n: f\n',
      '%YAML 1.2\n--- >-\n a\n...\n- "b\n  c"\n',
      '{"a": ["b", null]}\n',
    ];
    for (let round = 0; round < 1_500; round++) {
      let text = pick(seeds);
      for (let times = 0; times < 4; times++) text = mutate(text);
      let end = 0;
      for (const document of parseYaml(text)) {
        expect(document.start).toBe(end);
        end = document.end;
        for (const one of [...document.problems, document.root].filter((place) => place !== undefined)) {
          expect(one.start).toBeGreaterThanOrEqual(document.start);
          expect(one.end).toBeGreaterThanOrEqual(one.start);
          expect(one.end).toBeLessThanOrEqual(document.end);
        }
      }
      expect([0, text.length]).toContain(end);
    }
  });
});
