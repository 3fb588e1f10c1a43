import type { Rule } from '../../model/rule.js';

/** What a rule has in its `env`, as written. */
export function writtenEnvironment({ env }: Rule['step']['config'], name: string): string | undefined {
  const found = typeof env === 'object' && env !== null ? (env as Readonly<Record<string, unknown>>)[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Is it what the rule says, with no value of anybody else in it? Then an expression in it is meant for the engine. */
export function isOwnText({ step }: Rule, name: string, text: string): boolean {
  return writtenEnvironment(step.config, name) === text;
}
