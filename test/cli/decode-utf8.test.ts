import { expect, test } from 'vitest';
import { createDecoder, decodeUtf8 } from '../../src/cli/decode-utf8.js';

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

test.each([
  ['nothing', bytes(), ''],
  ['a byte order mark, which stays', bytes('\ufeffa: 1\r\n'), '\ufeffa: 1\r\n'],
  ['characters of one to four bytes', bytes('aé€😀z'), 'aé€😀z'],
  ['a replacement character that is meant', bytes('é\ufffdé'), 'é\ufffdé'],
  ['a byte that begins nothing', bytes('aé€', 0xff, 'b'), { invalid: 6 }],
  ['a byte that goes on with nothing', bytes('é', 0x80), { invalid: 2 }],
  ['a character that breaks off', bytes('aé', 0xf0, 0x9f, 'b'), { invalid: 3 }],
  ['a character that breaks off at the end', bytes('aé', 0xe2, 0x82), { invalid: 3 }],
  ['too long a form of a sign', bytes('a', 0xc0, 0xaf), { invalid: 1 }],
  ['half of a pair', bytes('a', 0xed, 0xa0, 0x80), { invalid: 1 }],
  ['two bytes that are none', bytes('a', 0xff, 'b', 0xff), { invalid: 1 }],
])('bytes say the same in parts of any size: %s', (_, whole, expected) => {
  expect(decodeUtf8(whole)).toEqual(expected);
  for (let size = 1; size <= whole.length; size++) {
    const decoder = createDecoder();
    for (let start = 0; start < whole.length; start += size) decoder.add(whole.subarray(start, start + size));
    expect(decoder.end(), `parts of ${size}`).toEqual(expected);
  }
});

test('a part may be written over as soon as it is decoded', () => {
  const decoder = createDecoder();
  for (const whole of [bytes('é'), bytes('ü')])
    for (const byte of whole) {
      const part = bytes(byte);
      decoder.add(part);
      part.fill(0);
    }
  expect(decoder.end()).toBe('éü');
});
