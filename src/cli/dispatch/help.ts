import { optionName } from '../../steps/flags.js';
import { dispatchFlags } from './options.js';

export function dispatchHelp(): string {
  const options = Object.entries(dispatchFlags).map(([name, { kind, help }]) => {
    const value = { text: ' TEXT', list: ' FILE …', switch: '' }[kind];
    return `  ${`${optionName(name)}${value}`.padEnd(20)} ${help}`;
  });
  return [
    'Usage: dagweave dispatch EVENT [options] < context.json',
    '',
    'Runs the hooks of an event and gives one answer. The context is a JSON object on standard input.',
    'Exit codes: 0 nothing is against it; 2 blocked; 1 bad settings, a bad context or bad options.',
    '',
    ...options,
    '',
    'Hooks are read from .config/agent/settings.local.json, .claude/settings.local.json, .config/agent/settings.json and',
    '.claude/settings.json of the project, and from ~/.config/agent/settings.json, ~/.claude/settings.json and',
    '~/.config/cli-agent/settings.json; hooks of the event registry from .system/hooks, here or above. See docs/dispatch.md.',
    '',
  ].join('\n');
}
