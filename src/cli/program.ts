import { Argument, Command, CommanderError, Option } from 'commander';
import type { Verb } from './call.js';
import type { OptionOutline, VerbOutline } from './commands/outline.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { FlagVerbs } from './flag-help.js';
import {
  colorChoices,
  diagnosticsViews,
  diffViewNames,
  examples,
  forceHelp,
  formatNames,
  type GlobalOptions,
  graphViewNames,
  inputHelp,
  noRulesHelp,
  optionDefaults,
  promptContexts,
  serveHelp,
} from './options.js';
import { readVersion } from './package-files.js';
import { createTerminal } from './terminal.js';

/** Reads the command line and runs the verb that it names. A verb's code is loaded when it is called. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  const end: ProgramEnd = { exit: exitCodes.fine };
  try {
    await createProgram(end).parseAsync([...args], { from: 'user' });
    return end.exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
  }
}

interface ProgramEnd {
  exit: ExitCode;
}

function createProgram(end: ProgramEnd): Command {
  const program = new Command('dagweave')
    .description('Adds the steps that your rules ask for to workflow DAGs: gates, reviews, scans, clean-up.')
    .version(readVersion())
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('See dagweave --help.')
    .addHelpText('after', examples);
  for (const option of globalOptions()) program.addOption(option);
  addVerbs(program, end);
  addSteps(program);
  addHooks(program, end);
  addSetup(program, end);
  return program;
}

function globalOptions(): Option[] {
  const repeatable = (value: string, before: readonly string[] = []) => [...before, value];
  return [
    new Option('--config <file>', 'read rules from this file instead of the project (repeatable)').argParser(
      repeatable,
    ),
    new Option('--policy <file>', 'rules that nothing in other configurations can weaken (repeatable)').argParser(
      repeatable,
    ),
    new Option(
      '--set <path=value>',
      'set one value of the configuration, such as hooks.enabled=true (repeatable)',
    ).argParser(repeatable),
    new Option('--var <name=value>', 'give a variable a value (repeatable)').argParser(repeatable),
    formatOption(),
    new Option('--target-version <version>', 'version of the engine for every workflow, such as 1.30 or 2.15'),
    new Option('--assume-version <version>', 'version for workflows that do not show theirs'),
    new Option('--base-config <file>', "the operator's base configuration, or none").argParser(String),
    new Option('--diagnostics <view>', 'how to show diagnostics').choices(diagnosticsViews).default('pretty'),
    new Option('--prompt-context <what>', 'what --diagnostics prompt repeats of the workflow: the lines, or all of it')
      .choices(promptContexts)
      .default('lines'),
    new Option('--strict', 'fail on warnings'),
    new Option('-q, --quiet', 'show errors only'),
    new Option('-v, --verbose', 'show notes, and which files are read and written'),
    new Option('--color <when>', 'colours on the terminal').choices(colorChoices).default('auto'),
  ];
}

/** Another name is reported by the compiler, with what was meant. */
function formatOption(): Option {
  const option = new Option('--format <name>', 'language of the workflows, whatever the configuration says');
  option.argChoices = [...formatNames];
  return option;
}

