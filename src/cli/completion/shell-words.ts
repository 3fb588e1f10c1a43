import type { FoundVerb } from './verbs.js';

/** A literal in single quotes, for bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The branches that follow the words of a line to the verb they name. */
export function verbBranches(verbs: readonly FoundVerb[]): readonly string[] {
  return verbs.flatMap(({ path }) => {
    if (path === '') return [];
    const above = path.includes(' ') ? path.slice(0, path.lastIndexOf(' ')) : '';
    return [`      ${quoted(`${above}/${path.slice(path.lastIndexOf(' ') + 1)}`)}) verb=${quoted(path)} ;;`];
  });
}
