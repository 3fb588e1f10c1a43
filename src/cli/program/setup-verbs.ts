import { Argument, type Command } from 'commander';
import { programOutline } from './outline-of.js';
import { type ProgramEnd, withNone, withOne } from './verb-action.js';

/** What is needed once, and by editors, agents and shells. */
export function addSetup(program: Command, end: ProgramEnd): void {
  program
    .command('init')
    .description(
      'look at the workflows here, write a first .dagweave/config.yaml with its prompts, and show what it would change; never changes existing files',
    )
    .argument('[folder]', 'the folder of the project; this one unless given')
    .action(withOne(end, async () => (await import('../commands/init.js')).init));
  program
    .command('doctor')
    .description('say, where workflows run, what their hooks need and this machine does not have')
    .option('--offline', 'ask no service whether it answers')
    .action(withNone(end, async () => (await import('../commands/doctor.js')).doctor));
  program
    .command('mcp')
    .description('serve an agent by the Model Context Protocol, over standard input and output')
    .action(withNone(end, async () => (await import('../commands/mcp.js')).mcp));
  program
    .command('schema')
    .description('print a dagweave JSON Schema, for editors and checks; without a name, list the schemas')
    .argument('[name]', 'config, manifest, plan, …')
    .action(withOne(end, async () => (await import('../commands/schema.js')).schema));
  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(
      withOne(end, async () => {
        const { completion } = await import('../commands/completion.js');
        const { flagVerbs } = await import('../flag-help.js');
        return (call) => completion(programOutline(program, flagVerbs()), call);
      }),
    );
}
