/** Deeper nesting is refused, so that code that walks a tree may recurse. @internal */
export const maxDepth = 100;

interface DeepNesting {
  /** An offset. */
  readonly at: number;
  /** Where a bracket is opened that has more in it without commas than anybody means; it is most likely never closed. */
  readonly unclosed: number | undefined;
}

/**
 * Where YAML nests deeper than a limit, measured before anything recurses into it: running out of stack is no error that can
 * be caught reliably. Two collections in one column count as one, and a leaf may count too.
 * @param lex gives the library's lexical tokens, asked for only where a rough look cannot rule deep nesting out
 * @returns `undefined` where it does not
 */
export function findDeepNesting(
  text: string,
  limit: number,
  lex: (text: string) => Iterable<string>,
): DeepNesting | undefined {
  return mayNestDeeply(text, limit) ? measure(lex(text), limit) : undefined;
}

/** Takes brackets and colons in texts and comments for real ones, and every deeper line for a deeper node. */
function mayNestDeeply(text: string, limit: number): boolean {
  let flow = 0;
  let colons = 0;
  let inBrackets = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) flow++;
    else if (code === 0x5d || code === 0x7d) flow = Math.max(0, flow - 1);
    else if (code === comma) inBrackets = 0;
    else if (code === colon) {
      colons++;
      if (flow > 0) inBrackets++;
    }
    if (flow > limit || colons > limit || inBrackets > mostInBrackets) return true;
    if (code !== lineFeed && at > 0) continue;
    colons = 0;
    const line = code === lineFeed ? at + 1 : at;
    if (startColumn(text, line) - line > limit) return true;
  }
  return false;
}

const lineFeed = 0x0a;
const colon = 0x3a;
const comma = 0x2c;

/**
 * `[a: b: c]` is an error of the same kind, but so are pairs without commas between them, of which people had better hear that: no more
 * of either than the library has stack for.
 */
const mostInBrackets = 1000;

/** Past spaces and the indicators that open a block collection. */
function startColumn(text: string, line: number): number {
  let at = line;
  while (' -?:'.includes(text.charAt(at)) && at < text.length) at++;
  return at;
}

function measure(tokens: Iterable<string>, limit: number): DeepNesting | undefined {
  const columns: number[] = [];
  let offset = 0;
  let column = 0;
  // `a: b: c` is an error that the library finds with a mapping inside of a mapping.
  let colons = 0;
  // By brackets around them, those since the last comma.
  const inBrackets: { readonly at: number; colons: number }[] = [];
  let ofAll = 0;
  let starts = true;
  let inScalar = false;
  for (const token of tokens) {
    if (!inScalar && controls.has(token)) {
      inScalar = token === scalarFollows;
      continue;
    }
    const blank = !inScalar && /^(?:[ \t]+|\r?\n|#.*)$/s.test(token);
    if (starts && !blank && inBrackets.length === 0) enter(columns, column);
    if (!inScalar && (token === '[' || token === '{')) inBrackets.push({ at: offset, colons: 0 });
    if (!inScalar && (token === ']' || token === '}')) ofAll -= inBrackets.pop()?.colons ?? 0;
    const flow = inBrackets.length;
    if (!inScalar && token === ',' && flow > 0) {
      ofAll -= inBrackets[flow - 1]!.colons;
      inBrackets[flow - 1]!.colons = 0;
    }
    if (!inScalar && token === ':' && flow > 0) {
      inBrackets[flow - 1]!.colons += 1;
      ofAll += 1;
    }
    if (ofAll > mostInBrackets) {
      const most = inBrackets.reduce((fullest, one) => (one.colons > fullest.colons ? one : fullest));
      return { at: offset, unclosed: most.at };
    }
    if (!inScalar && token === ':' && flow === 0) colons++;
    if (columns.length + flow + Math.max(0, colons - 1) > limit + 1) return { at: offset, unclosed: undefined };
    const opens: boolean = starts && !inScalar && (token === '-' || token === '?' || token === ':');
    starts = opens || (starts && blank) || token.endsWith('\n');
    offset += token.length;
    if (token.endsWith('\n')) colons = 0;
    column = token.endsWith('\n') ? 0 : column + token.length;
    inScalar = false;
  }
  return undefined;
}

/** What the library's lexer puts between tokens: start of a document, end of a flow collection, a scalar follows. */
const controls: ReadonlySet<string> = new Set(['\x02', '\x18', '\x1f']);
const scalarFollows = '\x1f';

function enter(columns: number[], column: number): void {
  while (columns.length > 0 && columns[columns.length - 1]! > column) columns.pop();
  if (columns[columns.length - 1] !== column) columns.push(column);
}
