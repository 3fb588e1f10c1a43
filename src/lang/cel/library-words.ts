/** What the library says of a mistake, in our words. */
export function readable(error: unknown): string {
  const { summary, message } = error as { readonly summary?: string; readonly message: string };
  const text = (summary ?? message)
    .replace(/^(?:no such overload: |found no matching overload for )'?(.*?)'?$/, 'the types do not fit in `$1`')
    .replace(/^Unexpected token: EOF$/, 'it ends too early')
    .replace(
      /^Expected (\w+), got (\w+)$/,
      (_, expected: string, got: string) => `expected ${token(expected)}, found ${token(got)}`,
    )
    .replace(/^Unexpected token: (\w+)$/, (_, found: string) => `unexpected ${token(found)}`)
    .replace(/^No such key: /, 'there is no key ');
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function token(name: string): string {
  return tokens[name] ?? name.toLowerCase();
}

const tokens: Readonly<Record<string, string>> = {
  EOF: 'the end',
  IDENTIFIER: 'a name',
  LPAREN: '`(`',
  RPAREN: '`)`',
  LBRACKET: '`[`',
  RBRACKET: '`]`',
  LBRACE: '`{`',
  RBRACE: '`}`',
  COMMA: '`,`',
  COLON: '`:`',
  QUESTION: '`?`',
  DOT: '`.`',
  EQ: '`==`',
  NE: '`!=`',
  STRING: 'text',
  NUMBER: 'a number',
};

/** "Exceeded maxDepth (40)" */
export function limitIn(summary: string): string {
  const [, name, most] = /\b(\w+) \((\d+)\)/.exec(summary)!;
  return `${most} ${limits[name!] ?? 'parts'}`;
}

const limits: Readonly<Record<string, string>> = {
  maxDepth: 'levels',
  maxListElements: 'values in a list',
  maxCallArguments: 'arguments',
};
