import type { Field, PrintedItem, PrintedMap } from '../../text/print-yaml.js';

/** A variable that a container gets. */
export interface Variable {
  readonly name: string;
  readonly text: string;
}

/**
 * Where the engine looks for expressions between `{{` and `}}`, it does so in what variables hold, too. So a value with two
 * braces side by side comes in pieces, each in a variable of its own, and the shell joins them.
 */
export function inPieces(name: string, text: string): readonly Variable[] {
  const pieces = text.split(/(?<=\{)(?=\{)/);
  return pieces.map((piece, index) => ({ name: index === 0 ? name : `${name}_PART_${index + 1}`, text: piece }));
}

/** The `env` of a container; Kubernetes expands `$(NAME)` there, and takes two dollar signs for one. */
export function environmentField(variables: readonly Variable[]): readonly Field[] {
  if (variables.length === 0) return [];
  const items = variables.map(({ name, text }): PrintedItem => {
    const value = text.replace(/\$(?=[$(])/g, '$$$$');
    return {
      fields: [
        { key: 'name', value: name },
        { key: 'value', value: asText(value) },
      ],
    } satisfies PrintedMap;
  });
  return [{ key: 'env', value: items }];
}

/** Kubernetes takes text only, and the printer writes in quotes what a reader would take for a number or a truth value. */
function asText(value: string): string {
  return value;
}
