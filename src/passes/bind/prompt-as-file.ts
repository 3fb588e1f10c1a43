import { marksIn, promptPath } from '../../lang/prompt-file.js';
import type { PromptFile, Word } from '../../model/step.js';
import type { TextPiece } from '../../steps/step-type.js';

/** A prompt that a step reads from a file, with the values that are put in when it runs. */
export interface PromptAsFile {
  readonly file: PromptFile;
  readonly values: readonly { readonly name: string; readonly value: Word }[];
}

/**
 * Short values and those that only the run knows stay `{{name}}` in the file, so that one file serves all tasks; long ones are filled in.
 * @returns `undefined` where the prompt holds such a mark as text, so that a value would go where none belongs
 */
export function promptAsFile(pieces: readonly TextPiece[]): PromptAsFile | undefined {
  const values = new Map<string, Word>();
  const places: number[] = [];
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (isLong(piece.value)) text += piece.value.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    else {
      values.set(piece.name, piece.value);
      places.push(text.length);
      text += `{{${piece.name}}}`;
    }
  }
  const names = new Set(values.keys());
  if (marksIn(text, names).join() !== places.join()) return undefined;
  // A file of lines, as editors and tools for differences expect; the step takes that line break off.
  const lines = `${text}\n`;
  return {
    file: { path: promptPath(lines), text: lines },
    values: [...values].map(([name, value]) => ({ name, value })),
  };
}

const longest = 100;

function isLong(value: Word): boolean {
  const [only] = value;
  if (value.some((part) => part.kind === 'expression')) return false;
  return only?.kind === 'text' && (only.text.length > longest || only.text.includes('\n'));
}
