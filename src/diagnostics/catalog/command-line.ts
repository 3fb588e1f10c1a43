import { pageAddress } from '../pages.js';
import { error, note, warning } from '../row.js';

/** DW8xx: the command line, files and folders. */
export const commandLineRows = () => ({
  DW801: note(
    (a: { configured: boolean; overlooked: string | undefined }) =>
      `${a.configured ? 'hooks are not enabled (write `enabled: true` beside `injections`, in `hooks` or in a file without that key)' : `no configuration found (${whereRulesGo(a.overlooked)})`}, so the output equals the input, byte for byte`,
  ),
  DW802: error(
    (a: { path: string; reason: string }) => `cannot read "${a.path}": ${a.reason}`,
    () => 'check that the path is right, from the folder that the command runs in, and that you may read what is there',
    'rules',
  ),
  DW803: error(
    (a: { path: string; offset: number }) => `"${a.path}" is not UTF-8 text: byte ${a.offset} belongs to no character`,
    () => 'convert the file to UTF-8, for example with iconv',
  ),
  DW804: error(
    (a: { path: string; bytes: number; limit: number }) =>
      `"${a.path}" has ${a.bytes} bytes; a workflow may have at most ${a.limit}`,
    () => 'split the bundle into several files and pass their folder',
  ),
  DW805: error(
    (a: { path: string; hidden: readonly string[] }) => `no workflow file below "${a.path}"`,
    (a) =>
      `workflow files end in .yaml, .yml or .json; folders named node_modules are skipped, and so is what starts with a dot, but for ${a.hidden.join(', ')}: name such a folder or file itself`,
    'rules',
  ),
  DW806: error(
    (a: { option: string; value: string }) => `${a.option} takes name=value, not "${a.value}"`,
    (a) => `write ${a.option} name=value, in quotes if the value contains spaces`,
    'usage',
  ),
  DW807: error(
    (a: { folder: boolean; canCheck: boolean }) =>
      `the result of ${a.folder ? 'a folder' : 'several files'} cannot go to standard output`,
    (a) => `pass -o FOLDER${a.canCheck ? ', --in-place or --check' : ' or --in-place'}`,
    'usage',
  ),
  DW808: error(
    () => 'standard input cannot be written back in place',
    () => 'name the file, or omit --in-place: the result then goes to standard output',
    'usage',
  ),
  DW809: error(
    (a: { first: string; second: string }) => `${a.first} and ${a.second} cannot be used together`,
    (a) =>
      a.second === 'standard input'
        ? 'name the workflows: files or folders'
        : `remove one of them: ${a.first} or ${a.second}`,
    'usage',
  ),
  DW810: error(
    (a: { first: string; second: string; target: string }) =>
      `"${a.first}" and "${a.second}" would both be written to "${a.target}"`,
    () => 'pass the folder that contains both, so that the paths below it are kept, or run them one by one',
    'usage',
  ),
  DW811: error(
    (a: { results: string; target: string }) => `${a.results} cannot go to the one file "${a.target}"`,
    () => 'pass a folder to -o: one that exists, or a path that ends in a slash',
    'usage',
  ),
  DW812: error(
    (a: { target: string; reason: string }) => `cannot write "${a.target}": ${a.reason}`,
    () => 'nothing was written: every file is as it was; check that the path is right, and that you may write there',
    'rules',
  ),
  DW813: error(
    (a: { target: string; exists: boolean }) =>
      a.exists
        ? `"${a.target}" differs from what apply would write`
        : `"${a.target}" does not exist, but apply would write it`,
    () => 'run the same command without --check and with --in-place or -o, and keep the result',
  ),
  DW814: note(
    (a: { place: string; code: string; changes: readonly Change[] }) =>
      `fixed ${a.code} at ${a.place}: ${a.changes.map(describeChange).join(', ')}`,
  ),
  DW816: note(
    (a: { paths: readonly string[] }) => `skipped files that are not workflows: ${firstOf(a.paths)}`,
    () => 'to read such a file anyway, name the file itself or pass --format',
  ),
  DW817: error(
    (a: { paths: readonly string[] }) => `no file here is a workflow: ${firstOf(a.paths)}`,
    () => 'check the folder; pass --format to read its files anyway',
  ),
  DW818: error(
    (_: { overlooked: string | undefined }) => 'no configuration was found',
    ({ overlooked }) =>
      overlooked === undefined
        ? 'write .dagweave/config.yaml, here or in a folder above (`dagweave init` writes a first one), or name a file with --config'
        : whereRulesGo(overlooked),
    'rules',
  ),
  DW819: error(
    ({ enabled, written }: NoRules) => `no rule is in force${whyNoRules(enabled, written)}`,
    ({ enabled, written, mayBeMeant, overlooked }) => {
      const meant = mayBeMeant ? ', or pass --allow-no-rules if this is meant' : '';
      if (overlooked !== undefined) return `${whereRulesGo(overlooked)}${meant}`;
      if (!enabled && written > 0) return `write \`enabled: true\` below \`hooks:\`${meant}`;
      return `write rules into .dagweave/config.yaml with \`enabled: true\`, ${mayBeMeant ? '' : 'or '}name a file with --config or --policy${meant}`;
    },
    'rules',
  ),
  DW866: error(
    (a: { problem: string; help: string }) => `cannot read the command line: ${a.problem}`,
    (a) => a.help,
    'usage',
  ),
  DW840: error(
    (a: { name: string; reason: string }) => `${a.name}, which this command needs, could not be loaded: ${a.reason}`,
    (a) => `install it beside dagweave: npm install -D ${a.name}`,
    'rules',
  ),
  DW841: error(
    (a: { name: string; rules: string }) => `the program ${a.name} is not on the PATH; hooks that start it: ${a.rules}`,
    (a) => `install ${a.name} on the machine where the workflow runs, or add its folder to the PATH of the engine`,
    'rules',
  ),
  DW867: warning(
    (a: { name: string; rules: string }) =>
      `the program ${a.name} is not on the PATH; hooks whose command starts it: ${a.rules}`,
    (a) =>
      `install ${a.name} on the machine where the workflow runs, or add its folder to the PATH of the engine; nothing is to do where the step runs in an image that has it, or the command gets along without it`,
    'rules',
  ),
  DW842: error(
    (a: { runner: string; rules: string; reason: string }) =>
      `the runner ${a.runner} of ${a.rules} cannot ask: ${a.reason}`,
    () => `give the engine that variable, and let it hand the variable on to steps; see ${pageAddress('models')}`,
    'rules',
  ),
  DW843: error(
    (a: { address: string; host: string; rules: string; reason: string }) =>
      `${a.address}, which ${a.rules} calls, does not answer: ${a.reason}`,
    (a) => `let this machine reach ${a.host}, or pass --offline to leave services out`,
    'rules',
  ),
  DW844: error(
    (a: { name: string; rules: string }) => `the package ${a.name}, which ${a.rules} needs, is not installed`,
    (a) => `install it beside dagweave: npm install ${a.name}`,
    'rules',
  ),
  DW845: error(
    (a: { key: string; value: string }) =>
      `\`${a.key}\` is "${a.value}" for all steps that ask a model, by a policy, and cannot be changed here`,
    () => 'remove it here: the step then gets what the policy says',
    'rules',
  ),
  DW846: error(
    (a: { key: string; runner: string }) =>
      `\`models.${a.key}\` is for the runners openai and anthropic, and \`models.runner\` is ${a.runner}`,
    () => 'name openai or anthropic as `runner` beside it, or remove it',
    'rules',
  ),
  DW847: warning(
    (a: { texts: number; heap: number }) => `${a.texts} MB of workflows may take more memory than Node has here`,
    (a) => `give it more with NODE_OPTIONS=--max-old-space-size=${a.heap}, or name fewer files in one command`,
    'rules',
  ),
  DW832: error(
    (a: { name: string; nearest: string | undefined; known: readonly string[] }) =>
      `there is no schema called "${a.name}"`,
    (a) => (a.nearest === undefined ? `there are: ${a.known.join(', ')}` : `did you mean "${a.nearest}"?`),
    'usage',
  ),
  DW833: error(
    (a: { paths: readonly string[] }) => `already exists: ${firstOf(a.paths)}`,
    ({ paths }) =>
      `nothing was written; remove ${paths.length === 1 ? 'it' : 'them'}, or name another folder: dagweave init FOLDER`,
    'rules',
  ),
  DW868: warning(
    (a: { folder: string; above: string; written: string }) =>
      `${a.above} was in force in ${a.folder === '.' ? 'this folder' : a.folder}, and is not any longer: of two configurations the nearest alone counts`,
    (a) =>
      `write rules that hold for both into a file of their own, which both name below \`hooks.extends\`; or remove ${a.written}`,
    'rules',
  ),
  DW831: error(
    (a: { paths: readonly string[] }) => `no rule tests in ${firstOf(a.paths)}`,
    () => `a test file is YAML with a list \`cases\` at the top level; see ${pageAddress('rule-tests')}`,
    'rules',
  ),
  DW862: error(
    (a: { target: string; folder: string; outside: string; isOutput: boolean }) =>
      `"${a.target}" would be written through a link out of the ${a.isOutput ? 'output ' : ''}folder "${a.folder}", to "${a.outside}"`,
    (a) =>
      a.isOutput
        ? 'nothing was written; remove the link, or pass the folder it points to with -o'
        : 'nothing was written; remove the link, or name the file itself',
    'rules',
  ),
  DW863: note(
    (a: { path: string }) => `the output folder "${a.path}" is among the inputs; its files are not read`,
    () => 'to avoid this note, pass an output folder outside the input folder, or --in-place',
  ),
  DW864: warning(
    (a: { folder: string; name: string | undefined }) =>
      a.name === undefined
        ? `the hooks in "${a.folder}" are not read, because the folder belongs to another user`
        : `a name in the folder "${a.folder}" is not UTF-8, so it is not read: "${a.name}"`,
    (a) =>
      a.name === undefined
        ? 'become its owner if you trust what is in it, or name it with --config'
        : 'rename the file or folder; engines cannot name it either',
    'rules',
  ),
  DW865: error(
    (a: { path: string; manifest: boolean }) =>
      a.manifest
        ? `"${a.path}" is a model answer with text around the workflow; a manifest needs a file that contains only the workflow`
        : `"${a.path}" is a model answer with its workflow in several blocks, so the result cannot be written back into it`,
    () => 'nothing was written; write the workflow to a separate file with -o FILE',
  ),
  DW836: error(
    (a: { count: number }) =>
      `${a.count === 1 ? 'a prompt goes into a file' : `${a.count} prompts go into files`} beside the workflow, but the workflow goes to standard output`,
    () => 'write it to a file with -o FILE, or set `prompts: inline`',
    'usage',
  ),
  DW837: error(
    (a: { path: string; because: string }) => `the prompt file "${a.path}" cannot be written, because ${a.because}`,
    () => 'nothing was written; move away what is there',
    'rules',
  ),
  DW838: error(
    (a: { path: string }) => `the prompt file "${a.path}" is missing, so the steps that read it fail`,
    () => 'run `dagweave apply` again, and keep `.dagweave/prompt-files` beside the workflow',
  ),
  DW839: error(
    (a: { path: string }) => `the prompt file "${a.path}" was changed, so the steps that read it fail`,
    () => 'restore it from version control, or remove it and run `dagweave apply` again',
  ),
  DW830: error(
    () => 'explain needs a step, or one of `--task`, `--rule` and `--vars`',
    () =>
      'write `dagweave explain STEP WORKFLOW`, `dagweave explain --task TASK [--rule RULE] WORKFLOW`, `dagweave explain --rule RULE WORKFLOW` or `dagweave explain --vars WORKFLOW`',
    'usage',
  ),
});

