import type { Program } from './programs/program.js';
import type { Word } from './tokens.js';

export function isAssignment({ text, bare }: Word): boolean {
  const [whole, index] = assignment.exec(text) ?? [];
  return whole !== undefined && (index !== undefined || bare >= whole.length);
}

/** The same of a word before the command of a program. Programs see no quotes, and take any name. */
export function isSettingFor({ assignments }: Program, word: Word): boolean {
  if (assignments !== 'words') return assignments === 'shell' && isAssignment(word);
  const equals = word.text.indexOf('=');
  return equals > 0 && (!word.splits || equals < word.known);
}

const assignment = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/;

/** Variables whose value is a command, code, or a file of code to the programs that find them set. */
export const commandVariable =
  /^(?:BASH_ENV|PROMPT_COMMAND|PS[04]|[A-Z_]*EDITOR|VISUAL|[A-Z_]*PAGER|BROWSER|LESSOPEN|LESSCLOSE|GIT_(?:SSH|SSH_COMMAND|ASKPASS|EXTERNAL_DIFF|PROXY_COMMAND|CONFIG\w*|EXEC_PATH)|SSH_ASKPASS|SUDO_ASKPASS|RSYNC_RSH|CVS_RSH|TAR_OPTIONS|PERL5\w+|RUBYOPT|RUBYLIB|NODE_OPTIONS|PYTHONSTARTUP|PYTHONPATH|LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|MAKEFLAGS|SHELLOPTS|BASHOPTS)\+?=/;
