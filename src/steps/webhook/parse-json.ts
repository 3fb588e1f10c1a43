import { jsonInText } from '../../runtime/json-in-text.js';

/** JSON of foreign origin; `undefined` for what is not one, and for what is too deep for those who walk through it. */
export function parseJson(text: string): unknown {
  if (!jsonInText(text, DEEPEST).ok) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const DEEPEST = 50;
