export type ReadJson =
  /** Nothing, or text that does not look like JSON. */
  | { readonly kind: 'text' }
  | { readonly kind: 'object'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'broken'; readonly reason: string };

/** An answer is one JSON object and nothing beside it but white space; anything else that is printed is text. */
export function readJson(output: string): ReadJson {
  const text = output.trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return { kind: 'text' };
  try {
    return { kind: 'object', value: JSON.parse(text) };
  } catch (error) {
    return { kind: 'broken', reason: (error as Error).message };
  }
}
