import { commandPrograms } from './command-programs.js';
import { stepTypes } from './index.js';
import type { Need } from './need.js';

/** What a step of the configuration needs when it runs. */
export function needsOf({ type, config }: { readonly type: string; readonly config: unknown }): readonly Need[] {
  const ofType = stepTypes.get(type)?.needs?.(config) ?? [];
  return [...ofType, ...programsOfCommand(config as { readonly command?: unknown })];
}

function programsOfCommand({ command }: { readonly command?: unknown }): readonly Need[] {
  if (typeof command !== 'string') return [];
  return commandPrograms(command).map((name) => ({ kind: 'of-command', name }));
}
