import { isOurs } from './variable-names.js';

interface Located {
  readonly start: number;
  readonly end: number;
}

/**
 * A `{{…}}` that means something to us. Everything else between braces is the engine's and is plain text here.
 * Only this is asked here: which stretches of a text are tags of ours, and which look like some. Handlebars cannot say it, because one
 * foreign tag such as `{{.Names}}`, `{{name | upper}}` or `{{b}` makes it refuse the whole text, and so do `{{vars.1}}` and
 * `{{> a+b.md}}`, which are ours. What a tag of ours does to the text around it is read by Handlebars alone (`handlebars.ts`).
 */
export type Tag =
  | (Located & { readonly kind: 'variable' | 'partial'; readonly name: string })
  | (Located & { readonly kind: 'comment' })
  /** Text that a backslash in front protects; it starts with that backslash. */
  | (Located & { readonly kind: 'escaped' })
  /** A block, a helper or a partial with parameters: what our prompts do not have. */
  | (Located & { readonly kind: 'unsupported' })
  /**
   * The engine's, with the first word in it, from which a caller can tell whether it was meant for us:
   * `{{name}}`, `${{name}}`, or something else that starts like a tag, such as `{{name | upper}}`.
   */
  | (Located & { readonly kind: 'foreign'; readonly name: string; readonly form: 'plain' | 'dollar' | 'other' });

type Language = 'command' | 'prompt';

/** Is a name one that we give a value to? */
export type Ours = (name: string) => boolean;

/** Finds the tags in order of position, in linear time. `prompt` turns on partials, comments and the refusal of blocks. */
export function findTags(text: string, language: Language, ours: Ours = isOurs): readonly Tag[] {
  const tags: Tag[] = [];
  const lastClose = text.lastIndexOf('}');
  let at = text.indexOf('{{');
  while (at !== -1 && at < lastClose) {
    const tag = tagAt(text, at, language, ours);
    if (tag) tags.push(tag);
    at = text.indexOf('{{', tag ? tag.end : endOfBraces(text, at));
  }
  return tags;
}

function tagAt(text: string, at: number, language: Language, ours: Ours): Tag | undefined {
  const braces = endOfBraces(text, at) - at;
  if (text[at - 1] === '$') return dollarTag(text, at - 1, at + braces);
  if (braces > 3) return undefined;
  const tag =
    (braces === 3 ? rawVariable(text, at, ours) : undefined) ??
    variable(text, at + braces - 2, ours) ??
    (language === 'prompt' && braces === 2 ? promptTag(text, at) : undefined);
  if (!tag) return foreignTag(text, at + braces - 2);
  return isEscaped(text, tag.start) ? { kind: 'escaped', start: tag.start - 1, end: tag.end } : tag;
}

function endOfBraces(text: string, at: number): number {
  let end = at;
  while (text[end] === '{') end++;
  return end;
}

function rawVariable(text: string, start: number, ours: Ours): Tag | undefined {
  const [whole, name] = matchAt(/\{\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}\}/uy, text, start);
  if (whole === undefined || !ours(name!)) return undefined;
  return { kind: 'variable', name: name!, start, end: start + whole.length };
}

function variable(text: string, start: number, ours: Ours): Tag | undefined {
  const [whole, name] = matchAt(/\{\{~?\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*~?\}\}/uy, text, start);
  if (whole === undefined || !ours(name!)) return undefined;
  return { kind: 'variable', name: name!, start, end: start + whole.length };
}

function promptTag(text: string, start: number): Tag | undefined {
  if (!/\{\{~?[>!#^/*]/.test(text.slice(start, start + 4))) return undefined;
  const [partial, name] = matchAt(/\{\{~?>\s*([^\s{}~()'"=]+)\s*~?\}\}/y, text, start);
  if (partial !== undefined) return { kind: 'partial', name: name!, start, end: start + partial.length };
  const isComment = text[start + (text[start + 2] === '~' ? 3 : 2)] === '!';
  const end = isComment ? endOfComment(text, start) : endOfTag(text, start);
  return end === undefined ? undefined : { kind: isComment ? 'comment' : 'unsupported', start, end };
}

function endOfComment(text: string, start: number): number | undefined {
  if (/\{\{~?!--/.test(text.slice(start, start + 6))) {
    const close = text.indexOf('--}}', start);
    if (close !== -1) return close + 4;
  }
  return endOfTag(text, start);
}

function endOfTag(text: string, start: number): number | undefined {
  const close = text.indexOf('}}', start);
  return close === -1 ? undefined : close + 2;
}

/** `${{ … }}` is the engine's, whatever is in it. */
function dollarTag(text: string, start: number, inside: number): Tag | undefined {
  const end = endOfTag(text, inside);
  if (end === undefined) return undefined;
  return { kind: 'foreign', name: text.slice(inside, end - 2).trim(), form: 'dollar', start, end };
}

function foreignTag(text: string, start: number): Tag | undefined {
  const [whole, name, close] = matchAt(/\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*(\}\}|)/uy, text, start);
  if (whole === undefined) return undefined;
  return { kind: 'foreign', name: name!, form: close === '}}' ? 'plain' : 'other', start, end: start + whole.length };
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}

function matchAt(sticky: RegExp, text: string, at: number): readonly (string | undefined)[] {
  sticky.lastIndex = at;
  return sticky.exec(text) ?? [];
}
