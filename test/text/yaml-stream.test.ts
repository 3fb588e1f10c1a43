import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlySlice, splitStream } from '../../src/text/yaml-stream.js';
import { cpuTime } from './cpu-time.js';

describe('a stream is split into documents', () => {
  it.each<[string, string, readonly string[]]>([
    ['one without markers', 'a: 1\n', ['a: 1\n']],
    ['at each ---', 'a: 1\n---\nb: 2\n', ['a: 1\n', '---\nb: 2\n']],
    ['a leading --- opens the first', '# c\n---\na: 1\n', ['# c\n---\na: 1\n']],
    ['a trailing --- opens an empty one', 'a: 1\n---\n', ['a: 1\n', '---\n']],
    ['behind ...', 'a: 1\n...\nb: 2\n', ['a: 1\n...\n', 'b: 2\n']],
    ['comments behind the last one belong to it', 'a: 1\n...\n# end\n', ['a: 1\n...\n# end\n']],
    ['... that ends nothing makes none', '...\n...\na: 1\n', ['...\n...\na: 1\n']],
    [
      'directives belong to what follows',
      'a: 1\n...\n%YAML 1.2\n---\nb: 2\n',
      ['a: 1\n...\n', '%YAML 1.2\n---\nb: 2\n'],
    ],
    ['a line that only begins like a marker is content', 'a: 1\n----\n---x\n....\n', ['a: 1\n----\n---x\n....\n']],
    ['a marker that is indented is content', 'a: |\n  ---\n  ...\n', ['a: |\n  ---\n  ...\n']],
    ['with CRLF', 'a: 1\r\n---\r\nb: 2\r\n', ['a: 1\r\n', '---\r\nb: 2\r\n']],
    ['with a byte order mark', '\ufeff---\na: 1\n', ['\ufeff---\na: 1\n']],
    ['at a marker without a final newline', 'a: 1\n---', ['a: 1\n', '---']],
    ['comments alone are none', '# only\n\n', []],
    ['nothing is none', '', []],
  ])('%s', (_, text, expected) => {
    expect(splitStream(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });

  it('says where content is', () => {
    const text = '\ufeff# c\n--- # d\na: 1\n... # e\n# f\n';
    const [slice] = splitStream(text);
    expect(slice).toMatchObject({ start: 0, prelude: 1, content: 5, contentEnd: 18, end: text.length, marked: true });
  });

  it('takes linear time for many markers', () => {
    const text = 'a: 1\n---\n'.repeat(200_000);
    expect(cpuTime(() => expect(splitStream(text)).toHaveLength(200_001))).toBeLessThan(5_000);
  });
});

it('a text of one document is known for one, and no other text is', () => {
  const piece = fc.constantFrom(
    ...[
      '\n',
      '\r\n',
      '---',
      '--- a',
      '...',
      '... # b',
      '%YAML 1.2',
      '# c',
      ' ',
      'a: 1',
      '- b',
      '----',
      '\ufeff',
      '.',
      '|-\n',
    ],
  );
  const text = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''));
  let alone = 0;
  fc.assert(
    fc.property(text, (one) => {
      const slices = splitStream(one);
      if (slices.length === 1) alone += 1;
      expect(onlySlice(one), JSON.stringify(one)).toEqual(slices.length === 1 ? slices[0] : undefined);
    }),
    { numRuns: 5000 },
  );
  expect(alone).toBeGreaterThan(500);
});
