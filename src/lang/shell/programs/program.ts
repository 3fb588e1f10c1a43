/** How a program reads its arguments, as far as it runs other programs or code. Lists of options have blanks between them. */
export interface Program {
  /** Options with a value, which is the rest of their word or the next one. */
  readonly takes?: string;
  /** Options without one, where all others have one; where `takes` is said as well, nobody knows that of all others. */
  readonly flags?: string;
  /** Options whose value is code. */
  readonly code?: string;
  /** What is in such a value, or in an operand, before the code. Without it, that is not one. */
  readonly codeWhere?: RegExp;
  /** Options whose value is a file of code. */
  readonly files?: string;
  /** A letter that makes the first operand code. */
  readonly codeFlag?: string;
  /** Options whose value is another program, with the words behind it as its arguments. */
  readonly program?: string;
  /** Options whose value is the program that gets the words of its command. */
  readonly entry?: string;
  /** The operand in front of its command names an image, which may have a program of its own. No option is behind it. */
  readonly image?: true;
  /** What its operands are, the words that are no options; data unless said. */
  readonly reads?: Operands;
  /** How many other operands are before that. */
  readonly behind?: number;
  /** By its first operand. */
  readonly verbs?: Readonly<Record<string, Program>>;
  /** Settings of variables may be before its command: without quotes as in the shell, or in whatever words. */
  readonly assignments?: 'shell' | 'words';
  /** More words than are written go to its command, or to its code. */
  readonly open?: true;
  readonly openCode?: true;
  /** Options that name the sign for what is filled in instead. */
  readonly fills?: string;
  /** Words behind which there are lists of what is filled in, or of code where no other words are. */
  readonly lists?: RegExp;
  /** Behind `--` there is a command, whatever is in front of it. */
  readonly dashes?: true;
  /** Words behind which there is a command. */
  readonly actions?: RegExp;
  /** It reads code from its standard input where it is given none, or with such an option. */
  readonly input?: true | RegExp;
  /** The language of its code; the shell's unless said. */
  readonly language?: Language;
  /** Letters of options with which it only tells about a program. */
  readonly asks?: RegExp;
}

/** By their names. */
export type Programs = Readonly<Record<string, Program>>;

type Operands =
  /** A program with its arguments. */
  | 'command'
  /** The same, and nobody knows where it begins. */
  | 'anywhere'
  /** Code, all of them together. */
  | 'words'
  /** Code, each of them. */
  | 'each'
  /** Variables, some with a value. */
  | 'declarations'
  /** The first one is code, unless an option has some. */
  | 'first'
  /** The first one is a file of code, unless an option has code. */
  | 'script'
  /** A user, and what runs as that user. */
  | 'login'
  /** Commands in between, behind words such as `-exec`. */
  | 'actions';

/** `names` is of variables, whose index the shell evaluates; `fish` quotes in another way, and `foreign` is of shells that read all in another way. */
export type Language = 'shell' | 'posix' | 'fish' | 'names' | 'awk' | 'sed' | 'make' | 'foreign' | 'other';

export const command: Program = { reads: 'command' };
export const behind = (count: number, takes = ''): Program => ({ reads: 'command', behind: count, takes });
export const options = (takes: string): Program => ({ reads: 'command', takes });
export const code = (list: string, takes = ''): Program => ({ code: list, takes });
export const verbs = (list: string, row: Program, takes = ''): Program => ({ takes, verbs: rows(list, row) });
export const interpreter = (list: string, takes = ''): Program => ({
  code: list,
  takes,
  reads: 'script',
  input: true,
  language: 'other',
});

/** The same for several names, with blanks between them. */
export function rows(list: string, row: Program): Programs {
  return Object.fromEntries(list.split(' ').map((name) => [name, row]));
}
