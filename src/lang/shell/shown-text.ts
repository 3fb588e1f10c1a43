import { pastedSign } from './tokens.js';

/** A part of shell text for people and patterns, with dots for what an engine pastes in. */
export function shownText(text: string): string {
  return text.replaceAll(pastedSign, '…');
}
