import type { Command } from 'commander';
import { inputHelp, noRulesHelp } from '../options.js';
import { addHelp } from './help-verb.js';
import { addHookSteps } from './run-verbs.js';
import { type ProgramEnd, verbAction, withNone } from './verb-action.js';

/** What is about rules: their tests, what is registered, what they come to. */
export function addRuleVerbs(program: Command, end: ProgramEnd): void {
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
    .action(verbAction(end, async () => (await import('../commands/test.js')).test));
  addRegister(program, end);
  addValidate(program, end, 'check rules, prompts and (if given) workflows; writes nothing');
  addList(program, end, 'show step definitions and rules, and where each is written');
  program
    .command('brief')
    .description('say in a few lines, for the prompt of a generator, what a workflow must and must not hold')
    .option('--json', 'as JSON')
    .action(withNone(end, async () => (await import('../commands/brief.js')).brief));
}

/** The names that these verbs had first. */
export function addHooks(program: Command, end: ProgramEnd): void {
  const hooks = program.command('hooks').description('older names of the commands for hooks');
  addValidate(hooks, end, 'same as dagweave validate');
  addList(hooks, end, 'same as dagweave list');
  addHookSteps(hooks);
  addHelp(hooks, end);
}

function addRegister(program: Command, end: ProgramEnd): void {
  program
    .command('register')
    .description('print the hooks of .system/hooks by event, as JSON for an orchestrator')
    .option('--environment <name>', 'the environment, such as dev; DAGWEAVE_ENVIRONMENT unless given')
    .option('--full', 'also print the conditions and the file of each hook')
    .action(withNone(end, async () => (await import('../commands/register.js')).register));
}

function addValidate(parent: Command, end: ProgramEnd, description: string): void {
  parent
    .command('validate')
    .description(description)
    .argument('[input...]', inputHelp)
    .option('--allow-no-rules', noRulesHelp)
    .action(verbAction(end, async () => (await import('../commands/validate.js')).validate));
}

function addList(parent: Command, end: ProgramEnd, description: string): void {
  parent
    .command('list')
    .description(description)
    .option('--json', 'as JSON')
    .option('--ids', 'the ids of the rules alone, one a line')
    .action(withNone(end, async () => (await import('../commands/list.js')).list));
}
