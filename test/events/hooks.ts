import type { CommandHandler, EventHook } from '../../src/model/event.js';
import { createHost } from '../../src/runtime/host.js';
import type { StepHost } from '../../src/runtime/step-host.js';

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
