import type { Language } from './programs/program.js';

/**
 * May code in a language other than the shell's start programs? Seen by the words that do so; code that hides them is not
 * followed, as code in a file is not.
 */
export function mayStartPrograms(code: string, language: Language): boolean {
  return (
    pastedStatement.test(code) || (starting[language] ?? /$/).test(code) || alsoStarting[language]?.(code) === true
  );
}

/** What an engine pasted in is a part of the code itself where a statement may begin. */
const pastedStatement = /(?:^|[;{}\n])[^\S\n]*\uFFFB/;

const starting: Readonly<Partial<Record<Language, RegExp>>> = {
  names: /\$\(|`/,
  awk: /system|\||@/,
  /** The command `e`. */
  sed: /(?:^|[;{}\n\d$/!,])[^\S\n]*e(?![\w/])/,
  foreign: /\S/,
  make: /^\t|;|\$\(|!=/m,
  other:
    /system|exec|eval|spawn|popen|fork|passthru|pcntl|subprocess|child_process|importlib|__import__|getattr|builtins|globals|ctypes|open3|shell|constructor|Function|syscall|cmd|`|%x|qx|\bos\b|\bpty\b|\bBun\b|\bDeno\b|\bdo\b|\brun\b|\\!|^\s*[!:]|require\s*\(\s*[^'"\s]|\bsh\b/,
};

/** What one expression could only say by looking at the same text again and again. */
const alsoStarting: Readonly<Partial<Record<Language, (code: string) => boolean>>> = {
  /** `e` among the flags of `s`. */
  sed: (code) => [...code.matchAll(/[^\w\s\\](\w+)\s*(?:[;}\n]|$)/g)].some(([, flags]) => flags!.includes('e')),
  /** A pipe in the name of a file to open. */
  other: (code) => code.includes('open') && code.includes('|'),
};

/** How an interpreter whose code is looked into takes it as an argument; `undefined` for all other programs. */
export function codeOption(program: string): string | undefined {
  return codeOptions.get(program.replace(/(?<![\d.])[\d.]+$/, ''));
}

const codeOptions: ReadonlyMap<string, string> = new Map([
  ...['fish', 'python', 'pypy'].map((name) => [name, '-c'] as const),
  ...['perl', 'ruby', 'node', 'nodejs', 'lua', 'Rscript'].map((name) => [name, '-e'] as const),
  ['php', '-r'],
]);
