/** The command line as data, for what makes completions of it. */
export interface VerbOutline {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionOutline[];
  /** What may be as its first argument, where that is a closed list. */
  readonly words: readonly string[];
  readonly verbs: readonly VerbOutline[];
}

export interface OptionOutline {
  /** With its dashes: `--view`. */
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}
