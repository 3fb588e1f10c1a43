import { type CompiledGlob, compileGlob } from './glob.js';
import { literalBeginning } from './pattern.js';

/**
 * Compiles a glob of paths below a repository: `*` stays within one folder, `**` crosses any number of them, and a name
 * that begins with a dot is a name like others. A leading `./` means nothing, in the glob as in the path.
 */
export function compilePathGlob(text: string): CompiledGlob {
  const glob = compileGlob(text, withoutDot);
  if (!glob.ok) return glob;
  const plain = withoutDot(text);
  // Of a `/` there may be more or fewer in a path, and a dot may be a folder.
  const isPlain = isNormal(plain) && !plain.includes('..') && !plain.endsWith('/.');
  const first = isPlain ? literalBeginning(plain).replace(/\/$/, '') : '';
  const last = isPlain ? literalEnd(plain).replace(/^\//, '') : '';
  const mayMatch = (path: string) => (path.startsWith(first) && path.endsWith(last)) || !isNormal(path);
  // Most of many paths begin or end with something else, which is seen without the library.
  return { ok: true, matches: (path) => mayMatch(path) && glob.matches(path) };
}

function withoutDot(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}

/** The part of a glob behind its last sign: each path that it matches ends with that. */
function literalEnd(glob: string): string {
  const signs = /[*?[\]{}()\\@+!|,]/g;
  let from = 0;
  for (const { index } of glob.matchAll(signs)) from = index + 1;
  return glob.slice(from);
}

function isNormal(path: string): boolean {
  return !path.endsWith('/') && !path.includes('//') && !path.includes('./');
}
