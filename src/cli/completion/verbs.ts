import type { OptionOutline, VerbOutline } from './outline.js';

/** A verb with the words that lead to it: `hooks list`; the program itself is ''. */
export interface FoundVerb {
  readonly path: string;
  readonly description: string;
  readonly options: readonly OptionOutline[];
  /** What may be next, besides options and files. */
  readonly words: readonly { readonly name: string; readonly description: string }[];
}

/** The program, its verbs and theirs; each takes the options of the program as well. */
export function everyVerb(program: VerbOutline): readonly FoundVerb[] {
  const visit = (verb: VerbOutline, path: string): readonly FoundVerb[] => [
    {
      path,
      description: verb.description,
      options: path === '' ? verb.options : [...verb.options, ...program.options],
      words: [...verb.words.map((name) => ({ name, description: '' })), ...verb.verbs],
    },
    ...verb.verbs.flatMap((one) => visit(one, path === '' ? one.name : `${path} ${one.name}`)),
  ];
  return visit(program, '');
}
