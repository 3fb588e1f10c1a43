import { compileJsonPath, maxPathDepth } from '../../lang/json-path.js';
import { compileRegex } from '../../lang/regex.js';
import { jsonInText } from '../../runtime/json-in-text.js';

/** How to find a score in what a command gave. */
export type ScoreMethod =
  | { readonly kind: 'json_path'; readonly path: string }
  | { readonly kind: 'regex'; readonly pattern: string };

/** A text to search; `name` is what messages call it, such as `standard output`. */
export interface ScoreSource {
  readonly name: string;
  readonly text: string;
}

export type ScoreReading =
  | { readonly ok: true; readonly score: number }
  /** `nothing`: there was nothing of the kind that is searched, so another source may be tried. */
  | { readonly ok: false; readonly nothing: boolean; readonly reason: string };

/**
 * Finds a score. A path finds it in the last piece of JSON that has a value there; an expression in its first group, or in the
 * whole match where it has none. Says what was searched in what where there is no score.
 */
export function readScore(method: ScoreMethod, source: ScoreSource): ScoreReading {
  return method.kind === 'json_path' ? readByPath(method.path, source) : readByRegex(method.pattern, source);
}

/** `85`, `85.5 %` and `17/20`, which is 85. @internal */
export function readNumber(text: string): number | undefined {
  const [whole, rest, ...more] = text.trim().split('/');
  if (more.length > 0) return undefined;
  if (rest !== undefined) {
    const share = plainNumber(whole!);
    const total = plainNumber(rest);
    return share === undefined || total === undefined || total === 0 ? undefined : (share / total) * 100;
  }
  return plainNumber(whole!.endsWith('%') ? whole!.slice(0, -1) : whole!);
}

function plainNumber(text: string): number | undefined {
  const number = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

function readByPath(source: string, { name, text }: ScoreSource): ScoreReading {
  const compiled = compileJsonPath(source);
  if (!compiled.ok)
    return none(`the path ${source} cannot be read: ${compiled.reason}, at character ${compiled.at + 1}`);
  const found = jsonInText(text, maxPathDepth);
  if (!found.ok) return none(`the path ${source} was not searched in ${name}: ${found.reason}`);
  if (found.values.length === 0) return none(`the path ${source} was searched in ${name}, which holds no JSON`, true);
  for (const value of found.values.toReversed()) {
    const hits = compiled.path.find(value, 2);
    if (hits.length > 1) return none(`the path ${source} finds several values in ${name}; it has to find one`);
    if (hits.length === 1) return numberFrom(hits[0], `the value at ${source} in ${name}`);
  }
  return none(`the path ${source} finds no value in the JSON of ${name}`);
}

function readByRegex(pattern: string, { name, text }: ScoreSource): ScoreReading {
  const compiled = compileRegex(pattern);
  if (!compiled.ok) return none(`the expression /${pattern}/ cannot be used: ${compiled.reason}`);
  const match = compiled.regex.find(text.replaceAll('\r\n', '\n'));
  if (!match) return none(`the expression /${pattern}/ matches nothing in ${name}`, text.trim() === '');
  const [whole, group = match.groups.length === 1 ? whole : undefined] = match.groups;
  if (group === undefined) return none(`the first group of /${pattern}/ took no part in the match in ${name}`);
  return numberFrom(group, `what /${pattern}/ finds in ${name}`);
}

function numberFrom(value: unknown, what: string): ScoreReading {
  const score = typeof value === 'number' ? value : typeof value === 'string' ? readNumber(value) : undefined;
  if (score !== undefined && Number.isFinite(score)) return { ok: true, score };
  return none(`${what} is not a number but ${excerpt(value)}`);
}

function none(reason: string, nothing = false): ScoreReading {
  return { ok: false, nothing, reason };
}

function excerpt(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
