import { builtIns, reservedWords } from './shell-words.js';

/**
 * Is shell text one program with its arguments, so that something can be put in front of it and it still means the same?
 * No reading of the text: it may hold no sign at all that means something to a shell, but for variables and quotes. In doubt it
 * is not one program.
 */
export function isOneProgram(script: string): boolean {
  const [program] = /^[\w./+-]+(?=\s|$)/.exec(script) ?? [];
  if (program === undefined || reservedWords.has(program) || builtIns.has(program)) return false;
  return !/[;&|<>(){}`#\n\\~*?![\]]/.test(script.replace(/'[^']*'/g, "''"));
}
