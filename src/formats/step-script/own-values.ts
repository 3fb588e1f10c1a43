import type { Rule } from '../../model/rule.js';
import type { StepCall, Word } from '../../model/step.js';

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

/** The same of the value of an option `--env NAME=VALUE`. */
export function isOwnVariable(rule: Rule, option: string, word: Word): boolean {
  const { name, value } = option === 'env' ? variableOf(word) : noVariable;
  return value.every(({ kind }) => kind === 'text') && isOwnText(rule, 'env', name, value.map(textOf).join(''));
}

/** The variables that a hook brings along for what it runs. */
export function variablesOf(call: StepCall): readonly Variable[] {
  if (call.kind === 'script') return call.env;
  if (call.kind !== 'command') return [];
  return call.words.flatMap((word, at) =>
    at > 0 && call.words[at - 1]!.length === 1 && textOf(call.words[at - 1]![0]!) === '--env' ? [variableOf(word)] : [],
  );
}

interface Variable {
  readonly name: string;
  readonly value: Word;
}

const noVariable: Variable = { name: '', value: [] };

function variableOf([first, ...rest]: Word): Variable {
  const text = first === undefined ? '' : textOf(first);
  const at = text.indexOf('=');
  const begin = text.slice(at + 1);
  return at < 0
    ? noVariable
    : { name: text.slice(0, at), value: [...(begin === '' ? [] : [{ kind: 'text', text: begin } as const]), ...rest] };
}

function textOf(part: Word[number]): string {
  return part.kind === 'text' ? part.text : '';
}
