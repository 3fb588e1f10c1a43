import { carriedName } from '../../lang/shell/carried-name.js';

/** Values that reach the command of a step as variables of its environment, because an engine may evaluate what is in its text. */
export interface CarriedValues {
  /** A literal as one word; a plain one that nothing reads in another way is its own. */
  quote(literal: string, about?: string): string;
  /** Shell text as one word. What its author wrote there for the engine is still the engine's to read. */
  nested(script: string): string;
  /** What the step has to bring along for that. */
  env(): readonly CarriedValue[];
}

export interface CarriedValue {
  readonly name: string;
  readonly text: string;
  /** It is shell text of a rule and not a value. */
  readonly isScript: boolean;
}

/** @param taken names that the step has already */
export function carryValues(taken: Iterable<string>): CarriedValues {
  const names = new Set(taken);
  const carried: CarriedValue[] = [];
  const carry = (text: string, about: string, isScript: boolean) => {
    const known = carried.find((one) => one.text === text && one.isScript === isScript);
    const name = known?.name ?? carriedName(about, names);
    if (!known) carried.push({ name, text, isScript });
    names.add(name);
    return `"$${name}"`;
  };
  return {
    quote: (literal, about = 'value') => (plainWord.test(literal) ? literal : carry(literal, about, false)),
    nested: (script) => carry(script, 'script', true),
    env: () => carried,
  };
}

const plainWord = /^[\w./:@%+,=-]+$/;
