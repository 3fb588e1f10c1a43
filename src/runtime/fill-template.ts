import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { isFilledIn } from '../lang/variable-names.js';
import type { StepHost } from './step-host.js';

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

/** The files of secrets, the first one that has a name decides. */
export function secretFiles(variable: StepHost['variable']): readonly string[] {
  const configured = variable('XDG_CONFIG_HOME');
  const folder =
    configured !== undefined && isAbsolute(configured) ? configured : join(variable('HOME') ?? homedir(), '.config');
  return ['dagweave', 'agent-pipelines'].map((name) => join(folder, name, 'secrets.env'));
}

/** Reads the files of secrets; each value is hidden from then on. A line that says nothing is reported by its number only. */
export async function readSecrets(host: StepHost): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map<string, string>();
  for (const path of secretFiles(host.variable)) {
    const file = await host.readFile(path, mostBytes, (reason) => host.say(`${path} is not read: ${reason}`));
    if (!file) continue;
    if (file.cut) host.say(`${path} is larger than ${mostBytes} bytes; the rest is not read`);
    const { values, unread } = parseSecrets(file.text);
    if (unread.length > 0) host.say(`${path}: line ${unread.join(', ')}: expected NAME=VALUE`);
    for (const [name, value] of values) {
      host.hide(value);
      if (!secrets.has(name)) secrets.set(name, value);
    }
  }
  return secrets;
}

const mostBytes = 256 * 1024;

/** `NAME=value` a line, `export` before it or not; a value in quotes ends with them, another one at ` #` or at the end of the line. */
function parseSecrets(text: string): {
  readonly values: ReadonlyMap<string, string>;
  /** Numbers of lines that are neither a value, a comment nor blank. */
  readonly unread: readonly number[];
} {
  const values = new Map<string, string>();
  const unread: number[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    if (/^\s*(?:#|$)/.test(line)) return;
    const [, name, rest] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)/.exec(line) ?? [];
    const value = rest === undefined ? undefined : valueIn(rest);
    if (name === undefined || value === undefined) unread.push(index + 1);
    else values.set(name, value);
  });
  return { values, unread };
}

/** `undefined` where a quote is not closed. */
function valueIn(text: string): string | undefined {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text.split(/\s#/)[0]!.trim();
  const end = text.indexOf(quote, 1);
  return end === -1 ? undefined : text.slice(1, end);
}
