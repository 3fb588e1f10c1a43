import { error, note, warning } from '../row.js';
import { besideText, listed, moreToRead, type PlaceInDag, placeText, quoted } from '../words.js';

/** DW45x and DW47x: what rules forbid and expect of the steps that are there, and what no gate can be put around. */
export const demandRows = () => ({
  DW450: error(
    (a: Denied) => deniedText(a),
    ({ why }: Denied) => deniedHelp(why),
  ),
  DW451: warning(
    (a: Denied) => deniedText(a),
    ({ why }: Denied) => deniedHelp(why),
  ),
  DW468: error(
    (a: Unguarded) => unguardedText(a),
    () => 'Move the command into a step, where a hook can be put around it.',
  ),
  DW469: warning(
    (a: Unguarded) => unguardedText(a),
    () => 'Move the command into a step, where a hook can be put around it.',
  ),
  DW470: error(
    (a: {
      rule: string;
      gate: string | undefined;
      message: string | undefined;
      command: string | undefined;
      why: string | undefined;
    }) =>
      `the hooks of rule ${a.rule} ${a.command === undefined ? 'do what' : `run \`${a.command}\`, which`} the policy ${a.gate === undefined ? `forbids: ${a.message}` : `guards with rule ${a.gate}, and no hook is put around a hook`}${because(a.why)}`,
    (a) =>
      a.gate === undefined
        ? 'Remove the command from the rule.'
        : 'Write the command as a step of the workflow, where the policy guards it.',
    'rules',
  ),
  DW480: error(
    (a: LikeHook) => likeHookText(a),
    () => likeHookHelp,
  ),
  DW481: warning(
    (a: LikeHook) => likeHookText(a),
    () => likeHookHelp,
  ),
  DW648: note(
    (a: { files: readonly string[] }) =>
      `other files of the repository are run as well, which were not read: ${quoted(a.files)}; rules that go by what steps do see nothing of them`,
    () =>
      'Name those files in the same command as well; what dagweave does not read, such as a program, is for a review.',
    'rules',
  ),
  DW471: warning(
    (a: {
      dag: string;
      /** `undefined` where files set what nobody knows. */
      names: readonly string[] | undefined;
      key: string;
      /** The key is one of a step. */
      ofStep: boolean;
      rule: string;
    }) => {
      const decide =
        a.names === undefined
          ? `the files in \`${a.key}\` of \`${a.dag}\` may set PATH and other names that decide`
          : `${listed(a.names)} in the \`${a.key}\` of ${a.ofStep ? 'a step of ' : ''}\`${a.dag}\` ${a.names.length === 1 ? 'decides' : 'decide'}`;
      return `${decide} which programs its steps run or where they send questions, also for hooks of the policy such as that of rule ${a.rule}`;
    },
    (a) =>
      a.ofStep
        ? 'Use another name.'
        : `Set ${a.names === undefined ? 'what they hold' : 'it'} in the \`env\` of the steps that need it.`,
  ),
  DW452: note(
    (a: { rule: string; place: string; why: string }) =>
      `rule ${a.rule} counts \`${a.place}\` as matched, because ${a.why}`,
    () => 'With `unsure: skip` in `match` the rule leaves such steps out.',
  ),
  DW453: error(
    (a: {
      rule: string;
      count: number;
      /** Names of what it matches. */
      places: readonly string[];
      min: number;
      max: number | undefined;
      in: string | undefined;
      /** What it matches, in words for those who do not know the rule. */
      what: string;
      message: string | undefined;
    }) =>
      `rule ${a.rule} matches ${a.count} times${a.in === undefined ? '' : ` in \`${a.in}\``}${a.count === 0 ? '' : ` (${quoted(a.places)})`}, but \`expect\` says ${expected(a)}${inItsWords(a.message)}`,
    () => 'Change the workflow so that the rule matches as often as it must, or correct `expect`.',
  ),
  DW454: error(
    (a: {
      rule: string;
      each: 'step' | 'task' | 'DAG';
      what: string | undefined;
      message: string | undefined;
      unread: readonly string[];
    }) => `rule ${a.rule} matches no ${a.each}: \`match\` holds for none${inItsWords(a.message)}`,
    (a) =>
      `Correct \`match\`, or write \`optional: true\` if the rule may match nothing. \`dagweave explain\` says for a task which key does not hold.${moreToRead(a.unread)}`,
  ),
});

export interface Denied extends PlaceInDag {
  readonly message: string;
  readonly why: string | undefined;
  /** It counts as forbidden because its commands cannot be read. */
  readonly isUnread: boolean;
  /** What it does that is forbidden, as half a sentence, where that can be said. */
  readonly what: string | undefined;
  /** The command that was found, if a command is what is forbidden. */
  readonly command: string | undefined;
}

function deniedText(denied: Denied): string {
  return `${placeText(denied)}: ${denied.message}${because(denied.why)}`;
}

export interface LikeHook {
  node: string;
  dag: string;
  rule: string;
}

function likeHookText({ node, dag, rule }: LikeHook): string {
  return `\`${node}\` in \`${dag}\` is written like a job that a rule inserts, but no rule inserts it; rule ${rule} is for it, and puts no hook there`;
}

const likeHookHelp =
  'Give it an id that does not begin with `hook-`. If it is a hook of an earlier run that was edited, delete it.';

export interface Unguarded {
  readonly rule: string;
  readonly beside: string;
  readonly dag: string;
  readonly command: string | undefined;
  readonly why: string | undefined;
}

function unguardedText({ rule, beside, dag, command, why }: Unguarded): string {
  const what = command === undefined ? 'what' : `\`${command}\`, which`;
  return `${besideText(beside)} in \`${dag}\` runs ${what} rule ${rule} is for, but no hook can be put around it there${because(why)}`;
}

function because(why: string | undefined): string {
  return why === undefined ? '' : ` (it counts as such, because ${why})`;
}

function deniedHelp(why: string | undefined): string {
  const unread = why === undefined ? '' : ' `unsure: skip` in the `match` of the rule forbids only what can be read.';
  return `Remove it from the workflow, or write it so that the rule allows it.${unread}`;
}

function inItsWords(message: string | undefined): string {
  return message === undefined ? '' : ` (${message})`;
}

function expected({ min, max }: { readonly min: number; readonly max: number | undefined }): string {
  if (max === undefined) return `at least ${min}`;
  return min === max ? `exactly ${min}` : `${min} to ${max}`;
}
