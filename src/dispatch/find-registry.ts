import { dirname, resolve } from 'node:path';
import type { EventContext, Handler } from '../model/event.js';
import { liesInRegistry, type RegistryHook, usualTimeout } from '../model/registry.js';
import { changedFiles, findRepository } from '../runtime/repository.js';
import type { StepHost } from '../runtime/step-host.js';
import type { Findings } from './findings.js';
import type { Outside } from './order.js';
import { listedFiles, missedBy } from './registry-match.js';
import type { Candidate } from './run-hooks.js';

export interface RegistrySearch {
  /** Files and folders that were named; none means the one found upwards. */
  readonly config: readonly string[];
  readonly folder: string;
  readonly environment: string | undefined;
  readonly host: StepHost;
  readonly outside: Outside;
}

export interface FoundRegistry {
  readonly candidates: readonly Candidate[];
  /** The context with what hooks of the registry expect beside what the caller said. */
  readonly context: EventContext;
  readonly files: readonly string[];
  /** What hooks of the registry wait for. */
  readonly events: readonly string[];
}

/** The hooks of the registry at an event. A file with mistakes is reported with their places; the others run. */
export async function findRegistryHooks(
  event: string,
  context: EventContext,
  { config, folder, environment, host, outside }: RegistrySearch,
  findings: Findings,
): Promise<FoundRegistry> {
  const { hooks, switchedOff } = await outside.readRegistry(config, folder, findings);
  const own = hooks.filter(({ events }) => events.some(({ value }) => value === event));
  const files = [...new Set(hooks.map(({ span }) => span.file))];
  const events = hooks.flatMap((hook) => hook.events.map(({ value }) => value));
  if (own.length === 0) return { candidates: [], context, files, events };
  const root = await rootOf(own[0]!, folder, host);
  const completed = await complete(event, context, own, root, { host, outside });
  const place = { root, environment, switchedOff };
  return { candidates: registryCandidates(event, completed, own, place), context: completed, files, events };
}

async function rootOf({ span }: RegistryHook, folder: string, host: StepHost): Promise<string> {
  const path = resolve(folder, span.file);
  return liesInRegistry(path) ? dirname(dirname(dirname(path))) : ((await findRepository(host, folder)) ?? folder);
}

/** Asks git only where a hook waits for the answer and the caller did not give it. */
async function complete(
  event: string,
  context: EventContext,
  hooks: readonly RegistryHook[],
  root: string,
  { host, outside }: Pick<RegistrySearch, 'host' | 'outside'>,
): Promise<EventContext> {
  const wanted = event === 'SessionStop' || hooks.some(({ enabled, match }) => enabled && match.changedPaths);
  const isAsked = wanted && !listedFiles(context);
  const files = isAsked
    ? await changedFiles(host, root, undefined, await outside.engineFiles(), host.stopped)
    : undefined;
  return { repository_root: root, ...(files && { changed_files: files }), ...context };
}

/** What decides, beside the event, which hooks of the registry run. */
export interface RegistryPlace {
  /** The folder that they run in, absolute. */
  readonly root: string;
  /** Where this is, such as `dev`; `undefined` where nobody says so. */
  readonly environment: string | undefined;
  readonly switchedOff: boolean;
}

/** The hooks of the registry at an event, and why some of them do not run. */
function registryCandidates(
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
