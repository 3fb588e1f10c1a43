import type { CompileInput } from '../../compile.js';
import { createCollector } from '../../diagnostics/diagnostics.js';
import type { ConfigurationFile } from '../../model/layer.js';
import { checkTemplates } from '../../passes/bind/check-templates.js';
import { readRules } from '../../pipeline/read-rules.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { diagnosticsAsRead } from '../in-answer.js';
import { tellRead } from '../progress.js';
import { readRequest } from '../request.js';
import { runCompile } from '../run-compile.js';
import { showDiagnostics, sourcesOf } from '../show-diagnostics.js';

/** Checks rules and prompts, and with workflows also what they come to there. Hooks that are switched off count as on. */
export async function validate(call: Call): Promise<ExitCode> {
  const { inputs, options, terminal } = call;
  const found = createCollector();
  const request = await readRequest(inputs.length > 0 ? inputs : undefined, options, found.report);
  const { configuration, prompts } = request.input;
  if (configuration.length === 0 && !found.hasErrors()) found.report('DW818', {});
  const checked: CompileInput = { ...request.input, configuration: [...configuration, switchedOn] };
  const alone = createCollector();
  const { rules } = readRules(checked, alone.report);
  checkTemplates(rules, prompts, alone.report);
  const result = inputs.length > 0 && !found.hasErrors() ? runCompile(checked, false, found.report) : undefined;

  // The compiler reports what is wrong with rules as well.
  const others = result ? diagnosticsAsRead(request.files, result) : alone.all();
  const diagnostics = [...found.all(), ...others];
  const exit = exitCodeOf(diagnostics, options.strict);
  if (exit === exitCodes.fine) {
    terminal.result.write(`${summary(rules.rules.length, configuration.length, request.files.length)}\n`);
  }
  tellRead(request, call);
  showDiagnostics(diagnostics, sourcesOf(request, result), call);
  return exit;
}

const switchedOn: ConfigurationFile = { path: '<validate>', text: 'hooks: {enabled: true}\n', layer: 'command-line' };

function summary(rules: number, configurations: number, workflows: number): string {
  const of = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  const checked = [of(rules, 'rule'), `in ${of(configurations, 'configuration file')}`];
  return `Valid: ${checked.join(' ')}${workflows > 0 ? `, applied to ${of(workflows, 'workflow file')}` : ''}`;
}
