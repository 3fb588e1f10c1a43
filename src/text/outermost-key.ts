/**
 * Does one of a text's YAML documents have a key of this name, a bare word, in its outermost mapping? Answers without
 * reading the text as YAML: a block mapping is outermost where no line in front of it is less indented.
 */
export function hasOutermostKey(text: string, name: string): boolean {
  if (!text.includes(name)) return false;
  const key = `(?:"${name}"|'${name}'|${name})[ \\t]*:`;
  if (new RegExp(`^\\ufeff?${key}`, 'm').test(text)) return true;
  return documentsIn(text).some((document) =>
    /^\s*\{/.test(document)
      ? isInOutermostBraces(document, new RegExp(`^${key}`))
      : isLeastIndented(document, new RegExp(`^[ \\t]*${key}`)),
  );
}

/** `---` with what is behind it on its line, without the comments and blank lines at the beginning. */
function documentsIn(text: string): readonly string[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/^---(?=[ \t\r\n]|$)/m)
    .map((document) => document.replace(/^(?:[ \t]*(?:#.*)?\r?\n)+/, ''));
}

function isLeastIndented(document: string, key: RegExp): boolean {
  let least = Number.POSITIVE_INFINITY;
  for (const line of document.split('\n')) {
    const indent = line.search(/[^ \t\r]/);
    if (indent < 0 || line[indent] === '#' || line[indent] === '%') continue;
    if (indent <= least && key.test(line)) return true;
    least = Math.min(least, indent);
  }
  return false;
}

function isInOutermostBraces(document: string, key: RegExp): boolean {
  let depth = 0;
  for (const [token] of document.matchAll(tokensOfFlow)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token[0] === '}' || token[0] === ']') depth -= 1;
    else if (depth === 1 && key.test(token)) return true;
  }
  return false;
}

/** Braces, comments, strings, and other words, which may hold quotes behind their first sign; each with the colon that makes a key of it. */
const tokensOfFlow =
  /[{[]|[}\]](?:\s*:)?|"[^"\\]*(?:\\[\s\S][^"\\]*)*"(?:\s*:)?|'[^']*'(?:\s*:)?|#.*|(?::(?=["'])|[^\s{}[\],"'#:])[^{}[\],\n:]*:?/g;
