/** Programs that take text for code, as far as they are known here. */

/** They put all words behind them together and read them anew. */
const readsAllWords = /^(?:eval|ssh|rsh|mosh|trap|watch|parallel|sqlite3|timeit)$/;
/** The same, of names that mean something else where they are no command. */
const readsAllAsCommand = /^(?:alias|let|unset|tmux)$/;

const shells = /^(?:\$\{?(?:SHELL|BASH)\}?|(?:ba|da|a|z|k|c|tc|mk|ok|ya|rba|fi)?sh|xonsh|elvish|pwsh|powershell)$/;
const languages =
  /^(?:python[\d.]*|pypy[\d.]*|perl[\d.]*|ruby[\d.]*|node|nodejs|deno|bun|tsx|ts-node|php[\d.]*|lua[\d.]*|luajit|Rscript|julia|elixir|scala|groovy|tclsh|guile|racket|osascript)$/;
/** Their words name a database; what they read is code. */
const clients = /^(?:psql|mysql|mariadb|duckdb|mongosh|clickhouse-client)$/;
/** They hand a text to one of the others, and do not read from standard input themselves. */
const starters = /^(?:su|runuser|flock|nvim|emacs|gdb)$/;
const startersAsCommand = /^(?:sg|script|npx|npm|vim?|expect|cmd|nu|R)$/;

export type ReaderKind = 'all-words' | 'interpreter' | 'client' | 'starter';

/** How a program reads code. @param isCommand it stands where the name of a command does */
export function readerKind(program: string, isCommand: boolean): ReaderKind | undefined {
  if (readsAllWords.test(program) || (isCommand && readsAllAsCommand.test(program))) return 'all-words';
  if (shells.test(program) || languages.test(program)) return 'interpreter';
  if (clients.test(program)) return 'client';
  return starters.test(program) || (isCommand && startersAsCommand.test(program)) ? 'starter' : undefined;
}

const codeFlag = /^(?:-[a-zA-Z]*[ceE]|-[Cc]ommand|--(?:eval|exec|execute|command|print))$/;
/** Flags of one program only. */
const otherCodeFlags: ReadonlyMap<string, RegExp> = new Map([
  ['php', /^-[rBR]$/],
  ['node', /^-p$/],
  ['bun', /^-p$/],
  ['deno', /^eval$/],
  ['gdb', /^-ex$/],
  ['cmd', /^\/[cCkK]$/],
]);

/** The word behind it is code. */
export function isCodeFlag(program: string, flag: string): boolean {
  return codeFlag.test(flag) || (otherCodeFlags.get(program)?.test(flag) ?? false);
}

/** A flag and its code are one word, as in `-e's/a/b/'` and `--eval=1`. */
export function holdsCode(word: string): boolean {
  return /^(?:-[a-zA-Z]*[ceE]|--(?:eval|exec|execute|command|print|cmd)=)./s.test(word);
}

/** Words that name a command for a program to run: variables, options and settings. */
export function namesCommand(program: string, flag: string, word: string): boolean {
  if (commandVariables.test(word) || commandOptions.test(word)) return true;
  if (program === 'git') return flag === '-c' && /^(?:alias|core|pager|diff|filter|merge|credential)\./.test(word);
  return program === 'env' && /^(?:-\w*S|--split-string)$/.test(flag);
}

const commandVariables =
  /^(?:BASH_ENV|ENV|PROMPT_COMMAND|PS4|EDITOR|VISUAL|PAGER|LESSOPEN|GIT_\w+|PERL5\w+|RUBYOPT|NODE_OPTIONS|PYTHONSTARTUP|LD_PRELOAD)=/;
const commandOptions = /^--(?:to-command|checkpoint-action|use-compress-program|info-script|rsh-command|rsh)=/;

/** Their first word that is no option is a program. */
export function isFilter(program: string): boolean {
  return /^(?:[gmn]?awk|sed|gsed)$/.test(program);
}

/** An option of an interpreter or a filter whose value is the next word, and no code. */
export function takesNext(option: string): boolean {
  return /^-(?:[oOWXrIFvl]|-require|-import|-loader)$/.test(option);
}

/** Words that a builtin of the shell evaluates: names of variables, whose index may hold a command. */
export function evaluatesWord(builtin: string, flag: string, word: string, valueSign: string): boolean {
  switch (builtin) {
    case 'declare':
    case 'typeset':
    case 'local':
    case 'export':
    case 'readonly':
      return /^-\w*i/.test(flag) || word.split('=')[0]!.includes(valueSign);
    case 'test':
    case '[':
    case 'printf':
      return flag === '-v';
    case 'read':
      return !/^-\w*[pdtnNui]$/.test(flag) && !word.startsWith('-');
    case 'mapfile':
    case 'readarray':
      return /^-\w*C$/.test(flag);
    default:
      return false;
  }
}