function addVerbs(program: Command, end: ProgramEnd): void {
  program
    .command('apply')
    .description('insert the hooks into workflows; the result goes to standard output unless an option names files')
    .argument('[input...]', inputHelp)
    .option('-o, --output <path>', 'write to this file, or below this folder')
    .option('-i, --in-place', 'write every file back')
    .option('--check', 'write nothing; exit 1 if a file differs from what apply would write')
    .option('--allow-no-rules', `with --check: ${noRulesHelp}`)
    .option('--watch', 'run again whenever a workflow, a rule or a prompt changes')
    .option('--fix', 'first apply the fixes that are safe')
    .option('--manifest <file>', 'write the changes to this file; strip can then undo them byte for byte')
    .option('--force', forceHelp)
    .action(verbAction(end, async () => (await import('./commands/apply.js')).apply));
  program
    .command('diff')
    .description('show what apply would change: as a patch, a picture, a plan')
    .argument('[input...]', inputHelp)
    .addOption(new Option('--view <view>', 'how to show the changes; text unless given').choices(diffViewNames))
    .option('--serve', serveHelp)
    .option('--exit-code', 'exit 2 if something would change')
    .option('--force', forceHelp)
    .action(verbAction(end, async () => (await import('./commands/diff.js')).diff));
  program
    .command('graph')
    .description('draw workflows as they are')
    .argument('[input...]', inputHelp)
    .addOption(new Option('--view <view>', 'how to draw the workflows; ascii unless given').choices(graphViewNames))
    .option('--serve', serveHelp)
    .action(verbAction(end, async () => (await import('./commands/graph.js')).graph));
  program
    .command('strip')
    .description('remove the hooks; the result goes to standard output unless an option names files')
    .argument('[input...]', inputHelp)
    .option('-o, --output <path>', 'write to this file, or below this folder')
    .option('-i, --in-place', 'write every file back')
    .option('--manifest <file>', 'restore the files byte for byte as they were before the run that wrote this manifest')
    .option('--force', 'also remove hooks that were edited by hand')
    .action(verbAction(end, async () => (await import('./commands/strip.js')).strip));
  program
    .command('verify')
    .description('check that workflows contain every hook of the rules, and that no gate can be bypassed')
    .argument('[input...]', inputHelp)
    .option('--manifest <file>', 'also check the dependencies in this manifest')
    .option('--allow-no-rules', noRulesHelp)
    .action(verbAction(end, async () => (await import('./commands/verify.js')).verify));
  program
    .command('explain')
    .description(
      'show what happens to a step or task and why, what a rule matches and why not the rest, or which variables templates can use',
    )
    .argument('[step]', 'same as --step; leave it out with --step, --task, --rule or --vars')
    .argument('[input...]', inputHelp)
    .option('--step <name>', 'a step: why a rule added it, or what every rule does to it')
    .option('--task <name>', 'a task: what every rule does to it; with a step, the hooks of that task only')
    .option(
      '--rule <id>',
      'the id of a rule, to see all that it matches, or with --task why it matches that (dagweave list shows the ids)',
    )
    .option('--vars', 'all variables, for each task')
    .action((step: string | undefined, inputs: string[], options: object, command: Command) =>
      verbAction(end, async () => (await import('./commands/explain.js')).explain)(
        step === undefined ? [] : [step, ...inputs],
        options,
        command,
      ),
    );
  program
    .command('test')
    .description('run rule tests: YAML files whose `cases` give a workflow, its rules and the expected result')
    .argument('<folder...>', 'files of tests, or folders of them')
    .option('--update', 'write the results into the tests as what they expect')
    .option(
      '--mutate',
      'run the tests without each rule and each entry of deny in turn, and list those whose absence no test notices',
    )
    .option('--junit <file>', 'write the results to this file, for a build server')
    .action(verbAction(end, async () => (await import('./commands/test.js')).test));
  addRegister(program, end);
  addValidate(program, end, 'check rules, prompts and (if given) workflows; writes nothing');
  addList(program, end, 'show step definitions and rules, and where each is written');
  program
    .command('brief')
    .description('say in a few lines, for the prompt of a generator, what a workflow must and must not hold')
    .option('--json', 'as JSON')
    .action((options: object, command: Command) =>
      verbAction(end, async () => (await import('./commands/brief.js')).brief)([], options, command),
    );
}

/** Steps and dispatch read their own options; the usual way here is the shortcut in main.ts, which does not load this file. */
function addSteps(program: Command): void {
  program
    .command('dispatch')
    .description('run the hooks of an event now, context JSON on standard input (dagweave dispatch --help)')
    .argument('[event]')
    .argument('[options...]')
    .allowUnknownOption()
    .action(() => program.error("error: nothing may stand between 'dagweave' and 'dispatch'"));
  program
    .command('step')
    .description('run one step; what injected nodes call (dagweave step --help)')
    .argument('[type]')
    .argument('[options...]')
    .allowUnknownOption()
    .action(() => program.error("error: nothing may stand between 'dagweave' and 'step'"));
}

/** The names that these verbs had first. */
function addHooks(program: Command, end: ProgramEnd): void {
  const hooks = program.command('hooks').description('older names of the commands for hooks');
  addValidate(hooks, end, 'same as dagweave validate');
  addList(hooks, end, 'same as dagweave list');
}

