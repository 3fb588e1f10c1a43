import { createRequire } from 'node:module';
import type * as Library from 'yaml';
import { findDeepNesting, maxDepth } from './nesting.js';
import { saysUnclosed } from './yaml-faults.js';

/** The library ends brackets and quotes at a line that is indented too little, where engines read on. */
export function composeAsEngines(source: string): Composed {
  const { Lexer } = loadLibrary();
  const asWritten = compose(source, new Lexer());
  if (!asWritten.faults.some(({ message }) => saysUnclosed(message))) return asWritten;
  if (findDeepNesting(source, maxDepth, (text) => createLooseLexer().lex(text))) return asWritten;
  const loose = compose(source, createLooseLexer());
  return loose.faults.some(({ name }) => name === 'YAMLParseError') ? asWritten : loose;
}

export type Parsed = Library.ParsedNode;

interface Composed {
  /** Of the first document that the library finds. */
  readonly contents: Parsed | null | undefined;
  readonly faults: readonly (Library.YAMLParseError | Library.YAMLWarning)[];
}

/** What the types of the library keep to themselves. */
interface LexerInside {
  indentNext: number;
  parseFlowCollection(): Generator<string, unknown, unknown>;
  parseQuotedScalar(): Generator<string, unknown, unknown>;
}

/** Does not mind how lines within brackets and quotes are indented. */
function createLooseLexer(): Library.Lexer {
  const { Lexer } = loadLibrary();
  const lexer = new Lexer();
  const inside = lexer as unknown as LexerInside;
  for (const part of ['parseFlowCollection', 'parseQuotedScalar'] as const) {
    const parse = inside[part].bind(lexer);
    inside[part] = function* () {
      const { indentNext } = inside;
      inside.indentNext = 0;
      const next = yield* parse();
      inside.indentNext = indentNext;
      return next;
    };
  }
  return lexer;
}

/** What `parseAllDocuments` does, but for the lexer and the number of errors. */
function compose(source: string, lexer: Library.Lexer): Composed {
  const { Composer } = loadLibrary();
  const composer = new Composer<Parsed>({
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    keepSourceTokens: true,
    logLevel: 'silent',
  });
  const cut: Library.YAMLParseError[] = [];
  const documents = [...composer.compose(fewErrors(parse(source, lexer, cut)))];
  const all = documents.length > 0 ? documents : [composer.streamInfo()];
  return {
    contents: documents[0]?.contents,
    faults: [...cut, ...all.flatMap(({ errors, warnings }) => [...errors, ...warnings])],
  };
}

/** @param cut takes what the library misses: texts that it ends at a quote that is a part of them */
function* parse(source: string, lexer: Library.Lexer, cut: Library.YAMLParseError[]): Iterable<Library.CST.Token> {
  const { Parser, YAMLParseError } = loadLibrary();
  const parser = new Parser();
  let before = '';
  for (const lexeme of lexer.lex(source)) {
    const end = parser.offset + lexeme.length;
    if (before !== ofNoQuotes && endsInOwnQuote(lexeme) && cut.length < mostErrors)
      cut.push(new YAMLParseError([end, end + 1], 'MISSING_CHAR', `Missing closing ${lexeme[0]}quote`));
    before = lexeme;
    yield* parser.next(lexeme);
  }
  yield* parser.end();
}

/** What the library's lexer says before a text without quotes and before one in a block. */
const ofNoQuotes = '\u001f';

/** Is the last quote of a text in quotes one that is escaped? The library looks only for whether there is one. */
function endsInOwnQuote(lexeme: string): boolean {
  const [quote] = lexeme;
  if (lexeme.length < 3 || !(quote === '"' || quote === "'") || !lexeme.endsWith(quote)) return false;
  const escaping = quote === '"' ? '\\' : quote;
  let from = lexeme.length - 1;
  while (from > 1 && lexeme[from - 1] === escaping) from--;
  return (lexeme.length - 1 - from) % 2 === 1;
}

/** In a text of nothing but brackets each of them is an error, which takes the library as much time and memory as a whole step. */
function* fewErrors(tokens: Iterable<Library.CST.Token>): Iterable<Library.CST.Token> {
  let errors = 0;
  for (const token of tokens) {
    if (token.type === 'error') errors += 1;
    if (token.type !== 'error' || errors <= mostErrors) yield token;
  }
}

/** No more than three are reported. */
const mostErrors = 1000;

/** Loaded when the first document needs it, because loading takes as long as a small compile. */
export function loadLibrary(): typeof Library {
  library ??= createRequire(import.meta.url)('yaml') as typeof Library;
  return library;
}
let library: typeof Library | undefined;
