import { createCollector, type Report } from '../../diagnostics/diagnostics.js';
import { type RegistryHook, registryEvents } from '../../model/registry.js';
import { createEnvironments } from '../../passes/variables/environment.js';
import { registrationJson } from '../../render/registration.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import type { RegisterOptions } from '../options.js';
import { type Registry, readRegistry } from '../registry.js';
import { readConfigurationHere } from '../request.js';
import { showDiagnostics } from '../show-diagnostics.js';
import { readVariables } from '../variables.js';

/** Prints which hooks an orchestrator is to run at which event: those that are enabled and for this environment. */
export async function register(call: Call<RegisterOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  const configuration = await readConfigurationHere(options, found.report);
  const registry = readRegistry(configuration, found.report);
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
