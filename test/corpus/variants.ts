import { parseAllDocuments, stringify } from 'yaml';

/** Other ways to write the same file; `undefined` where a file cannot be written so. */
export const variants: Readonly<Record<string, (text: string) => string | undefined>> = {
  'as written': (text) => text,
  CRLF: (text) => text.replace(/\r?\n/g, '\r\n'),
  'no final newline': (text) => (text.endsWith('\n') ? text.replace(/(\r?\n)+$/, '') : undefined),
  'JSON, pretty': (text) => asJson(text, 2),
  'JSON, compact': (text) => asJson(text, undefined),
  'flow style': asFlow,
};

function asJson(text: string, indent: number | undefined): string | undefined {
  const data = single(text);
  return data === undefined ? undefined : `${JSON.stringify(data, null, indent)}\n`;
}

/** Every step in braces, lists in brackets, lines folded at 80 columns. */
function asFlow(text: string): string | undefined {
  const data = single(text);
  if (data === undefined) return undefined;
  return stringify(data, { collectionStyle: 'flow', version: '1.2' });
}

function single(text: string): unknown {
  const documents = parseAllDocuments(text, { merge: true });
  return Array.isArray(documents) && documents.length === 1 ? documents[0]!.toJS({ maxAliasCount: -1 }) : undefined;
}
