/**
 * What a container is started with, as commands of a shell: its own program, or else the words that its image may have a program for, and the
 * program that the image is named after. A mere shell waits for what it is given.
 */
export function containerCommands(
  image: string | undefined,
  entrypoint: readonly string[],
  command: readonly string[],
): readonly string[] {
  const [program] = entrypoint;
  if (program) {
    const words = [...entrypoint, ...command];
    const isShell = plainShell.test(program) && words.slice(1).every(isOption);
    return isShell ? [] : [asText(words)];
  }
  if (command.length === 0) return [];
  const name = image?.replace(/^.*\//, '').split(/[:@]/, 1)[0] ?? '';
  const own = /^[\w.+-]+$/.test(name) && command.some(isVerb) ? [asText([name, ...command])] : [];
  return isOption(command[0]!) ? own : [...own, asText(command)];
}

/** Options alone tell nothing: the program that `docker:dind` starts is not called `docker`. */
function isVerb(word: string, at: number, words: readonly string[]): boolean {
  return !isOption(word) && (at === 0 || !isOption(words[at - 1]!) || words[at - 1]!.includes('='));
}

function isOption(word: string): boolean {
  return word.startsWith('-');
}

const plainShell = /^(?:.*\/)?(?:ba|da|a|z|k)?sh$/;

function asText(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}
