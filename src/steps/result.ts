import type { Outcome } from '../runtime/attempt.js';

/** What every step prints: one JSON object. Each type adds fields of its own. */
export interface StepResult {
  readonly type: string;
  readonly success: boolean;
  readonly skipped: boolean;
  readonly error: string | null;
  readonly started_at: string;
  readonly duration_seconds: number;
  readonly task_id: string | null;
  readonly spec_id: string | null;
  readonly [field: string]: unknown;
}

export const exitCodes = { success: 0, failure: 1, blocked: 2, timeout: 124, unable: 125 } as const;

/** How a step ended, as its caller sees it. */
export type Verdict = keyof typeof exitCodes;

export interface Finished {
  readonly type: string;
  readonly verdict: Verdict;
  readonly outcome: Outcome;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly subject: { readonly task_id: string | null; readonly spec_id: string | null };
}

/** The text to print: one line of JSON, secrets hidden, short enough for an engine to keep. */
export function resultText(finished: Finished, mask: (text: string) => string): string {
  const { type, verdict, outcome, startedAt, endedAt, subject } = finished;
  const common: StepResult = {
    type,
    success: verdict === 'success',
    skipped: outcome.skipped ?? false,
    error: verdict === 'success' ? null : (outcome.error ?? 'no reason was given'),
    started_at: new Date(startedAt).toISOString(),
    duration_seconds: (endedAt - startedAt) / 1000,
    task_id: subject.task_id,
    spec_id: subject.spec_id,
  };
  const whole = withinLimit(masked({ ...common, ...outcome.fields }, mask) as Record<string, unknown>);
  // Only texts can be shortened. Where something else is too large, what every result has must do.
  return (
    whole ?? withinLimit(masked(common, mask) as Record<string, unknown>) ?? JSON.stringify({ ...common, error: null })
  );
}

/** What goes to standard output, one line of JSON: the result, unless the step was to give something else. */
export function printedText({ outcome }: Finished, result: string, mask: (text: string) => string): string {
  return outcome.prints === undefined ? result : printable(masked(outcome.prints, mask));
}

/**
 * An engine hands what it has captured on to later steps as environment variables. On Linux the name, the sign between and the value
 * of one have at most 131,071 bytes, and all together about 2 MB: beyond that, the later step fails.
 */
const byteLimits = { wanted: 32 * 1024, hard: 96 * 1024 } as const;

/** The same for what is printed in place of the result, texts at any depth. */
function printable(value: unknown): string {
  let text = JSON.stringify(value);
  for (let longest = byteLimits.hard; Buffer.byteLength(text) > byteLimits.hard && longest >= 1000; longest /= 2) {
    text = JSON.stringify(value, (_, one) =>
      typeof one === 'string' && one.length > longest ? shorten(one, longest) : one,
    );
  }
  return text;
}

/** Halves the longest text until all fits. Numbers, flags and structure stay; `undefined` where they alone are too much. */
function withinLimit(result: Record<string, unknown>): string | undefined {
  const shortened = { ...result };
  let text = JSON.stringify(shortened);
  while (Buffer.byteLength(text) > byteLimits.wanted) {
    const [name, longest] = longestText(shortened);
    if (longest.length < 1000) break;
    // Always from the whole text, so that the note in its middle counts all that is left out.
    shortened[name] = shorten(result[name] as string, longest.length / 2);
    text = JSON.stringify(shortened);
  }
  return Buffer.byteLength(text) <= byteLimits.hard ? text : undefined;
}

function longestText(result: Readonly<Record<string, unknown>>): readonly [string, string] {
  const texts = Object.entries(result).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return texts.reduce((longest, entry) => (entry[1].length > longest[1].length ? entry : longest), ['', '']);
}

/** Beginning and end of a text, at most half of it. */
function shorten(text: string, most: number): string {
  const quarter = Math.floor(Math.min(most, text.length / 2) / 2);
  return `${text.slice(0, quarter)}\n[… ${text.length - 2 * quarter} characters left out …]\n${text.slice(-quarter)}`;
}

/** Every text in it, names of fields too. Structure of foreign origin is no deeper than its reader allowed. */
function masked(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [mask(key), masked(item, mask)]));
  }
  return value;
}
