import type { EventContext } from '../model/event.js';
import { readHookCommand, variableNames } from '../settings/hook-command.js';

export type FilledCommand =
  | { readonly ok: true; readonly command: string; readonly env: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly reason: string };

/** The command of a hook with its references as variables, and their values from the context, which no shell ever reads as code. */
export function fillCommand(source: string, context: EventContext): FilledCommand {
  const command = readHookCommand(source);
  const refused = command.refused[0];
  if (refused) return { ok: false, reason: `${refused.written} cannot be passed safely: ${refused.reason}` };
  const names = variableNames(command.paths);
  return {
    ok: true,
    command: command.text((path) => names.get(path)!),
    env: new Map(command.paths.map((path) => [names.get(path)!, textAt(context, path)])),
  };
}

/** Text as it is, all else as JSON, nothing where there is nothing. Only own fields count. */
function textAt(context: EventContext, path: string): string {
  let here: unknown = context;
  for (const key of path.split('.')) {
    const holder = typeof here === 'object' && here !== null ? (here as Readonly<Record<string, unknown>>) : {};
    here = Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  if (here === undefined || here === null) return '';
  return typeof here === 'string' ? here : JSON.stringify(here);
}
