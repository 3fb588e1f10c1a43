import { compilePattern } from '../lang/pattern.js';
import type { Pattern } from '../model/pattern.js';
import type { Matches } from '../passes/graph/tasks.js';

/** The same few patterns match many names, so each is compiled once. */
export function patternMatcher(): Matches {
  const compiled = new Map<string, (name: string) => boolean>();
  return ({ text }: Pattern, name) => {
    let matches = compiled.get(text);
    if (!matches) {
      const pattern = compilePattern(text);
      matches = pattern.ok ? pattern.matches : () => false;
      compiled.set(text, matches);
    }
    return matches(name);
  };
}
