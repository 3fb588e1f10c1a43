import { findProgram, searchPath } from '../find-program.js';

/**
 * A command as a user types it next, in the folder they are in.
 * @param project the folder of the project, as it was written
 */
export function commandFor(verb: string, project: string): string {
  const command = `${nameInShell()} ${verb}`;
  return project === '.' ? command : `cd ${inShell(project) ?? 'FOLDER'} && ${command}`;
}

/** `npx`, and what runs scripts of a package, put folders before the path that the shell of the user does not have. */
function nameInShell(): string {
  const ofUser = searchPath().filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder));
  return findProgram('dagweave', ofUser) === undefined ? 'npx dagweave' : 'dagweave';
}

/** A path as one word; `undefined` where not all shells take it as it is. */
export function inShell(path: string): string | undefined {
  const safe = path.startsWith('-') ? `./${path}` : path;
  if (/^[\p{L}\p{M}\p{N}_./-]+$/u.test(safe)) return safe;
  return /^[\p{L}\p{M}\p{N}_./ -]+$/u.test(safe) ? `"${safe}"` : undefined;
}
