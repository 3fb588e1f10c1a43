import { compileRegex } from '../lang/regex.js';
import { compileTimedRegex } from '../lang/timed-regex.js';
import type { EventContext } from '../model/event.js';
import { eventKind } from '../model/event-table.js';
import type { Dialect } from './settings-hook.js';

export type Matcher =
  | { readonly ok: true; matches(name: string): MatchResult }
  | { readonly ok: false; readonly reason: string };

/** `late`: evaluating it took too long, so it counts as a match. */
export type MatchResult = boolean | 'late';

/** Compiles a matcher. Expressions run in a linear-time engine where it can read them, so no matcher can hang a tool. */
export function compileMatcher(text: string | undefined, dialect: Dialect, event: string): Matcher {
  if (text === undefined || text === '' || text === '*') return { ok: true, matches: () => true };
  return dialect === 'claude' ? claudeMatcher(text, event) : agentMatcher(text);
}

/** Names and lists of names are exact; any other sign makes it an expression that may match anywhere. Files have names only. */
function claudeMatcher(text: string, event: string): Matcher {
  if (eventKind(event)?.matched === fileField) return anyOf(text.split('|').map((name) => exactly(name.trim())));
  if (isClaudeList(text)) return anyOf(text.split(/[|,]/).map((name) => exactly(name.trim())));
  const linear = expression(text);
  if (linear.ok) return linear;
  // Look-around and back-references, which Claude Code reads.
  const timed = compileTimedRegex(text);
  return timed.ok ? { ok: true, matches: timed.test } : linear;
}

const fileField = 'file_path';

/** Names, `prefix*` and lists of both; any other sign makes it an expression that may match anywhere. */
function agentMatcher(text: string): Matcher {
  const alternatives = agentList(text);
  return alternatives ? anyOf(alternatives.map(prefixOrName)) : expression(text);
}

function isClaudeList(text: string): boolean {
  return /^[\w\- ,|]+$/.test(text);
}

function agentList(text: string): readonly string[] | undefined {
  if (!/^[\w\-:*/@ |]+$/.test(text)) return undefined;
  const alternatives = text.split('|').map((one) => one.trim());
  return alternatives.every((one) => !one.slice(0, -1).includes('*')) ? alternatives : undefined;
}

function prefixOrName(text: string): (name: string) => boolean {
  if (!text.endsWith('*')) return exactly(text);
  const prefix = text.slice(0, -1);
  return prefix === 'builtin:' ? isBuiltIn : (name) => name.startsWith(prefix);
}

/** A built-in tool may or may not be written with its prefix. */
function exactly(wanted: string): (name: string) => boolean {
  const bare = wanted.replace(/^builtin:/, '');
  return (name) => name === wanted || name === bare || name === `builtin:${wanted}`;
}

/** What comes from no server: `mcp__server__tool` and `server:tool` do. */
function isBuiltIn(name: string): boolean {
  return name.startsWith('builtin:') || !(name.startsWith('mcp__') || name.includes(':'));
}

function anyOf(tests: readonly ((name: string) => boolean)[]): Matcher {
  return { ok: true, matches: (name) => tests.some((test) => test(name)) };
}

function expression(text: string): Matcher {
  const compiled = compileRegex(text);
  return compiled.ok ? { ok: true, matches: (name) => compiled.regex.test(name) } : compiled;
}

/**
 * What a matcher is held against at an event: the name of the tool, the way a session began, the kind of a notification.
 * `undefined` where the event knows no such thing, and then every matcher matches it; `''` where the context does not say.
 */
export function matchedName(event: string, context: EventContext): string | undefined {
  const field = eventKind(event)?.matched;
  if (field === undefined) return undefined;
  const value = context[field] ?? (event === 'Notification' && context.event_type !== event ? context.event_type : '');
  const name = typeof value === 'string' ? value : '';
  return field === fileField ? name.slice(name.lastIndexOf('/') + 1) : name;
}

/** A matcher as patterns of rules: names, `prefix*`, `/expression/`. */
export function patternsOf(text: string | undefined, dialect: Dialect): readonly string[] {
  if (text === undefined || text === '' || text === '*') return ['*'];
  if (dialect === 'claude') {
    return isClaudeList(text)
      ? text
          .split(/[|,]/)
          .map((name) => name.trim())
          .filter((name) => name !== '')
      : [`/${text}/`];
  }
  const alternatives = agentList(text);
  if (!alternatives) return [`/${text}/`];
  // Every step is built in: none comes from a server of tools.
  return alternatives.map((one) => one.replace(/^builtin:/, '')).filter((one) => one !== '');
}

/** `*` means anything. Pieces are found one after another, so that no pattern can take long. */
export function wildcard(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  return (text) => {
    if (last === undefined) return text === first;
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}
