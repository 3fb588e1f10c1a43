import { type CompiledGlob, compileGlob } from './glob.js';

/**
 * Compiles a glob of paths below a repository: `*` stays within one folder, `**` crosses any number of them, and a name
 * that begins with a dot is a name like others. A leading `./` means nothing, in the glob as in the path.
 */
export function compilePathGlob(text: string): CompiledGlob {
  return compileGlob(text, (path) => path.replace(/^(?:\.\/)+/, ''));
}
