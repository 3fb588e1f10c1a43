/**
 * Text without colours, cursor moves, titles and links. Each character is looked at once, so that no output can make it slow.
 * A sequence that breaks off is left out as far as it goes.
 */
export function withoutTerminalEscapes(text: string): string {
  if (!text.includes(ESC) && !text.includes(CSI)) return text;
  const kept: string[] = [];
  let from = 0;
  let at = nextIntroducer(text, 0);
  while (at < text.length) {
    kept.push(text.slice(from, at));
    from = endOfSequence(text, at);
    at = nextIntroducer(text, from);
  }
  kept.push(text.slice(from));
  return kept.join('');
}

const ESC = '\u001b';
const CSI = '\u009b';
const BELL = '\u0007';

function nextIntroducer(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === ESC || text[at] === CSI) return at;
  }
  return text.length;
}

function endOfSequence(text: string, at: number): number {
  if (text[at] === CSI) return endOfControl(text, at + 1);
  const next = text[at + 1];
  if (next === '[') return endOfControl(text, at + 2);
  if (next !== undefined && ']PX^_'.includes(next)) return endOfString(text, at + 2);
  return endOfShort(text, at + 1);
}

/** Parameters, intermediates, one final character. */
function endOfControl(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at]! >= ' ' && text[at]! <= '?') at += 1;
  return at < text.length && text[at]! >= '@' && text[at]! <= '~' ? at + 1 : at;
}

/** Up to a bell or ESC \; a line end or another sequence ends it too, so that one that is left open swallows no more than a line. */
function endOfString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== BELL && text[at] !== ESC && text[at] !== '\n') at += 1;
  if (text[at] === BELL) return at + 1;
  return text[at] === ESC && text[at + 1] === '\\' ? at + 2 : at;
}

function endOfShort(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at]! >= ' ' && text[at]! <= '/') at += 1;
  return at < text.length && text[at]! >= '0' && text[at]! <= '~' ? at + 1 : at;
}
