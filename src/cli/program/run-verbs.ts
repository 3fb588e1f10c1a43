import type { Command } from 'commander';
import { hookStepNames, hookSteps } from '../hook-steps.js';

/** Steps and dispatch read their own options; the usual way here is the shortcut in main.ts, which does not load this file. */
export function addSteps(program: Command): void {
  addReader(program, {
    name: 'dispatch',
    argument: '[event]',
    description: 'run the hooks of an event now, context JSON on standard input (dagweave dispatch --help)',
    words: "'dagweave' and 'dispatch'",
  });
  addReader(program, {
    name: 'step',
    argument: '[type]',
    description: 'run one step; what injected nodes call (dagweave step --help)',
    words: "'dagweave' and 'step'",
  });
}

/** The same for steps by the names that they had first. */
export function addHookSteps(hooks: Command): void {
  for (const name of hookStepNames) {
    addReader(hooks, {
      name,
      description: `older name of dagweave step ${hookSteps[name].type} (dagweave hooks ${name} --help)`,
      words: `'dagweave', 'hooks' and '${name}'`,
    });
  }
}

interface Reader {
  readonly name: string;
  readonly argument?: string;
  readonly description: string;
  /** Between which nothing may come. */
  readonly words: string;
}

/** A verb that reads its own options, and gets here only where something is before it. */
function addReader(parent: Command, { name, argument, description, words }: Reader): void {
  const verb = parent.command(name).description(description);
  if (argument !== undefined) verb.argument(argument);
  verb
    .argument('[options...]')
    .allowUnknownOption()
    .action(() => parent.error(`error: nothing may come between ${words}`));
}
