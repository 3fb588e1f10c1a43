import { isFilledIn } from '../lang/variable-names.js';

/** What means the marks of a text; `undefined` where a name has no value. */
export interface TemplateValues {
  /** For `{{name}}`: what the compiler handed over. `start` is true where the text begins with it. */
  value(name: string, start: boolean): string | undefined;
  /** For `${NAME}`. */
  variable(name: string, start: boolean): string | undefined;
}

export interface Filled {
  readonly text: string;
  /** Names in `${NAME}` that have no value. */
  readonly missing: readonly string[];
}

/**
 * Puts values into a text, in one pass, so that a value that looks like a mark stays text. `$${NAME}` is a literal `${NAME}`, and a
 * backslash makes a literal of `{{name}}`. All other braces stay as they are.
 */
export function fillTemplate(template: string, values: TemplateValues): Filled {
  const out: string[] = [];
  const missing = new Set<string>();
  let from = 0;
  for (const found of template.matchAll(mark)) {
    const start = found.index;
    if (start < from) continue;
    const before = template.slice(from, start);
    const [whole, dollar, variable, name] = found;
    const value = variable === undefined ? values.value(name!, start === 0) : values.variable(variable, start === 0);
    from = start + whole.length;
    if (dollar === '$$') out.push(before, whole.slice(1));
    else if (name !== undefined && isFilledIn(name) && isEscaped(before)) out.push(before.slice(0, -1), whole);
    else if (value === undefined) {
      out.push(before, whole);
      if (variable !== undefined) missing.add(variable);
    } else {
      out.push(before, value);
      // `${CALLBACK_URL}?action=approve`: the address has a query already, so another part of it follows.
      if (variable === 'CALLBACK_URL' && template[from] === '?') {
        out.push('&');
        from += 1;
      }
    }
  }
  out.push(template.slice(from));
  return { text: out.join(''), missing: [...missing] };
}

const mark = /(\$\$?)\{([A-Za-z_][A-Za-z0-9_]*)\}|\{\{\s{0,8}([\p{L}_][\p{L}\p{N}_.-]*)\s{0,8}\}\}/gu;

/** An odd number of backslashes at the end. */
function isEscaped(text: string): boolean {
  let first = text.length;
  while (text[first - 1] === '\\') first -= 1;
  return (text.length - first) % 2 === 1;
}
