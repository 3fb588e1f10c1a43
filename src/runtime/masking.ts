import type { Masking } from './process/supervise.js';

/**
 * Hides the values of environment variables that are named like secrets, and what `--mask` names: a variable, or the text itself.
 * A value of less than four characters is not hidden, because it would be found in everything.
 */
export function createMasking(env: Readonly<Record<string, string | undefined>>, extra: readonly string[]): Masking {
  const named = Object.entries(env).filter(([name]) => isSecretName(name));
  const given = extra.map((item) => (Object.hasOwn(env, item) ? env[item] : item));
  const secrets = [...new Set([...named.map(([, value]) => value), ...given])]
    .filter((value) => value !== undefined)
    .filter((value) => value.length >= SHORTEST)
    // The longest first, so that a secret which holds another one is hidden as a whole.
    .sort((a, b) => b.length - a.length);
  return {
    longest: secrets[0]?.length ?? 0,
    mask: (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text),
  };
}

const SHORTEST = 4;
const MASK = '***';

function isSecretName(name: string): boolean {
  const upper = name.toUpperCase();
  return /_(KEY|TOKEN|SECRET)$/.test(upper) || upper.includes('PASSWORD');
}
