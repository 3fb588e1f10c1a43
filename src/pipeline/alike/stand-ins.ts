import { whenAsked } from '../../formats/when-asked.js';
import { builtIns, reservedWords } from '../../lang/shell/shell-words.js';
import { taskVariable } from '../../passes/rules/result-variable.js';

/** Two names under which a DAG is planned in place of its own: a short one, and one as long and as odd as names may be that are filled in. */
export type StandIns = readonly [string, string];

/** What DAGs have in common that are planned as one. */
export interface Shape {
  /** Equal for DAGs that are the same to every pass. */
  readonly key: string;
  /** The names in place of theirs. */
  readonly standIns: StandIns;
}

const kinds: readonly { readonly isOne: RegExp; readonly standIns: StandIns }[] = [
  // Of lower case letters alone, which is what words of a shell are.
  { isOne: /^[a-z]{1,40}$/, standIns: ['zqhookstandin', 'zqhookstandinforthelongestofallnamesxxxx'] },
  { isOne: /^[A-Za-z][\w-]{0,39}$/, standIns: ['zqhookstandin7', 'Zq_hook-StandIn_for-the-Longest_name-x99'] },
  // A text that begins with digits is written with quotes around it; this is no number and no date.
  {
    isOne: /^(?=.{1,40}$)\d+-[A-Za-z][\w-]*$/,
    standIns: ['7-zqhookstandin', '0042-Zq_hook-StandIn_for-Longest_name-x9'],
  },
  // No name of a file, which engines look for.
  {
    isOne: /^(?=.{1,40}$)(?!.*\.ya?ml$)[A-Za-z][\w-]*(?:\.[\w-]+)+$/,
    standIns: ['zq.hookstandin', 'Zq_hook.StandIn_for-the.Longest_name-x99'],
  },
];

/**
 * The names to plan a DAG of this name under: it needs quotes where they do, and means nothing to a shell or a rule, nor does a word
 * that a hook makes with it, as `do{{task_id}}`. `undefined` without one.
 */
export function standInsFor(name: string): StandIns | undefined {
  return partsOfWords().has(name.toLowerCase()) ? undefined : kinds.find(({ isOne }) => isOne.test(name))?.standIns;
}

/** What is in words that mean something to a shell, to YAML or to our rules. */
const partsOfWords = whenAsked(
  (): ReadonlySet<string> =>
    new Set(
      [
        ...[...reservedWords, ...builtIns],
        ...['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'inf', 'nan'],
        ...['arborist', 'complete', 'post-cleanup'],
      ].flatMap(partsOf),
    ),
);

function partsOf(word: string): readonly string[] {
  const letters = [...word];
  return letters.flatMap((_, from) => letters.slice(from).map((__, at) => word.slice(from, from + at + 1)));
}

export function isStandIn(name: string): boolean {
  return kinds.some(({ standIns }) => standIns.includes(name));
}

/** What in a hook follows from the name of its task: the name itself, and its part of variables. */
export function wordsOf(name: string): readonly string[] {
  return [name, taskVariable(name)];
}
