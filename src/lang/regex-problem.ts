import { compileRegex } from './regex.js';

/** Why an expression in RE2 syntax cannot be used; `undefined` where it can. Most are seen to be sound without the library. */
export function regexProblem(source: string): string | undefined {
  if (isSoundRegex(source)) return undefined;
  const compiled = compileRegex(source);
  return compiled.ok ? undefined : compiled.reason;
}

/**
 * Is it certainly sound? So are single signs of ASCII and groups of them, each repeated at most once; of any other expression only the
 * library knows.
 * @internal
 */
export function isSoundRegex(source: string): boolean {
  return source.length <= mostSigns && sound.test(source);
}

/** The library refuses what would become too large. */
const mostSigns = 500;

/** None is from back to front. */
const ranges = String.raw`0-\d|\d-9|a-[a-z]|[a-z]-z|A-[A-Z]|[A-Z]-Z`;
const sign = String.raw`(?:[\w !"#%&',/:;<=>@~.-]|\\[dDsSwW]|\\[!-/:-@[-^{-~]|\[(?:${ranges}|\w)+\])`;
const times = String.raw`(?:[*+?]\??)?`;
const signs = `(?:${sign}${times}|[|])*`;
const sound = new RegExp(String.raw`^\^?(?:${sign}${times}|[|]|\((?:\?:)?${signs}\)${times})*\$?$`);
