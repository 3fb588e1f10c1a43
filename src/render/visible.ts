import { madeLate } from '../lang/late.js';

/**
 * Text from outside, made safe to show: what a terminal would act on (escapes, controls) or what would make a line read
 * otherwise than it is (invisible and direction-changing characters) becomes a visible sign. Line feeds and tabs stay.
 */
export function visible(text: string): string {
  return text.replace(deceptive(), sign);
}

/** Made late, as `\p` takes its time: V8 looks up who is in each class. */
const deceptive = madeLate(() => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu);

function sign(character: string): string {
  const code = character.codePointAt(0)!;
  if (code === tab || code === lineFeed) return character;
  if (code < 0x20) return String.fromCharCode(controlPictures + code);
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

const tab = 0x09;
const lineFeed = 0x0a;
const controlPictures = 0x2400;

export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** Cut to so many columns, with a sign where something is left out. */
export function shortened(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let width = 1;
  let kept = '';
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Parts of text in lines of at most so many columns; only a part that is longer than a line is cut. */
export function wrapped(parts: readonly string[], between: string, columns: number): string {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const longer = last === undefined ? part : `${last}${between}${part}`;
    if (last === undefined || textWidth(longer) > columns) lines.push(shortened(part, columns));
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}

/** Columns that a character takes on a terminal: 0, 1 or 2. */
export function characterWidth(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 0x300) return 1;
  if (zeroWidth().test(character)) return 0;
  return wideRanges.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

const zeroWidth = madeLate(() => /^[\p{Mn}\p{Me}]$/u);

/** East Asian wide and full-width blocks, and emoji. */
const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x23e9, 0x23ec],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x26a1, 0x26a1],
  [0x2705, 0x2705],
  [0x274c, 0x274c],
  [0x2795, 0x2797],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f19a],
  [0x1f200, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f7e0, 0x1f7eb],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
];
