import { createCollector } from '../../diagnostics/diagnostics.js';
import { type Listing, listJson, listText } from '../../render/list.js';
import { createLocator } from '../../render/locator.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import type { ListOptions } from '../options.js';
import { readRules } from '../read-rules.js';
import { readConfigurationHere } from '../request.js';
import { failed, showDiagnostics } from '../show-diagnostics.js';

export async function list(call: Call<ListOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  const configuration = await readConfigurationHere(options, found.report);
  const { merged, rules } = readRules(configuration, found.report);
  const isFailed = failed(found.all(), options.strict);
  if (!isFailed) {
    const listing: Listing = {
      enabled: rules.enabled,
      files: configuration.map(({ layer, path }) => ({ layer, path })),
      definitions: merged.definitions,
      rules: rules.rules,
    };
    const locate = createLocator(configuration);
    const { result } = terminal;
    result.write(options.json ? listJson(listing, locate) : listText(listing, locate, result.colors));
  }
  showDiagnostics(found.all(), configuration, call);
  return isFailed ? exitCodes.failed : exitCodes.fine;
}
