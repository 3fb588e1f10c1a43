import { describe, expect, test } from 'vitest';
import { compileJsonPath, maxPathDepth } from '../../src/lang/json-path.js';

describe('a path', () => {
  test.each([
    ['$.a.b', { a: { b: 1 } }, [1]],
    ["$['a b'][0]", { 'a b': [2] }, [2]],
    ['$.list[-1]', { list: [1, 3] }, [3]],
    ['$..b', { b: 1, c: { b: 2 } }, [1, 2]],
    ['$[?@.n > 1].n', [{ n: 1 }, { n: 2 }], [2]],
    ['$[?match(@.n, "a.*")].n', [{ n: 'ab' }, { n: 'ba' }, { n: 1 }], ['ab']],
    ['$[?search(@.n, "b+")].n', [{ n: 'ab' }, { n: 'ca' }], ['ab']],
    ['$[?search(@.n, "(")].n', [{ n: '(' }], []],
    ['$.constructor', {}, []],
    ['$.length', [1, 2], []],
    ['$.__proto__', JSON.parse('{"__proto__": 1}'), [1]],
  ])('%s', (source, value, found) => {
    const compiled = compileJsonPath(source);
    expect(compiled.ok && compiled.path.find(value, 10)).toEqual(found);
  });

  test('gives no more values than are asked for', () => {
    const compiled = compileJsonPath('$[*]');
    expect(compiled.ok && compiled.path.find([1, 2, 3], 2)).toEqual([1, 2]);
  });

  test('goes as deep as it says', () => {
    const value = JSON.parse(`${'['.repeat(maxPathDepth)}7${']'.repeat(maxPathDepth)}`);
    const compiled = compileJsonPath('$..[?@ == 7]');
    expect(compiled.ok && compiled.path.find(value, 2)).toEqual([7]);
  });
});

test.each([
  ['', 0],
  ['totals', 0],
  ['$.', 2],
  ['$.a[', 4],
  ['$[?@.a == ]', 10],
  ['$[?nothing(@)]', 3],
  ['$.a b', 4],
])('%j is refused with its place', (source, at) => {
  expect(compileJsonPath(source)).toEqual({ ok: false, reason: expect.not.stringMatching(/^$|\('/), at });
});

test('a foreign expression cannot keep it busy', () => {
  const compiled = compileJsonPath('$[?match(@, "(a+)+$")]');
  const start = performance.now();
  expect(compiled.ok && compiled.path.find([`${'a'.repeat(5000)}b`], 1)).toEqual([]);
  expect(performance.now() - start).toBeLessThan(3000);
});
