import { expect, test } from 'vitest';
import { withoutTerminalEscapes } from '../../src/runtime/process/capture.js';

test.each([
  ['plain', 'plain'],
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b[38;2;1;2;3mcolour\u001b[m', 'colour'],
  ['\u001b[2K\u001b[1Gline', 'line'],
  ['\u009b31mshort\u009b0m', 'short'],
  ['\u001b]0;a title\u0007text', 'text'],
  ['\u001b]8;;https://x.y\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u001b(Bcharset', 'charset'],
  ['\u001b7save\u001b8', 'save'],
  ['\u001b]open title\nnext line', '\nnext line'],
  ['cut off \u001b[31', 'cut off '],
  ['cut off \u001b', 'cut off '],
  ['broken \u001b[3\u0001x', 'broken \u0001x'],
  ['100\r\n50\r', '100\r\n50\r'],
])('%j shows as %j', (text, shown) => {
  expect(withoutTerminalEscapes(text)).toBe(shown);
});

test.each(['\u001b]', '\u001b[', '\u001b[;;;;', '\u001b(('])('%j a million times takes no long time', (piece) => {
  const start = performance.now();
  withoutTerminalEscapes(piece.repeat(1_000_000));
  expect(performance.now() - start).toBeLessThan(3000);
});
