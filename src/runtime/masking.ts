import { isSecretName } from '../steps/secret-names.js';
import type { Masking } from './process/supervise.js';

/**
 * Hides the values of environment variables that are named like secrets, and what `--mask` names: a variable, or the text itself.
 * A value of less than four characters is not hidden, because it would be found in everything.
 */
export function createMasking(
  env: Readonly<Record<string, string | undefined>>,
  extra: readonly string[],
): GrowingMasking {
  const named = Object.entries(env).filter(([name]) => isSecretName(name));
  const given = extra.map((item) => (Object.hasOwn(env, item) ? env[item] : item));
  let secrets = inOrder([...named.map(([, value]) => value), ...given].filter((value) => value !== undefined));
  return {
    get longest() {
      return secrets[0]?.length ?? 0;
    },
    mask: (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text),
    hide(secret) {
      secrets = inOrder([...secrets, secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
    },
  };
}

export interface GrowingMasking extends Masking {
  /** Hides a text as well, also as it stands in JSON and in an address. */
  hide(secret: string): void;
}

/** The longest first, so that a secret which holds another one is hidden as a whole. */
function inOrder(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text.length >= SHORTEST).sort((a, b) => b.length - a.length);
}

const SHORTEST = 4;
const MASK = '***';
