import { pageAddress } from '../diagnostics/pages.js';
import { nearestName } from '../lang/nearest.js';
import { eventNames } from '../model/event-table.js';
import { stepTypes } from '../steps/index.js';
import { dispatchFlags } from './dispatch/options.js';
import { flagCommand } from './flag-command.js';
import { type HookStep, hookStepNames, hookSteps } from './hook-steps.js';
import { packageFiles } from './package-files.js';

/** The help of `dagweave step`, or of one type. */
export function stepHelp(type: string | undefined): string {
  const wanted = type === undefined ? undefined : runnableTypes().find(({ name }) => name === type);
  if (wanted) return flagCommand(`dagweave step ${wanted.name}`, wanted.flags).helpInformation();
  return [
    'Usage: dagweave step TYPE [options]',
    '',
    'Runs one step and prints its result as one JSON object.',
    'Exit codes: 0 success; 1 the check failed; 2 blocked by a decision; 124 timeout; 125 could not run.',
    '',
    `Types: ${typeNames().join(', ')}`,
    'Options of a type: dagweave step TYPE --help',
    '',
  ].join('\n');
}

/** The help of a step by its first name. */
export function hookStepHelp(name: HookStep): string {
  const { type, options } = hookSteps[name];
  return flagCommand(`dagweave hooks ${name}`, options)
    .description(`Older name of dagweave step ${type}, with the options that it had then.`)
    .helpInformation();
}

export function hasType(type: string): boolean {
  return typeNames().includes(type);
}

export function unknownType(type: string): string {
  const names = typeNames();
  const nearest = nearestName(type, names);
  const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return `unknown type of step "${type}"${meant || `; there are ${names.join(', ')}`}`;
}

export function dispatchHelp(): string {
  return flagCommand('dagweave dispatch', dispatchFlags)
    .usage('EVENT [options] < context.json')
    .description(
      [
        'Runs the hooks of an event and gives one answer. The context is a JSON object on standard input.',
        'Exit codes: 0 not blocked; 2 blocked; 1 bad settings, a bad context or bad options.',
      ].join('\n'),
    )
    .helpInformation()
    .concat(
      [
        '',
        'Hooks are read from .config/agent/settings.local.json, .claude/settings.local.json, .config/agent/settings.json and',
        '.claude/settings.json of the project, and from ~/.config/agent/settings.json, ~/.claude/settings.json and',
        '~/.config/cli-agent/settings.json; hooks of the event registry from .system/hooks, here or above.',
        `See ${pageAddress('dispatch')}`,
        '',
      ].join('\n'),
    );
}

export type FlagVerbs = ReturnType<typeof flagVerbs>;

/** The verbs that read their own options, and words that others take, for completion. */
export function flagVerbs() {
  const step = runnableTypes().map(({ name, flags }) => flagCommand(name, flags));
  const schemas = packageFiles('dag-schemas').map(({ name }) => name.replace('.schema.json', ''));
  const hooks = hookStepNames.map((name) => flagCommand(name, hookSteps[name].options));
  return { dispatch: flagCommand('dispatch', dispatchFlags), step, hooks, events: eventNames, schemas };
}

/** Those that something of ours runs. */
function runnableTypes() {
  return [...stepTypes.values()].filter(({ flags }) => Object.keys(flags).length > 0);
}

function typeNames(): readonly string[] {
  return runnableTypes().map(({ name }) => name);
}