/** @param overlooked a file that looks like a configuration, where none is looked for */
function whereRulesGo(overlooked: string | undefined): string {
  return overlooked === undefined
    ? '.dagweave/config.yaml, here or in a folder above, or --config FILE; `dagweave init` writes a first one'
    : `${overlooked} looks like one: name it with --config ${overlooked}, or move it to .dagweave/config.yaml, here or in a folder above`;
}

export interface NoRules {
  readonly enabled: boolean;
  /** How many rules there are, in force or not. */
  readonly written: number;
  /** There is an option to say so. */
  readonly mayBeMeant: boolean;
  /** A file that looks like a configuration, where none is looked for. */
  readonly overlooked?: string | undefined;
}

function whyNoRules(enabled: boolean, written: number): string {
  if (enabled) return ': the configuration has none';
  if (written === 0) return '';
  return `: hooks are not enabled, so the ${written === 1 ? 'rule that is written has' : `${written} rules that are written have`} no effect`;
}

function firstOf(paths: readonly string[]): string {
  const more = paths.length - mostNamed;
  return `${paths.slice(0, mostNamed).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

const mostNamed = 5;

export interface Change {
  readonly before: string;
  readonly after: string;
  /** In how many places the same is done. */
  readonly times: number;
}

function describeChange({ before, after, times }: Change): string {
  const often = times > 1 ? ` (${times} times)` : '';
  // Around a text that has quotes of its own, more of them are hard to read.
  const sign = /["']/.test(before + after) ? '`' : '"';
  const set = (text: string) => sign + text + sign;
  if (before === '') return `added ${set(after)}${often}`;
  return `${after === '' ? `removed ${set(before)}` : `${set(before)} became ${set(after)}`}${often}`;
}
