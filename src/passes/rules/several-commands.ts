/** Does a pattern for commands ask for a pipe or a list of them, such as `curl * | sh`? Each is compared by itself, so it would match none. */
export function isOfSeveralCommands(pattern: string): boolean {
  if (/^\/.*\/[a-z]*$/s.test(pattern)) return /[ *+]\\\||[ *+]\[\|\]| && |; /.test(pattern);
  // In a glob, `@(a|b)` is a choice.
  return /[ *]\|| && |; /.test(pattern.replace(/[@?+*!]\([^()]*\)/g, ''));
}
