import type { Language } from './programs.js';

/**
 * May code in a language other than the shell's start programs? Seen by the words that do so; code that hides them is not
 * followed, as code in a file is not.
 */
export function mayStartPrograms(code: string, language: Language): boolean {
  return (starting[language] ?? /$/).test(code);
}

const starting: Readonly<Partial<Record<Language, RegExp>>> = {
  names: /\$\(|`/,
  awk: /system|\||@/,
  /** The command `e`, and the same as a flag of `s`. */
  sed: /(?:^|[;{}\n\d$/!,])\s*e(?![\w/])|[^\w\s\\]\w*e\w*\s*(?:[;}\n]|$)/,
  foreign: /\S/,
  make: /^\t|;|\$\(|!=/m,
  other:
    /system|exec|eval|spawn|popen|fork|passthru|pcntl|subprocess|child_process|importlib|__import__|getattr|builtins|globals|ctypes|open3|shell|constructor|Function|syscall|cmd|`|%x|qx|\bos\b|\bpty\b|\bBun\b|\bDeno\b|\bdo\b|\brun\b|open.*\||\\!|^\s*[!:]|require\s*\(\s*[^'"\s]|\bsh\b/,
};
