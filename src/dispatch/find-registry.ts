import { dirname, resolve } from 'node:path';
import type { EventContext } from '../model/event.js';
import { liesInRegistry, type RegistryHook } from '../model/registry.js';
import { changedFiles, findRepository } from '../runtime/repository.js';
import type { StepHost } from '../runtime/step-host.js';
import type { Findings } from './findings.js';
import type { Outside } from './order.js';
import { registryCandidates } from './registry-candidates.js';
import { listedFiles } from './registry-match.js';
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
