/** What a shell text runs, as far as it must be known to decide that it does no harm: when in doubt, it is no answer. */
export interface ShellCommands {
  /** The words of each simple command, its assignments and redirections left out; quoted text is kept unchanged. */
  readonly commands: readonly (readonly string[])[];
  /** Files that are written. */
  readonly targets: readonly string[];
}

/** @returns `undefined` where the text has something that is not read here, such as a here-document */
export function shellCommands(text: string): ShellCommands | undefined {
  if (/<<|<\(|>\(/.test(text)) return undefined;
  const commands: string[][] = [];
  const targets: string[] = [];
  const end = readList(text.replace(/\\\r?\n/g, ' '), 0, undefined, commands, targets);
  return end === undefined ? undefined : { commands: commands.filter((one) => one.length > 0), targets };
}

const keywords = new Set('if then else elif fi while until do done ! { } time'.split(' '));

/** Reads commands up to `closing`, those of substitutions included, and says where it stopped. */
function readList(
  text: string,
  from: number,
  closing: ')' | '`' | undefined,
  commands: string[][],
  targets: string[],
): number | undefined {
  let words: string[] = [];
  let word = '';
  let writes = false;
  const endWord = () => {
    if (word === '') return;
    if (writes) targets.push(word);
    else if (words.length > 0 || !(keywords.has(word) || /^\w+=/.test(word))) words.push(word);
    writes = false;
    word = '';
  };
  const endCommand = () => {
    endWord();
    commands.push(words);
    words = [];
  };
  const readInner = (at: number, inner: ')' | '`') => {
    const end = readList(text, at, inner, commands, targets);
    if (end !== undefined) word += '$(…)';
    return end;
  };
  for (let at = from; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === closing) {
      endCommand();
      return at;
    }
    if (char === '\\') {
      word += text.slice(at, at + 2);
      at += 1;
    } else if (char === "'") {
      const end = text.indexOf("'", at + 1);
      if (end < 0) return undefined;
      word += text.slice(at, end + 1);
      at = end;
    } else if (char === '"') {
      word += char;
      for (at += 1; text[at] !== '"'; at += 1) {
        if (at >= text.length) return undefined;
        const opens = text[at] === '`' ? '`' : text.startsWith('$(', at) ? ')' : undefined;
        if (opens) {
          const end = readInner(at + (opens === ')' ? 2 : 1), opens);
          if (end === undefined) return undefined;
          at = end;
        } else {
          if (text[at] === '\\') word += text[at++];
          word += text[at] ?? '';
        }
      }
      word += '"';
    } else if (text.startsWith('$(', at) || char === '`') {
      const end = readInner(at + (char === '`' ? 1 : 2), char === '`' ? '`' : ')');
      if (end === undefined) return undefined;
      at = end;
    } else if (text.startsWith('${', at)) {
      const end = text.indexOf('}', at);
      if (end < 0) return undefined;
      word += text.slice(at, end + 1);
      at = end;
    } else if (char === '#' && word === '') {
      const end = text.indexOf('\n', at);
      at = (end < 0 ? text.length : end) - 1;
    } else if (char === '>') {
      if (/^\d$/.test(word)) word = '';
      endWord();
      while (text[at + 1] === '>' || text[at + 1] === '|') at += 1;
      if (text[at + 1] === '&') {
        word = '&';
        at += 1;
      }
      writes = true;
    } else if (';|&\n()'.includes(char)) endCommand();
    else if (/\s/.test(char)) endWord();
    else word += char;
  }
  endCommand();
  return closing === undefined ? text.length : undefined;
}
