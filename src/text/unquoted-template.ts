/** Where a template is that begins at an offset, such as `{{task_id}}`; `undefined` where none does. It ends on its line. */
export function templateAt(text: string, start: number): { readonly start: number; readonly end: number } | undefined {
  template.lastIndex = start;
  const [found] = template.exec(text) ?? [];
  // Braces that were doubled around a mapping, as in a template of Python.
  if (found === undefined || /:\s|":/.test(found)) return undefined;
  return { start, end: start + found.length };
}

/** Blocks such as `{{#if}}` are no values, whatever is around them. */
const template = /\{\{(?![-#/])[^{}\r\n]{1,200}\}\}/y;

export function sayUnquoted(found: string): { readonly message: string; readonly cure: string } {
  const shown = found.length > longestShown ? '{{ }}' : found;
  return {
    message: `quotes are missing around the value with \`${shown}\``,
    cure: `put the whole value in ${found.includes('"') ? 'single ' : ''}quotes`,
  };
}

const longestShown = 60;
