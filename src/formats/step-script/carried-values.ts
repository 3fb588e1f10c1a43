import { carriedName } from '../../lang/shell/carried-name.js';
import type { Word } from '../../model/step.js';
import type { Quote } from './command-text.js';

/** Values that reach the command of a step as variables of its environment, because an engine may evaluate what is in its text. */
export interface CarriedValues {
  /** A literal as one word; a plain one that nothing reads in another way is its own. */
  readonly quote: Quote;
  /** Shell text as one word. What its author wrote there for the engine is still the engine's to read. */
  nested(script: string): string;
  /** What the step has to bring along for that. */
  env(): readonly CarriedValue[];
}

export interface CarriedValue {
  readonly name: string;
  readonly text: string;
  /** Its author wrote it in the rule: an expression in it is meant for the engine. */
  readonly forEngine: boolean;
}

/**
 * @param taken names that the step has already
 * @param isOwn is an argument what the rule says, with no value of anybody else in it?
 */
export function carryValues(taken: Iterable<string>, isOwn: (word: Word, about: string) => boolean): CarriedValues {
  const names = new Set(taken);
  const carried: CarriedValue[] = [];
  const carry = (text: string, about: string, forEngine: boolean) => {
    const known = carried.find((one) => one.text === text && one.forEngine === forEngine);
    const name = known?.name ?? carriedName(about, names);
    if (!known) carried.push({ name, text, forEngine });
    names.add(name);
    return `"$${name}"`;
  };
  return {
    quote: (literal, about = 'value', word = []) =>
      plainWord.test(literal) ? literal : carry(literal, about, isOwn(word, about)),
    nested: (script) => carry(script, 'script', true),
    env: () => carried,
  };
}

const plainWord = /^[\w./:@%+,=-]+$/;
