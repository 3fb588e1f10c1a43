import { isSecretName } from '../lang/secret-names.js';
import type { Masking } from './process/supervise.js';

/**
 * Hides the values of environment variables that are named like secrets, passwords in addresses, and what `--mask` names: a variable, or
 * the text itself. A value of less than four characters is not hidden, because it would be found in everything. Of a
 * value of several lines each line of at least eight characters is hidden by itself, too.
 * @param others more environments that processes are given
 */
export function createMasking(
  env: Readonly<Record<string, string | undefined>>,
  extra: readonly string[],
  others: readonly ReadonlyMap<string, string>[] = [],
): GrowingMasking {
  const all = [...Object.entries(env), ...others.flatMap((one) => [...one])];
  const named = all.flatMap(([name, value = '']) => (isSecretName(name) ? [value] : passwordsIn(value)));
  const given = extra.flatMap((item) => {
    const values = all.flatMap(([name, value]) => (name === item ? [value] : []));
    return values.length > 0 ? values : [item];
  });
  let secrets = inOrder([...named, ...given].filter((value) => value !== undefined));
  return {
    get longest() {
      return secrets[0]?.length ?? 0;
    },
    mask: (text) =>
      secrets
        .reduce((masked, secret) => masked.replaceAll(secret, maskText), text)
        .replace(passwordInAddress, (_, before: string) => `${before}${maskText}@`),
    hide(secret) {
      secrets = inOrder([...secrets, secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
    },
  };
}

/** `//name:password@`, in an address of any kind. */
const passwordInAddress = /(:\/\/[^\s:/?#@"]*:)([^\s/?#@"]+)@/g;

/** As it is written in an address, and as it is meant. */
function passwordsIn(value: string): readonly string[] {
  return [...value.matchAll(passwordInAddress)].flatMap(([, , password = '']) => {
    try {
      return [password, decodeURIComponent(password)];
    } catch {
      return [password];
    }
  });
}

export interface GrowingMasking extends Masking {
  /** Hides a text as well, also unchanged in JSON and in an address. */
  hide(secret: string): void;
}

/** The longest first, so that a secret which holds another one is hidden as a whole. */
function inOrder(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => [text, ...longLines(text)]))]
    .filter((text) => text.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
}

/** Of a key of several lines, which are shown one by one. What is shorter may be a word that is everywhere. */
function longLines(text: string): readonly string[] {
  if (!text.includes('\n')) return [];
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line.length >= shortestLine);
}

const shortestSecret = 4;
const shortestLine = 8;
const maskText = '***';
