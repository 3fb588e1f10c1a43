import type { Command } from 'commander';

/** Steps and dispatch read their own options; the usual way here is the shortcut in main.ts, which does not load this file. */
export function addSteps(program: Command): void {
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
