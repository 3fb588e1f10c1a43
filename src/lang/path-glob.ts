import { createRequire } from 'node:module';

export type CompiledPathGlob =
  | { readonly ok: true; matches(path: string): boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * Compiles a glob of paths below a repository: `*` stays within one folder, `**` crosses any number of them, and a name
 * that begins with a dot is a name like others. A leading `./` means nothing, in the glob as in the path.
 */
export function compilePathGlob(text: string): CompiledPathGlob {
  if (text.length > maxLength) return { ok: false, reason: `it is longer than ${maxLength} characters` };
  const { Minimatch } = createRequire(import.meta.url)('minimatch') as typeof import('minimatch');
  const glob = new Minimatch(plain(text), {
    nonegate: true,
    nocomment: true,
    dot: true,
    platform: 'linux',
    braceExpandMax: maxAlternatives + 1,
  });
  if (glob.set.length > maxAlternatives) {
    return { ok: false, reason: `its braces expand to more than ${maxAlternatives} alternatives` };
  }
  return { ok: true, matches: (path) => path === text || glob.match(plain(path)) };
}

const maxLength = 1000;
const maxAlternatives = 1000;

function plain(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}
