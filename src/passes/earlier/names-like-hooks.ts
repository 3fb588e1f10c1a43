import type { Engine } from '../../model/engine.js';
import { hookPrefix } from '../../model/mark.js';
import type { Rule } from '../../model/rule.js';
import { legalSigns, namesOfRule } from '../rules/hook-name.js';

/** Could a hook of these rules be called so? In time that does not grow with their number. */
export function namesLikeHooks(rules: readonly Rule[], engine: Engine): (name: string) => boolean {
  const beginnings = new Set(rules.flatMap(namesOfRule).map((name) => legalSigns(name, engine)));
  const sorted = [...beginnings].sort();
  const longest = sorted.reduce((most, { length }) => Math.max(most, length), 0);
  return (name) => {
    if (!name.startsWith(hookPrefix)) return false;
    if (beginnings.has(name)) return true;
    for (let end = name.indexOf('-'); end !== -1 && end <= longest; end = name.indexOf('-', end + 1))
      if (beginnings.has(name.slice(0, end))) return true;
    const uncut = withoutHash(name);
    return uncut !== undefined && firstFrom(sorted, uncut)?.startsWith(uncut) === true;
  };
}

/** What is left of a name that was cut; `undefined` for one that was not. */
function withoutHash(name: string): string | undefined {
  return /^(.+)-[0-9a-f]{8}$/.exec(name)?.[1];
}

/** The first of sorted texts that is not less than another: those that begin with it are from there on. */
function firstFrom(sorted: readonly string[], text: string): string | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return sorted[low];
}
