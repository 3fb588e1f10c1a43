import { completeContext } from '../../src/dispatch/read-event.js';
import { type Candidate, runHooks } from '../../src/dispatch/run-hooks.js';
import type { CommandHandler, EventAnswer, EventHook } from '../../src/model/event.js';
import { createHost } from '../../src/runtime/host.js';
import type { StepHost } from '../../src/runtime/step-host.js';
import { newFolder } from '../runtime/step-process.js';

/** A hook that runs shell text. */
export function commandHook(
  command: string,
  more: Partial<EventHook> = {},
  handler: Partial<CommandHandler> = {},
): EventHook {
  return {
    id: command,
    source: 'settings.json',
    handler: {
      kind: 'command',
      command,
      args: undefined,
      shell: 'sh',
      env: new Map(),
      workingDirectory: undefined,
      ...handler,
    },
    timeout: 20,
    onFailure: 'continue',
    contract: 'settings',
    ...more,
  };
}

export function realHost(stop: AbortSignal = new AbortController().signal): StepHost {
  return createHost(stop, { mask: (text) => text, longest: 0, hide: () => {} });
}

export const now = '2026-01-01T00:00:00.000Z';

/** Hooks that all match the event, run for real. */
export async function run(
  event: string,
  hooks: readonly EventHook[],
  given: object = {},
  directory: string = newFolder(),
): Promise<EventAnswer> {
  const context = completeContext(event, given as Record<string, unknown>, { directory, now });
  const candidates = hooks.map((hook): Candidate => ({ hook, missed: undefined }));
  return runHooks(event, context, candidates, { host: realHost(), directory, env: new Map() });
}

/** Shell text that answers. */
export function print(answer: object): string {
  return `printf '%s' '${JSON.stringify(answer)}'`;
}
