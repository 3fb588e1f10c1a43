import type { EventContext } from '../model/event.js';
import { eventKind } from '../model/event-table.js';
import { createHost } from '../runtime/host.js';
import { printText } from '../runtime/print.js';
import type { StepHost } from '../runtime/step-host.js';
import type { BackgroundOrder } from './background.js';
import { type FoundHooks, findHooks } from './find-hooks.js';
import type { FoundRegistry } from './find-registry.js';
import { type Findings, problem } from './findings.js';
import { type DispatchReply, heedErrors, logPath } from './give-answer.js';
import type { Caller, DispatchOptions, DispatchOrder, Outside } from './order.js';
import { environmentOf, hasRegistry, projectFolder, registryPaths, underWay, workingFolder } from './place.js';
import { completeContext, unknownEvent } from './read-event.js';
import { type Candidate, runHooks } from './run-hooks.js';
import { settingsCandidates } from './settings-candidates.js';

/** One event: the hooks that are for it, their runs, one answer. It adds to the findings what is wrong on the way. */
export async function dispatch(
  { options, event, context: given }: DispatchOrder,
  caller: Caller,
  stop: AbortSignal,
  findings: Findings,
  outside: Outside,
): Promise<DispatchReply> {
  const { flags } = options;
  // Answers must come through as they are; what is written down for people is masked where it is written.
  const host = createHost(stop, { mask: (text) => text, longest: 0, hide: () => {} });
  const now = new Date(host.now()).toISOString();
  const told = completeContext(event, given, { directory: host.directory, now });
  const project = await projectFolder(flags.project, host, findings);
  if (project === undefined) return { kind: 'none' };
  const trip: Trip = { event, project, host, options, caller, findings, outside };
  const found = await findCandidates(told, trip);
  if (!found) return { kind: 'none' };
  if (!flags.dry_run) return run(found, trip);
  const { dryRunText } = await import('./dry-run.js');
  printText(dryRunText(event, found.context, found.candidates, found.searched));
  return { kind: 'shown' };
}

/** An event on its way from its caller to an answer. */
interface Trip {
  readonly event: string;
  /** The folder of the project. */
  readonly project: string;
  readonly host: StepHost;
  readonly options: DispatchOptions;
  readonly caller: Caller;
  readonly findings: Findings;
  readonly outside: Outside;
}

interface FoundCandidates {
  readonly candidates: readonly Candidate[];
  readonly context: EventContext;
  /** Variables for every hook. */
  readonly env: FoundHooks['env'];
  /** Where hooks were looked for. */
  readonly searched: FoundHooks['searched'];
}

/** The hooks that are for the event; `undefined` for an event that nobody knows. */
async function findCandidates(told: EventContext, trip: Trip): Promise<FoundCandidates | undefined> {
  const { event, project, host, options, caller, findings, outside } = trip;
  const folder = host.directory;
  const named = options.flags.config ?? [];
  const ofRegistry = registryPaths(named, folder);
  const config = named.filter((path) => !ofRegistry.includes(path));
  const found = await findHooks(
    { config, onlyNamed: named.length > 0, project, folder, variable: host.variable, outside },
    findings,
  );
  const nested = isNested(event, host, caller, findings);
  const off = nested || found.off;
  const isRegistryThere = ofRegistry.length > 0 || (named.length === 0 && hasRegistry(folder, findings));
  const registry = !off && isRegistryThere ? await registryHooks(told, ofRegistry, trip) : undefined;
  // Where hooks are switched off, what the registry waits for is not read.
  const mayBeOwn = off ? isRegistryThere : (registry?.candidates ?? []).length > 0;
  if (!eventKind(event) && !mayBeOwn) {
    findings.problems.push(await unknownEvent(event, registry?.events ?? []));
    return undefined;
  }
  const context = registry?.context ?? told;
  const ofSettings = await settingsCandidates(event, context, nested ? [] : found.sources);
  const all = [...ofSettings, ...(registry?.candidates ?? [])];
  const candidates = caller.failClosed ? all.map(blockingIfUnable) : all;
  const late = new Set(candidates.map(({ lateMatcher }) => lateMatcher));
  for (const matcher of late) if (matcher !== undefined) findings.problems.push(problem('DW859', { matcher }));
  const files = registry?.files.map((path) => ({ path, found: true })) ?? [];
  return { candidates, context, env: found.env, searched: [...found.searched, ...files] };
}

async function run({ candidates, context, env: ofFiles }: FoundCandidates, trip: Trip): Promise<DispatchReply> {
  const { event, project, host, options, caller, findings, outside } = trip;
  const directory = await workingFolder(context, host);
  const env = new Map([...ofFiles, ...environmentOf(event, project, host)]);
  const limit = event === 'SessionEnd' ? timeTogether(candidates, host) : undefined;
  const ran = await runHooks(event, context, candidates, { host, directory, env }, limit);
  const others = candidates.flatMap(({ hook, missed }) => (hook.unheard && missed === undefined ? [hook] : []));
  const log = ran.runs.length + others.length > 0 ? await logPath(options.flags, host) : undefined;
  await startAll(others.map((hook) => ({ hook, event, context, directory, env, log })));
  const answer = await heedErrors({ ...ran, started: others }, findings, caller, outside);
  return { kind: 'answer', answer, context, log, env: ofFiles };
}

/** Where nothing may pass unseen, a hook that cannot run at all must not let it. */
function blockingIfUnable(candidate: Candidate): Candidate {
  const { hook } = candidate;
  return hook.handler.kind === 'unusable' ? { ...candidate, hook: { ...hook, onFailure: 'block' } } : candidate;
}

/** Seconds: as long as the hook that may take longest, but no more than a minute; who starts the agent may say otherwise. */
function timeTogether(candidates: readonly Candidate[], { variable }: StepHost): number | undefined {
  const own = candidates.flatMap(({ hook }) => (hook.contract === 'settings' && !hook.unheard ? [hook.timeout] : []));
  if (own.length === 0) return undefined;
  const stated = Number(variable('CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'));
  return stated > 0 ? stated / 1000 : Math.min(60, Math.max(...own));
}

/** Loaded here, so that agents without a registry do not wait for it. */
async function registryHooks(
  context: EventContext,
  config: readonly string[],
  { event, host, options, findings, outside }: Trip,
): Promise<FoundRegistry> {
  const { findRegistryHooks } = await import('./find-registry.js');
  const environment = (options.flags.environment ?? host.variable('DAGWEAVE_ENVIRONMENT')) || undefined;
  return findRegistryHooks(event, context, { config, folder: host.directory, environment, host, outside }, findings);
}

/**
 * A hook that dispatches its own event would do so without end. Who says that it does is not asked for a proof, so that where nothing may
 * pass unseen it is no reason to let anything pass.
 */
function isNested(event: string, host: StepHost, { failClosed }: Caller, { problems }: Findings): boolean {
  const nested = underWay(host).includes(event);
  if (nested) problems.push(failClosed ? problem('DW834', { event }) : problem('DW856', { event }));
  return nested;
}

/** Hooks that nobody waits for. */
async function startAll(orders: readonly BackgroundOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const { startInBackground } = await import('./background.js');
  await Promise.all(orders.map(startInBackground));
}
