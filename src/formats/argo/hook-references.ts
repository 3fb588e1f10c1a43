import type { Field, PrintedMap } from '../../text/print-yaml.js';
import type { HookScript } from './hook-script.js';

/** What a hook is given of other tasks, by the name of an input of its own. */
export interface Given {
  readonly input: string;
  /** As the rule writes it: `{{tasks.build.outputs.result}}`. */
  readonly value: string;
}

/**
 * A rule may speak of what another task gave. In a template that is written inside of a task, the engine knows that only as an
 * input, which the task hands over.
 */
export function withInputs({ source, env }: HookScript): {
  readonly script: HookScript;
  readonly given: readonly Given[];
} {
  const inputs = new Map<string, string>();
  const replaced = (text: string) =>
    text.replace(ofOthers, (value) => {
      const input = inputs.get(value) ?? `${inputName}${inputs.size === 0 ? '' : `-${inputs.size + 1}`}`;
      inputs.set(value, input);
      return handed(input);
    });
  const script = { source: replaced(source), env: env.map((one) => ({ ...one, text: replaced(one.text) })) };
  return { script, given: [...inputs].map(([value, input]) => ({ input, value })) };
}

/** Called as no input of the template around is, whose values the engine puts in first. */
const inputName = 'hook-value';

const ofOthers = /\{\{[ \t]*(?:tasks|steps)\.[^{}]+\}\}/g;

export function handed(input: string): string {
  return `{{inputs.parameters.${input}}}`;
}

/** The declaration of inputs. */
export function inputsField(names: readonly string[]): readonly Field[] {
  const parameters = names.map((name): PrintedMap => ({ fields: [{ key: 'name', value: name }] }));
  return names.length === 0 ? [] : [{ key: 'inputs', value: { fields: [{ key: 'parameters', value: parameters }] } }];
}

/** What a task, or a step, hands over. */
export function argumentsField(given: readonly Given[]): readonly Field[] {
  const parameters = given.map(
    ({ input, value }): PrintedMap => ({
      fields: [
        { key: 'name', value: input },
        { key: 'value', value },
      ],
    }),
  );
  return given.length === 0
    ? []
    : [{ key: 'arguments', value: { fields: [{ key: 'parameters', value: parameters }] } }];
}