/** What is needed once, and by editors, agents and shells. */
function addSetup(program: Command, end: ProgramEnd): void {
  program
    .command('init')
    .description(
      'look at the workflows here, write a first .dagweave/config.yaml with its prompts, and show what it would change; never changes existing files',
    )
    .argument('[folder]', 'the folder of the project; this one unless given')
    .action(withOne(end, async () => (await import('./commands/init.js')).init));
  program
    .command('doctor')
    .description('say, where workflows run, what their hooks need and this machine does not have')
    .option('--offline', 'ask no service whether it answers')
    .action((options: object, command: Command) =>
      verbAction(end, async () => (await import('./commands/doctor.js')).doctor)([], options, command),
    );
  program
    .command('mcp')
    .description('serve an agent by the Model Context Protocol, over standard input and output')
    .action((options: object, command: Command) =>
      verbAction(end, async () => (await import('./commands/mcp.js')).mcp)([], options, command),
    );
  program
    .command('schema')
    .description('print a dagweave JSON Schema, for editors and checks; without a name, list the schemas')
    .argument('[name]', 'config, manifest, plan, …')
    .action(withOne(end, async () => (await import('./commands/schema.js')).schema));
  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(
      withOne(end, async () => {
        const { completion } = await import('./commands/completion.js');
        const { flagVerbs } = await import('./flag-help.js');
        return (call) => completion(withOwnOptions(outlineOf(program), flagVerbs()), call);
      }),
    );
}

function addRegister(program: Command, end: ProgramEnd): void {
  const verb = verbAction(end, async () => (await import('./commands/register.js')).register);
  program
    .command('register')
    .description('print the hooks of .system/hooks by event, as JSON for an orchestrator')
    .option('--environment <name>', 'the environment, such as dev; DAGWEAVE_ENVIRONMENT unless given')
    .option('--full', 'also print the conditions and the file of each hook')
    .action((options: object, command: Command) => verb([], options, command));
}

function addValidate(parent: Command, end: ProgramEnd, description: string): void {
  parent
    .command('validate')
    .description(description)
    .argument('[input...]', inputHelp)
    .action(verbAction(end, async () => (await import('./commands/validate.js')).validate));
}

function addList(parent: Command, end: ProgramEnd, description: string): void {
  const verb = verbAction(end, async () => (await import('./commands/list.js')).list);
  parent
    .command('list')
    .description(description)
    .option('--json', 'as JSON')
    .option('--ids', 'the ids of the rules alone, one a line')
    .action((options: object, command: Command) => verb([], options, command));
}

/** For a verb with one argument at most. */
function withOne(end: ProgramEnd, load: () => Promise<Verb>) {
  return (input: string | undefined, options: object, command: Command) =>
    verbAction(end, load)(input === undefined ? [] : [input], options, command);
}

/** The options that `dispatch` and the types of `step` read by themselves are not in the program. */
/**
 * The whole command line as data, for its reference.
 * @internal
 */
export function commandLine(flags: FlagVerbs): VerbOutline {
  return withOwnOptions(outlineOf(createProgram({ exit: exitCodes.fine })), flags);
}

function withOwnOptions(program: VerbOutline, { dispatch, step, events, schemas }: FlagVerbs): VerbOutline {
  const verbs = program.verbs.map((verb): VerbOutline => {
    if (verb.name === 'dispatch')
      return { ...verb, options: outlineOf(dispatch).options, words: events, readsOwn: true };
    if (verb.name === 'schema') return { ...verb, words: schemas };
    if (verb.name === 'explain') return { ...verb, options: verb.options.map(askingForRules) };
    return verb.name === 'step' ? { ...verb, verbs: step.map(outlineOf), readsOwn: true } : verb;
  });
  return { ...program, verbs };
}

function askingForRules(option: OptionOutline): OptionOutline {
  return option.long === '--rule' ? { ...option, asks: 'dagweave list --ids' } : option;
}

function outlineOf(command: Command): VerbOutline {
  const [first] = command.registeredArguments;
  return {
    name: command.name(),
    description: command.description(),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .map(({ long, short, description, required, optional, argChoices }) => ({
        long: long!,
        short,
        description,
        takesValue: required || optional,
        choices: argChoices ?? [],
      })),
    words: first?.argChoices ?? [],
    verbs: command.commands.map(outlineOf),
  };
}

function verbAction<Options extends GlobalOptions>(end: ProgramEnd, load: () => Promise<Verb<Options>>) {
  return async (inputs: string[], _options: object, command: Command): Promise<void> => {
    const options = { ...optionDefaults, ...command.optsWithGlobals<Options>() };
    const verb = await load();
    end.exit = await verb({ inputs, options, terminal: createTerminal(options.color, process.env) });
  };
}
