import { Option } from 'commander';
import { colorChoices, diagnosticsViews, formatNames, promptContexts } from '../options.js';

/** What every verb takes. */
export function globalOptions(): Option[] {
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
