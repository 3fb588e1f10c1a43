import type { EventContext, Handler } from '../model/event.js';
import { type RegistryHook, usualTimeout } from '../model/registry.js';
import { missedBy } from './registry-match.js';
import type { Candidate } from './run-hooks.js';

/** What decides, beside the event, which hooks of the registry run. */
export interface RegistryPlace {
  /** The folder that they run in, absolute. */
  readonly root: string;
  /** Where this is, such as `dev`; `undefined` where nobody says so. */
  readonly environment: string | undefined;
  readonly switchedOff: boolean;
}

/** The hooks of the registry at an event, and why some of them do not run. */
export function registryCandidates(
  event: string,
  context: EventContext,
  hooks: readonly RegistryHook[],
  place: RegistryPlace,
): readonly Candidate[] {
  return hooks
    .filter(({ events }) => events.some(({ value }) => value === event))
    .map((hook): Candidate => {
      const { id, handler, blocking, span } = hook;
      return {
        hook: {
          id: id.value,
          source: span.file,
          handler: handlerOf(handler, place),
          timeout: handler.timeout ?? usualTimeout,
          onFailure: blocking ? 'block' : 'continue',
          contract: 'registry',
        },
        missed: whyMissed(hook, context, place),
      };
    });
}

function handlerOf({ runs }: RegistryHook['handler'], { root }: RegistryPlace): Handler {
  if (runs.kind !== 'script') return runs;
  const { command, args, environment } = runs;
  return { kind: 'command', command, args, shell: 'sh', env: environment, workingDirectory: root };
}

function whyMissed(hook: RegistryHook, context: EventContext, place: RegistryPlace): string | undefined {
  const { enabled, environments, match } = hook;
  if (place.switchedOff) return 'all hooks are switched off';
  if (!enabled) return 'it is not enabled';
  if (environments && !(place.environment !== undefined && environments.value.includes(place.environment))) {
    const here = place.environment === undefined ? 'the environment is unknown' : `this is ${place.environment}`;
    return `it is for ${environments.value.join(', ')}, and ${here}`;
  }
  const texts = (list: readonly { readonly value: string }[] | undefined) => list?.map(({ value }) => value);
  const condition = {
    abilities: texts(match.abilities),
    operationKeys: texts(match.operationKeys),
    statuses: match.statuses?.value,
    minDuration: match.minDuration?.value,
    changedPaths: texts(match.changedPaths),
  };
  return missedBy(condition, context);
}
