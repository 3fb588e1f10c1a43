import { createCollector, type Report } from '../../diagnostics/diagnostics.js';
import { registration } from '../../events/registration.js';
import { isRegistryFile, readHookFile } from '../../frontends/event-registry.js';
import { readConfiguration } from '../../frontends/index.js';
import type { ConfigurationFile } from '../../model/layer.js';
import type { RegistryHook } from '../../model/registry.js';
import { createEnvironments } from '../../passes/environment.js';
import { mergeLayers } from '../../passes/merge.js';
import { registrationJson } from '../../render/registration.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import type { RegisterOptions } from '../options.js';
import { readConfigurationHere } from '../request.js';
import { showDiagnostics } from '../show-diagnostics.js';
import { readVariables } from '../variables.js';

/** Prints which hooks an orchestrator is to run at which event: those that are enabled and for this environment. */
export async function register(call: Call<RegisterOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  const configuration = await readConfigurationHere(options, found.report);
  const files = configuration.filter(isRegistryFile);
  if (files.length === 0) found.report('DW348', {});
  const hooks = registeredHooks(files, configuration, options, found.report);
  const exit = exitCodeOf(found.all(), options.strict);
  if (exit === exitCodes.fine) terminal.result.write(registrationJson(registration(hooks), hooks, options.full));
  showDiagnostics(found.all(), configuration, call);
  return exit;
}

function registeredHooks(
  files: readonly ConfigurationFile[],
  configuration: readonly ConfigurationFile[],
  options: RegisterOptions,
  report: Report,
): readonly RegistryHook[] {
  const hooks = files.flatMap((file) => readHookFile(file, report) ?? []);
  reportRepeats(hooks, report);
  if (isSwitchedOff(configuration)) {
    report('DW349', {});
    return [];
  }
  const stated = options.environment ?? readVariables(options.var, report).get('environment');
  const environments = createEnvironments(
    {
      variables: new Map(stated === undefined ? [] : [['environment', stated]]),
      environment: new Map([['DAGWEAVE_ENVIRONMENT', process.env.DAGWEAVE_ENVIRONMENT ?? '']]),
    },
    report,
  );
  const enabled = hooks.filter((hook) => hook.enabled);
  const admitted = enabled.filter(({ id, environments: names }) =>
    environments.admits({ id: id.value, environments: names }),
  );
  environments.tell();
  return admitted;
}

function reportRepeats(hooks: readonly RegistryHook[], report: Report): void {
  const first = new Map<string, RegistryHook['id']>();
  for (const { id } of hooks) {
    const before = first.get(id.value);
    if (before)
      report('DW327', { id: id.value }, { span: id.span, related: { message: 'the first one', span: before.span } });
    else first.set(id.value, id);
  }
}

/** Mistakes in other files are none of the registry's. */
function isSwitchedOff(configuration: readonly ConfigurationFile[]): boolean {
  const silent = () => undefined;
  const layers = configuration.flatMap((file) => readConfiguration(file, silent) ?? []);
  return mergeLayers(layers, silent).settings.enabled?.value === false;
}
