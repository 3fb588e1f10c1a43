import { posix } from 'node:path';
import { compileRegex } from '../../lang/regex.js';

/**
 * Does a rule in the syntax of ignore files meet this path? From where the path is meant is not known here, so a pattern may begin
 * at any part of it; it meets what lies in a folder that it names. Letters count as equal in both cases, as some systems of
 * files have it.
 */
export function meetsPath(pattern: string, path: string): boolean {
  if (path.length > LONGEST || pattern.startsWith('!')) return true;
  const bare = pattern.replace(/^(?:\/\/|~\/|\.\/|\/)/, '').replace(/\/$/, '');
  const compiled = compileRegex(`(?is)(?:^|/)${expressionOf(bare)}(?:/|$)`);
  if (!compiled.ok) return true;
  return [path, posix.normalize(path)].some((one) => compiled.regex.test(one));
}

const LONGEST = 10_000;

function expressionOf(pattern: string): string {
  return pattern.replace(
    /\*\*\/|\*\*|\*|\?|\[(!|\^)?(\]?[^\]/]*)\]|\\(.)|[\s\S]/gu,
    (found, negated: string | undefined, inside: string | undefined, escaped: string | undefined) => {
      if (found === '**/') return '(?:.*/)?';
      if (found === '**') return '.*';
      if (found === '*') return '[^/]*';
      if (found === '?') return '[^/]';
      if (inside !== undefined) return `[${negated ? '^/' : ''}${inside.replace(/[\\[\]&~^]/g, '\\$&')}]`;
      return literal(escaped ?? found);
    },
  );
}

function literal(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}
