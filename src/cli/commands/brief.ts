import { createCollector } from '../../diagnostics/diagnostics.js';
import { briefOf } from '../../passes/show/brief.js';
import { readRules } from '../../pipeline/read-rules.js';
import { briefJson, briefText } from '../../render/brief.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import type { BriefOptions } from '../options.js';
import { overlookedConfiguration } from '../overlooked-configuration.js';
import { readConfigurationHere } from '../request.js';
import { showDiagnostics } from '../show-diagnostics.js';

/** What a generator needs to know before it writes. Without a rule in force it fails: a prompt without the rules looks like one that has them. */
export async function brief(call: Call<BriefOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  const configuration = await readConfigurationHere(options, found.report);
  if (configuration.length === 0 && !found.hasErrors())
    found.report('DW818', { overlooked: overlookedConfiguration([]) });
  const { rules } = readRules({ configuration }, found.report);
  const { enabled } = rules;
  const written = rules.rules.length + rules.deny.length;
  if (configuration.length > 0 && (!enabled || written === 0) && found.all().length === 0)
    found.report('DW819', { enabled, written, mayBeMeant: false });
  const exit = exitCodeOf(found.all(), options.strict);
  if (exit === exitCodes.fine) {
    const { format = rules.format, targetVersion = rules.targetVersion } = options;
    const brief = briefOf({ ...rules, format: format === 'auto' ? undefined : format, targetVersion });
    terminal.result.write(options.json ? briefJson(brief) : briefText(brief));
  }
  showDiagnostics(found.all(), configuration, call);
  return exit;
}
