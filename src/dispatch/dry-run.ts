import type { EventContext, Handler } from '../model/event.js';
import { visible } from '../render/visible.js';
import type { FoundHooks } from './find-hooks.js';
import type { Candidate } from './run-hooks.js';

/** What would run and why the rest would not, for a person. */
export function dryRunText(
  event: string,
  context: EventContext,
  candidates: readonly Candidate[],
  searched: FoundHooks['searched'],
): string {
  const running = candidates.filter(({ missed }) => missed === undefined).length;
  const about = typeof context.tool_name === 'string' ? `${event} ${context.tool_name}` : event;
  return [
    `${about}: ${running} of ${candidates.length} hooks would run`,
    ...candidates.flatMap(({ hook, missed }) => [
      `  ${missed !== undefined ? 'does not run' : hook.unheard ? 'runs in the background' : 'runs'}: ${hook.source} ${hook.id}`,
      `    ${textOf(hook.handler)}`,
      ...(missed === undefined ? [] : [`    because ${missed}`]),
    ]),
    'Hooks were looked for in:',
    ...searched.map(({ path, found }) => `  ${path}${found ? '' : ' (not there)'}`),
    '',
  ]
    .map((line) => visible(line))
    .join('\n');
}

function textOf(handler: Handler): string {
  switch (handler.kind) {
    case 'command':
      return handler.command.split('\n').join(' ⏎ ');
    case 'http':
      return `POST ${handler.url}`;
    case 'prompt':
    case 'agent':
      return `${handler.kind}: ${handler.prompt.split('\n')[0]}`;
    case 'unusable':
      return `cannot run: ${handler.reason}`;
  }
}
