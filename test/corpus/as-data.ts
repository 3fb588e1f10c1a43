import { parseAllDocuments } from 'yaml';

/** What a text says, as JSON, however it is written: a lone command is a list of one. What waits for what is left out, since ids and names mean the same there. */
export function asData(text: string): string {
  const documents = parseAllDocuments(text, { merge: true, uniqueKeys: false, logLevel: 'silent' });
  const values = [...documents].map((document) => document.toJS({ maxAliasCount: -1 }));
  return JSON.stringify(values, (key, value) => {
    if (['needs', 'depends', 'dependencies'].includes(key)) return undefined;
    return key === 'command' && Array.isArray(value) && value.length === 1 ? value[0] : value;
  });
}
