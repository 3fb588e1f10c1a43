import { characterWidth, textWidth } from './width.js';

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
