import { createCollector, ofRules, type Report } from '../../diagnostics/diagnostics.js';
import type { Located } from '../../model/layer.js';
import { type RegistryHook, type RegistryMatch, registryEvents } from '../../model/registry.js';
import { createEnvironments } from '../../passes/variables/environments.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import type { RegisterOptions } from '../options.js';
import { type Registry, readRegistry } from '../registry.js';
import { readConfigurationHere, readVariables } from '../request.js';
import { showDiagnostics } from '../show-diagnostics.js';

/** Prints which hooks an orchestrator is to run at which event: those that are enabled and for this environment. */
export async function register(call: Call<RegisterOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  const configuration = await readConfigurationHere(options, found.report);
  const registry = readRegistry(configuration, ofRules(found.report));
  if (!registry.found) found.report('DW348', {});
  else if (registry.switchedOff) found.report('DW349', {});
  const hooks = registry.switchedOff ? [] : inForce(registry, options, found.report);
  const exit = exitCodeOf(found.all(), options.strict);
  if (exit === exitCodes.fine) terminal.result.write(registrationJson(registration(hooks), hooks, options.full));
  showDiagnostics(found.all(), configuration, call);
  return exit;
}

function inForce({ hooks }: Registry, options: RegisterOptions, report: Report): readonly RegistryHook[] {
  const stated = options.environment ?? readVariables(options.var, report).get('environment');
  const environment = new Map([['DAGWEAVE_ENVIRONMENT', process.env.DAGWEAVE_ENVIRONMENT ?? '']]);
  const variables = new Map(stated === undefined ? [] : [['environment', stated]]);
  const environments = createEnvironments({ variables, environment }, report);
  const admitted = hooks.filter(
    (hook) => hook.enabled && environments.admits({ id: hook.id.value, environments: hook.environments }),
  );
  environments.tell();
  return admitted;
}

/** What an orchestrator is given a hook: optional fields only where the file gives them. */
interface RegisteredHook {
  readonly id: string;
  readonly handler: {
    readonly kind: 'script' | 'prompt' | 'agent';
    readonly command?: string;
    readonly prompt?: string;
    readonly args?: readonly string[];
    readonly timeout?: number;
    readonly env?: Readonly<Record<string, string>>;
  };
}

type Registration = Readonly<Record<string, readonly RegisteredHook[]>>;

/** The hooks by event, in the order of a session, events of one's own behind them, and of one event in the order in which they were given. */
function registration(hooks: readonly RegistryHook[]): Registration {
  const events = new Set<string>([
    ...registryEvents,
    ...hooks.flatMap((hook) => hook.events.map(({ value }) => value)),
  ]);
  const groups = [...events].map((event) => {
    const own = hooks.filter(({ events }) => events.some(({ value }) => value === event));
    return [event, own.map(registered)] as const;
  });
  return Object.fromEntries(groups.filter(([, own]) => own.length > 0));
}

function registered({ id, handler }: RegistryHook): RegisteredHook {
  const { runs, timeout } = handler;
  const limit = timeout === undefined ? {} : { timeout };
  if (runs.kind !== 'script') {
    return { id: id.value, handler: { kind: runs.kind, prompt: runs.prompt, ...runs.options, ...limit } };
  }
  const { kind, command, args, environment } = runs;
  const env = environment.size > 0 ? { env: Object.fromEntries(environment) } : {};
  return { id: id.value, handler: { kind, command, ...(args && { args }), ...limit, ...env } };
}

type Groups = Readonly<Record<string, readonly { readonly id: string }[]>>;

/**
 * The registration as JSON, without what nobody needs to start a handler.
 * @param full adds what decides whether it is started, and what a failure means
 */
function registrationJson(groups: Groups, hooks: readonly RegistryHook[], full: boolean): string {
  const byId = new Map(hooks.map((hook) => [hook.id.value, hook]));
  const shown = Object.entries(groups).map(([event, own]) => [
    event,
    full ? own.map((one) => ({ ...one, ...detailsOf(byId.get(one.id)!) })) : own,
  ]);
  return `${JSON.stringify(Object.fromEntries(shown), null, 2)}\n`;
}

function detailsOf({ blocking, match, summary, span }: RegistryHook): object {
  const conditions = matchOf(match);
  return {
    blocking,
    ...(Object.keys(conditions).length > 0 && { match: conditions }),
    ...(summary !== undefined && { summary: summary.trim() }),
    file: span.file,
  };
}

function matchOf({ abilities, operationKeys, statuses, minDuration, changedPaths }: RegistryMatch): object {
  const texts = (list: readonly Located<string>[]) => list.map(({ value }) => value);
  return {
    ...(abilities && { ability_scope: texts(abilities) }),
    ...(operationKeys && { operation_key: texts(operationKeys) }),
    ...(statuses && { status: statuses.value }),
    ...(minDuration && { min_duration_ms: minDuration.value }),
    ...(changedPaths && { only_if_changed_paths: texts(changedPaths) }),
  };
}
