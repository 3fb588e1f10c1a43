import { describe, expect, test } from 'vitest';
import { cutOff } from '../../src/text/cut-off.js';
import { corpusFiles, corpusMissing, folders } from '../corpus/files.js';

const whole =
  'steps:\n  - name: build\n    command: make\n  - name: test\n    command: make test\n    depends: [build]\n';

describe('a text that ends in the middle', () => {
  test.each([
    ['  - '],
    ['  - na'],
    ['  - name:'],
    ['  - name: x\n    depends: [build, te'],
    ['  - name: x\n    depends:'],
    ['  - name: x\n    depends:\n      -'],
    ['  - name: x\n    command: "make'],
    ['  - name: x\n    comm'],
  ])('is cut: %j', (end) => {
    const found = cutOff(whole + end);
    expect((whole + end).slice(found?.start, found?.end)).toBe(end.split('\n').at(-1)!.trimEnd());
  });

  test.each([
    [whole],
    [`${whole}  - make\n`],
    [`${whole}  - name: x\n    command: |\n      case $1 in\n      done:\n`],
    ['steps:\n  - make\n  - m\n'],
    ['steps:\n'],
    ['steps:\n  - command: make\n    name:\n'],
    ['steps:\n  - {name: a, command: "x"}\n'],
    ['steps:\n  - name: a: b\n  - name: c\n'],
    ['steps:\n  - depends:\n\t- build\n'],
  ])('is not: %j', (text) => expect(cutOff(text)).toBeUndefined());

  test('is found in JSON as well', () => {
    expect(cutOff('{"steps": [{"name": "a"}, {"na')).toBeDefined();
    expect(cutOff('{"steps": [{"name": "a"}]}')).toBeUndefined();
  });
});

test.skipIf(corpusMissing)('no real file counts as cut, and nearly each does that ends behind a colon', () => {
  const texts = folders.flatMap(corpusFiles).map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(200);
  expect(texts.filter((text) => cutOff(text))).toEqual([]);
  const lists = texts.filter((text) => /\n +- (?:name|id): \S+\n/.test(text));
  const cut = lists.map((text) => text.slice(0, text.search(/(?<=\n +- (?:name|id):) \S+\n/)));
  expect(cut.filter((text) => !cutOff(text)).length / cut.length).toBeLessThan(0.1);
});
