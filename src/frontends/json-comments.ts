/**
 * Blanks out `//` and `/* *\/` comments of a JSON text with spaces, so that every offset stays. Line breaks stay too, and
 * so does a comment that is never closed: the parser then says what is wrong.
 */
export function blankJsonComments(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const end = text[at] === '"' ? stringEnd(text, at) : commentEnd(text, at);
    if (end === undefined) {
      at += 1;
      continue;
    }
    if (text[at] !== '"') {
      pieces.push(text.slice(copied, at), text.slice(at, end).replace(/[^\r\n]/g, ' '));
      copied = end;
    }
    at = end;
  }
  return copied === 0 ? text : pieces.join('') + text.slice(copied);
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function commentEnd(text: string, start: number): number | undefined {
  if (text.startsWith('//', start)) {
    for (let at = start; at < text.length; at += 1) if (text[at] === '\n' || text[at] === '\r') return at;
    return text.length;
  }
  if (!text.startsWith('/*', start)) return undefined;
  const close = text.indexOf('*/', start + 2);
  return close < 0 ? undefined : close + 2;
}
