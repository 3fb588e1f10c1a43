/**
 * Is an expression in RE2 syntax certainly sound? So are single signs of ASCII and groups of them, each repeated at most once; of any other
 * expression only the library knows.
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
