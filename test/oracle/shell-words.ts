/** The words a POSIX shell makes of one simple command without expansions; quotes and backslashes are taken off. */
export function shellWords(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < command.length; at += 1) {
    const char = command[at]!;
    if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === "'") {
      const end = command.indexOf("'", at + 1);
      if (end < 0) throw new Error(`open quote in ${command}`);
      word = (word ?? '') + command.slice(at + 1, end);
      at = end;
    } else if (char === '"') {
      word ??= '';
      for (at += 1; at < command.length && command[at] !== '"'; at += 1) {
        if (command[at] === '\\' && '$`"\\\n'.includes(command[at + 1] ?? '')) at += 1;
        word += command[at];
      }
    } else if (char === '\\') {
      at += 1;
      word = (word ?? '') + (command[at] ?? '');
    } else {
      word = (word ?? '') + char;
    }
  }
  return word === undefined ? words : [...words, word];
}

/** What of a command stands outside of quotes: where its operators are. */
export function unquoted(command: string): string {
  return command.replace(/\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g, ' ');
}
