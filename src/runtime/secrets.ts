import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { StepHost } from './step-host.js';

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
    const file = await host.readFile(path, MOST_BYTES);
    if (!file) continue;
    if (file.cut) host.say(`${path} is larger than ${MOST_BYTES} bytes; the rest is not read`);
    const { values, unread } = parseSecrets(file.text);
    if (unread.length > 0) host.say(`${path}: line ${unread.join(', ')}: expected NAME=VALUE`);
    for (const [name, value] of values) {
      host.hide(value);
      if (!secrets.has(name)) secrets.set(name, value);
    }
  }
  return secrets;
}

const MOST_BYTES = 256 * 1024;

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
    const [, name, rest] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/.exec(line) ?? [];
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
