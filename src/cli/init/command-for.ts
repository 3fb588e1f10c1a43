import { findProgram, searchPath } from '../find-program.js';

/**
 * A command as a user types it next, in the folder they are in.
 * @param project the folder of the project, as it was written
 */
export function commandFor(verb: string, project: string): string {
  const command = `${nameInShell()} ${verb}`;
  return project === '.' ? command : `cd ${inShell(project)} && ${command}`;
}

/** `npx`, and what runs scripts of a package, put folders before the path that the shell of the user does not have. */
function nameInShell(): string {
  const ofUser = searchPath().filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder));
  return findProgram('dagweave', ofUser) === undefined ? 'npx dagweave' : 'dagweave';
}

/** A placeholder where no shell takes it as it is. */
function inShell(folder: string): string {
  if (/^[\w./][\w./-]*$/.test(folder)) return folder;
  return /^[\w./][\w./ -]*$/.test(folder) ? `"${folder}"` : 'FOLDER';
}
