import type { Rule } from '../../model/rule.js';

/** Fields of a rule whose values may be expressions of the engine. */
export type ValueField = 'env' | 'inputs';

/** What a rule has there for a name, as written. */
export function writtenValue(config: Rule['step']['config'], field: ValueField, name: string): string | undefined {
  const values = config[field];
  const found =
    typeof values === 'object' && values !== null ? (values as Readonly<Record<string, unknown>>)[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Is it what the rule says, with no value of anybody else in it? Then an expression in it is meant for the engine. */
export function isOwnText({ step }: Rule, field: ValueField, name: string, text: string): boolean {
  return writtenValue(step.config, field, name) === text;
}
