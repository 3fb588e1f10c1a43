/** The `//` and `/* *\/` comments of a JSON text, in order; one that is never closed does not count. */
export function jsonComments(text: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = 0; at < text.length; ) {
    const end = skipEnd(text, at) ?? commentEnd(text, at);
    if (end !== undefined && text[at] === '/') found.push({ start: at, end });
    at = end ?? at + 1;
  }
  return found;
}

/** The end of what no comment begins in: a string, or a comment of YAML. */
function skipEnd(text: string, at: number): number | undefined {
  if (text[at] === '"') return stringEnd(text, at);
  return text[at] === '#' && (at === 0 || /\s/.test(text[at - 1]!)) ? lineEnd(text, at) : undefined;
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function commentEnd(text: string, start: number): number | undefined {
  if (text.startsWith('//', start)) return lineEnd(text, start);
  if (!text.startsWith('/*', start)) return undefined;
  const close = text.indexOf('*/', start + 2);
  return close < 0 ? undefined : close + 2;
}

function lineEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) if (text[at] === '\n' || text[at] === '\r') return at;
  return text.length;
}
