/** The body of a response, at most so many bytes of it. */
export async function readBody(
  response: Response,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer<ArrayBuffer>; readonly cut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    chunks.push(part.value);
    size += part.value.length;
    if (size <= maxBytes) continue;
    await reader?.cancel();
    break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), cut: size > maxBytes };
}

/**
 * Characters beyond ASCII go out as the bytes of UTF-8, one character for each, which is how receivers read them.
 * @returns `undefined` for a value that a header cannot have
 */
export function headerValue(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  if (/[\0-\x08\x0a-\x1f\x7f]/.test(text)) return undefined;
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Why there is no answer. What fetch rejects with hides the reason in its cause, and that of several addresses in theirs. */
export function whyNoAnswer(error: unknown): { readonly code: string | undefined; readonly reason: string } {
  const cause = error instanceof Error ? error.cause : undefined;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const { code, message } = (first instanceof Error ? first : error) as {
    readonly code?: unknown;
    readonly message: string;
  };
  return typeof code === 'string' ? { code, reason: code } : { code: undefined, reason: message };
}
