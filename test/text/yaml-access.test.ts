import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../src/text/yaml.js';
import { asMap, mergedInOrder, mergedPairs, pairOf, resolved, textOf } from '../../src/text/yaml-access.js';
import type { YamlMap } from '../../src/text/yaml-node.js';

const mapOf = (text: string) => asMap(parseYaml(text)[0]!.root)!;
const valueAt = (map: YamlMap, key: string) => {
  const pair = pairOf(map, key);
  return pair && resolved(pair.value);
};
const merged = (text: string, key: string) => {
  const value = valueAt(mapOf(text), key);
  return mergedPairs(asMap(value)!).map((pair) => `${pair.key.value}=${textOf(pair.value)}`);
};

describe('a pair is found by its key', () => {
  it('of equal keys the last', () => {
    expect(textOf(pairOf(mapOf('a: 1\na: 2\n'), 'a')?.value)).toBe('2');
  });

  it('in a large mapping as in a small one', () => {
    const large = mapOf(
      Array.from({ length: 100 }, (_, index) => `k${index}: ${index}\n`)
        .join('')
        .concat('k7: last\n'),
    );
    expect(textOf(pairOf(large, 'k7')?.value)).toBe('last');
    expect(pairOf(large, 'k100')).toBeUndefined();
  });

  it('whatever the prototype has', () => {
    expect(pairOf(mapOf('a: 1\n'), 'constructor')).toBeUndefined();
    expect(textOf(pairOf(mapOf('__proto__: x\n'), '__proto__')?.value)).toBe('x');
  });

  it('and its value behind aliases', () => {
    const map = mapOf('a: &x [1]\nb: *x\n');
    expect(valueAt(map, 'b')).toBe(valueAt(map, 'a'));
    expect(valueAt(mapOf('b: *nothing\n'), 'b')).toBeUndefined();
  });
});

describe('the text of a value', () => {
  it.each([
    ['a: 1.0', '1.0'],
    ['a: "x"', 'x'],
    ['a: ""', ''],
    ['a: ~', undefined],
    ['a:', undefined],
    ['a: [1]', undefined],
  ])('%s', (text, expected) => {
    expect(textOf(valueAt(mapOf(text), 'a'))).toBe(expected);
  });
});

describe('merged pairs', () => {
  it('come behind the own ones', () => {
    expect(merged('x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  a: 3\n', 'y')).toEqual(['a=3', 'b=2']);
  });

  it('of several mappings the first wins', () => {
    expect(merged('x: &x {a: 1}\ny: &y {a: 2, b: 2}\nz:\n  <<: [*x, *y]\n', 'z')).toEqual(['a=1', 'b=2']);
  });

  it('may be merged themselves', () => {
    expect(merged('x: &x {a: 1}\ny: &y {<<: *x, b: 2}\nz: {<<: *y, c: 3}\n', 'z')).toEqual(['c=3', 'b=2', 'a=1']);
  });

  it('a quoted << is an ordinary key', () => {
    expect(merged('z: {"<<": 1}\n', 'z')).toEqual(['<<=1']);
  });

  it('that double at each level take linear time', () => {
    const levels = Array.from(
      { length: 2_000 },
      (_, level) => `m${level + 1}: &m${level + 1} {<<: [*m${level}, *m${level}]}\n`,
    );
    expect(merged(`m0: &m0 {a: 1}\n${levels.join('')}`, 'm2000')).toEqual(['a=1']);
  });
});

describe('pairs merged in the order of the text', () => {
  const inOrder = (text: string) =>
    mergedInOrder(mapOf(text), 'last').map((pair) => `${pair.key.value}=${textOf(pair.value)}`);

  it.each([
    ['a: 3\n<<: {a: 1, b: 2}\n', ['a=1', 'b=2']],
    ['<<: {a: 1, b: 2}\na: 3\n', ['a=3', 'b=2']],
    ['a: 3\n<<: [{a: 1}, {a: 2}]\n', ['a=2']],
    ['<<: {a: 1, <<: {a: 2}}\n', ['a=2']],
    ['<<: {<<: {a: 2}, a: 1}\n', ['a=1']],
    ['a: 3\n"<<": {a: 1}\n', ['a=3', '<<=undefined']],
  ])('%s', (text, expected) => {
    expect(inOrder(text)).toEqual(expected);
  });

  it('of a map that is merged again the last place counts', () => {
    const root = mapOf('x: &x {a: 1}\ny: &y {a: 2}\nz: {<<: [*x, *y, *x]}\n');
    expect(mergedInOrder(asMap(valueAt(root, 'z'))!, 'last').map(({ value }) => textOf(value))).toEqual(['1']);
  });

  it('take no longer where maps are merged into each other many times', () => {
    const levels = Array.from(
      { length: 60 },
      (_, level) => `m${level + 1}: &m${level + 1} {<<: [*m${level}, *m${level}]}\n`,
    ).join('');
    const root = mapOf(`m0: &m0 {a: 1}\n${levels}`);
    expect(mergedInOrder(asMap(valueAt(root, 'm60'))!, 'last')).toHaveLength(1);
  });
});
