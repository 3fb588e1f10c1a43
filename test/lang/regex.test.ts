import { describe, expect, test } from 'vitest';
import type { PartlyKnown } from '../../src/lang/partly-known.js';
import { compileRegex, type LinearRegex } from '../../src/lang/regex.js';

function regex(source: string): LinearRegex {
  const compiled = compileRegex(source);
  if (!compiled.ok) throw new Error(compiled.reason);
  return compiled.regex;
}

test('finds the leftmost match with its groups', () => {
  expect(regex('(\\d+)/(\\d+)( tests)?').find('ran 17/20, then 1/2')).toEqual({
    index: 4,
    groups: ['17/20', '17', '20', undefined],
  });
  expect(regex('x').find('abc')).toBeUndefined();
});

test('tells a match anywhere from one of the whole text', () => {
  expect([regex('b').test('abc'), regex('b').testWhole('abc'), regex('a.c').testWhole('abc')]).toEqual([
    true,
    false,
    true,
  ]);
});

test.each(['(a+)+$', '(a|aa)+$', '(.*a){20}$', '(a*)*b'])('%s takes time in proportion to the text', (source) => {
  const start = performance.now();
  expect(regex(source).test(`${'a'.repeat(5000)}!`)).toBe(false);
  expect(performance.now() - start).toBeLessThan(2000);
});

test.each([
  '(',
  '[',
  'a{1000}{1000}',
  '(?=a)',
  '(a)\\1',
  '('.repeat(5000) + ')'.repeat(5000),
  'x'.repeat(20_000),
])('what cannot be compiled is a reason (%#)', (source) =>
  expect(compileRegex(source)).toMatchObject({ ok: false, reason: expect.stringMatching(/./) }));

describe('a text that is known in part', () => {
  const text = (known: string) => ({ kind: 'text', text: known }) as const;
  const expressions = [
    '^a (.* )?do\\b',
    '^a do$',
    '(?i)^A\\s+(\\S+\\s+)*DO(\\s|$)',
    '^a [^-]*x{2,3}$',
    '^(a|b) -?do\\B',
    '(?m)^a$',
    '^a.*é+ do',
    '\\bdo\\b',
  ];
  const fills: Readonly<Record<'word' | 'words' | 'more', readonly string[]>> = {
    word: ['', 'do', '-do', 'x', 'xx', 'é', 'doing'],
    words: ['', 'do', ' do', 'x do ', 'xx', '\ndo', 'é do', 'b - do'],
    more: ['', ' do', ' -x do', ' xx', ' ', ' é do x', ' b'],
  };

  test('may match wherever one filling of it does', () => {
    let [yes, no] = [0, 0];
    for (const source of expressions) {
      for (const kind of ['word', 'words', 'more'] as const) {
        for (const [before, after] of [
          ['a', ''],
          ['a ', ''],
          ['a -x=', ' do'],
          ['a', ' xx'],
          ['a ', 'o'],
          ['a é', ' y'],
        ] as const) {
          const may = regex(source).mayTest([text(before), { kind }, text(after)]);
          const does = fills[kind].some((fill) => regex(source).test(before + fill + after));
          if (does) expect(may, `${source} ${before}<${kind}>${after}`).toBe(true);
          if (does) yes += 1;
          else if (!may) no += 1;
        }
      }
    }
    expect(yes).toBeGreaterThan(40);
    expect(no).toBeGreaterThan(40);
  });

  test.each<[source: string, text: PartlyKnown]>([
    ['^a do', [text('a x'), { kind: 'more' }]],
    ['^a (.* )?do\\b', [text('a -x='), { kind: 'word' }]],
    ['^a\\s(.*\\s)?do\\b', [text('a -x='), { kind: 'word' }]],
    ['^a do$', [text('a '), { kind: 'word' }, text(' x')]],
    ['^a do$', [text('ab'), { kind: 'more' }]],
    ['a .*do', [text('b'), { kind: 'more' }]],
    ['^do', [text('b '), { kind: 'words' }]],
    ['^a doo?\\b', [text('a does'), { kind: 'more' }]],
  ])('cannot match where no filling does: %s', (source, known) => expect(regex(source).mayTest(known)).toBe(false));
});
