/** The command line as data, for what makes completions of it. */
export interface VerbOutline {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionOutline[];
  /** What may be as its first argument, where that is a closed list. */
  readonly words: readonly string[];
  readonly verbs: readonly VerbOutline[];
  /** True where it reads its options by itself, so that it knows none of the program's; so do the verbs below it. */
  readonly readsOwn?: boolean;
}

export interface OptionOutline {
  /** With its dashes: `--view`. */
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
  /** A command that prints what its value may be, one a line, where that depends on the project. */
  readonly asks?: string;
}

/** A verb with the words that lead to it: `hooks list`; the program itself is ''. */
export interface FoundVerb {
  readonly path: string;
  readonly description: string;
  readonly options: readonly OptionOutline[];
  /** What may be next, besides options and files. */
  readonly words: readonly { readonly name: string; readonly description: string }[];
}

/** The program, its verbs and theirs; each takes the options of the program as well, unless it reads its own. */
export function everyVerb(program: VerbOutline): readonly FoundVerb[] {
  const visit = (verb: VerbOutline, path: string, inherited: readonly OptionOutline[]): readonly FoundVerb[] => [
    {
      path,
      description: verb.description,
      options: [...verb.options, ...inherited],
      words: [...verb.words.map((name) => ({ name, description: '' })), ...verb.verbs],
    },
    ...verb.verbs.flatMap((one) =>
      visit(
        one,
        path === '' ? one.name : `${path} ${one.name}`,
        one.readsOwn ? [] : path === '' ? program.options : inherited,
      ),
    ),
  ];
  return visit(program, '', []);
}

/** A literal in single quotes, for bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The branches that follow the words of a line to the verb they name. */
export function verbBranches(verbs: readonly FoundVerb[]): readonly string[] {
  return verbs.flatMap(({ path }) => {
    if (path === '') return [];
    const above = path.includes(' ') ? path.slice(0, path.lastIndexOf(' ')) : '';
    return [`      ${quoted(`${above}/${path.slice(path.lastIndexOf(' ') + 1)}`)}) verb=${quoted(path)} ;;`];
  });
}
