/**
 * The tasks, or steps, whose success a `when` asks for, so that it is false where one of them ended in another way. Of a `when` that asks
 * for more than all of several things, nothing is said.
 */
export function askedSuccesses(when: string): readonly string[] {
  if (/[|()]/.test(when)) return [];
  return when.split('&&').flatMap((part) => success.exec(part.trim())?.[2] ?? []);
}

const success =
  /^(['"]?)\{\{[ \t]*(?:tasks|steps)\.([-A-Za-z0-9]+)\.status[ \t]*\}\}\1[ \t]*==[ \t]*(['"]?)Succeeded\3$/;
