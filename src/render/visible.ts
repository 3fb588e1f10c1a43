/**
 * Text from outside, made safe to show: what a terminal would act on (escapes, controls) or what would make a line read
 * otherwise than it is (invisible and direction-changing characters) becomes a visible sign. Line feeds and tabs stay.
 */
export function visible(text: string): string {
  return text.replace(deceptive, sign);
}

const deceptive = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function sign(character: string): string {
  const code = character.codePointAt(0)!;
  if (code === tab || code === lineFeed) return character;
  if (code < 0x20) return String.fromCharCode(controlPictures + code);
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

const tab = 0x09;
const lineFeed = 0x0a;
const controlPictures = 0x2400;
