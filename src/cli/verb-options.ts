import { colorChoices, diagnosticsViews, forceHelp, formatNames, noRulesHelp, promptContexts } from './options.js';

/** An option of the command line, as data: both the reader of plain lines and the library that reads all others go by it. */
export interface VerbOption {
  /** As help shows it: `-o, --output <path>`; one without `<…>` is on where it is given. */
  readonly flags: string;
  readonly help: string;
  /** Each use of it counts, not the last one alone. */
  readonly repeatable?: true;
  /** Nothing else may be its value. */
  readonly choices?: readonly string[];
  /** What its value may be; another one is reported by the compiler, with what was meant. */
  readonly known?: readonly string[];
  readonly default?: string;
}

/** What every verb takes. */
export const globalOptions: readonly VerbOption[] = [
  {
    flags: '--config <file>',
    help: 'read rules from this file instead of the project (repeatable)',
    repeatable: true,
  },
  {
    flags: '--policy <file>',
    help: 'rules that nothing in other configurations can weaken (repeatable)',
    repeatable: true,
  },
  {
    flags: '--set <path=value>',
    help: 'set one value of the configuration, such as hooks.enabled=true (repeatable)',
    repeatable: true,
  },
  { flags: '--var <name=value>', help: 'give a variable a value (repeatable)', repeatable: true },
  { flags: '--format <name>', help: 'language of the workflows, whatever the configuration says', known: formatNames },
  { flags: '--target-version <version>', help: 'version of the engine for every workflow, such as 1.30 or 2.15' },
  { flags: '--assume-version <version>', help: 'version for workflows that do not show theirs' },
  { flags: '--base-config <file>', help: "the operator's base configuration, or none" },
  {
    flags: '--diagnostics <view>',
    help: 'how to show diagnostics',
    choices: diagnosticsViews,
    default: 'pretty',
  },
  {
    flags: '--prompt-context <what>',
    help: 'what --diagnostics prompt repeats of the workflow: the lines, or all of it',
    choices: promptContexts,
    default: 'lines',
  },
  { flags: '--strict', help: 'fail on warnings' },
  { flags: '-q, --quiet', help: 'show errors only' },
  { flags: '-v, --verbose', help: 'show notes, and which files are read and written' },
  { flags: '--color <when>', help: 'colours on the terminal', choices: colorChoices, default: 'auto' },
];

export const applyOptions: readonly VerbOption[] = [
  { flags: '-o, --output <path>', help: 'write to this file, or below this folder' },
  { flags: '-i, --in-place', help: 'write every file back' },
  { flags: '--check', help: 'write nothing; exit 1 if a file differs from what apply would write' },
  { flags: '--allow-no-rules', help: `with --check: ${noRulesHelp}` },
  { flags: '--watch', help: 'run again whenever a workflow, a rule or a prompt changes' },
  { flags: '--fix', help: 'first apply the fixes that are safe' },
  {
    flags: '--manifest <file>',
    help: 'write the changes to this file; strip can then undo them byte for byte',
  },
  { flags: '--force', help: forceHelp },
];

export const verifyOptions: readonly VerbOption[] = [
  { flags: '--manifest <file>', help: 'also check the dependencies in this manifest' },
  { flags: '--allow-no-rules', help: noRulesHelp },
];
