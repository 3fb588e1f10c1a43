import { createCollector } from '../../diagnostics/diagnostics.js';
import { describeMatch } from '../../passes/match/describe.js';
import { readRules } from '../../pipeline/read-rules.js';
import { type Listing, listJson, listText } from '../../render/list.js';
import { createLocator } from '../../render/locator.js';
import { observes } from '../../steps/observes.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import type { ListOptions } from '../options.js';
import { readConfigurationHere } from '../request.js';
import { showDiagnostics } from '../show-diagnostics.js';

export async function list(call: Call<ListOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  if (options.ids && options.json) found.report('DW809', { first: '--ids', second: '--json' });
  const configuration = await readConfigurationHere(options, found.report);
  const { merged, rules } = readRules({ configuration }, found.report);
  const exit = exitCodeOf(found.all(), options.strict);
  if (exit === exitCodes.fine) {
    const listing: Listing = {
      enabled: rules.enabled,
      files: configuration.map(({ layer, path, isPack }) => ({ layer, path, isPack: isPack === true })),
      definitions: merged.definitions,
      rules: rules.rules.map((rule) => ({ ...rule, observes: observes(rule.step) })),
      deny: rules.deny.map((denial) => ({ ...denial, what: describeMatch(denial.match) })),
    };
    const locate = createLocator(configuration);
    const { result } = terminal;
    if (options.ids) result.write(listing.rules.map(({ id }) => `${id}\n`).join(''));
    else result.write(options.json ? listJson(listing, locate) : listText(listing, locate, result.colors));
  }
  showDiagnostics(found.all(), configuration, call);
  return exit;
}
