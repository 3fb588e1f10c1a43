import { type Command, Option } from 'commander';
import { diffViewNames, forceHelp, graphViewNames, inputHelp, serveHelp } from '../options.js';
import { applyOptions, verifyOptions } from '../verb-options.js';
import { type ProgramEnd, verbAction } from './verb-action.js';
import { toOption } from './verb-option.js';

/** What reads workflows: changes them, draws them, checks them. */
export function addWorkflowVerbs(program: Command, end: ProgramEnd): void {
  const apply = program
    .command('apply')
    .description('insert the hooks into workflows; the result goes to standard output unless an option names files')
    .argument('[input...]', inputHelp)
    .action(verbAction(end, async () => (await import('../commands/apply.js')).apply));
  for (const option of applyOptions) apply.addOption(toOption(option));
  program
    .command('diff')
    .description('show what apply would change: as a patch, a picture, a plan')
    .argument('[input...]', inputHelp)
    .addOption(new Option('--view <view>', 'how to show the changes; text unless given').choices(diffViewNames))
    .option('--serve', serveHelp)
    .option('--exit-code', 'exit 2 if something would change')
    .option('--force', forceHelp)
    .action(verbAction(end, async () => (await import('../commands/diff.js')).diff));
  program
    .command('graph')
    .description('draw workflows as they are')
    .argument('[input...]', inputHelp)
    .addOption(new Option('--view <view>', 'how to draw the workflows; ascii unless given').choices(graphViewNames))
    .option('--serve', serveHelp)
    .action(verbAction(end, async () => (await import('../commands/graph.js')).graph));
  program
    .command('strip')
    .description('remove the hooks; the result goes to standard output unless an option names files')
    .argument('[input...]', inputHelp)
    .option('-o, --output <path>', 'write to this file, or below this folder')
    .option('-i, --in-place', 'write every file back')
    .option('--manifest <file>', 'restore the files byte for byte as they were before the run that wrote this manifest')
    .option('--force', 'also remove hooks that were edited by hand')
    .action(verbAction(end, async () => (await import('../commands/strip.js')).strip));
  const verify = program
    .command('verify')
    .description('check that workflows contain every hook of the rules, and that no gate can be bypassed')
    .argument('[input...]', inputHelp)
    .action(verbAction(end, async () => (await import('../commands/verify.js')).verify));
  for (const option of verifyOptions) verify.addOption(toOption(option));
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
      verbAction(end, async () => (await import('../commands/explain.js')).explain)(
        step === undefined ? [] : [step, ...inputs],
        options,
        command,
      ),
    );
}
