import type { CompileInput } from '../../compile.js';
import { createCollector, silent } from '../../diagnostics/diagnostics.js';
import type { ConfigurationFile } from '../../model/layer.js';
import type { RuleSet } from '../../model/rule.js';
import { checkTemplates } from '../../passes/bind/check-templates.js';
import { checkVersions } from '../../pipeline/check-versions.js';
import { readRules } from '../../pipeline/read-rules.js';
import { readingOf } from '../../pipeline/read-workflows.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { diagnosticsAsRead } from '../in-answer.js';
import type { ValidateOptions } from '../options.js';
import { overlookedConfiguration } from '../overlooked-configuration.js';
import { tellRead } from '../progress.js';
import { readRequest } from '../request.js';
import { runCompile } from '../run-compile.js';
import { showDiagnostics, sourcesOf } from '../show-diagnostics.js';

/**
 * Checks rules and prompts, and with workflows also what they come to there. Hooks that are switched off are checked as well; that no
 * rule is in force is a mistake of its own: "Valid" would say that the rules do something.
 */
export async function validate(call: Call<ValidateOptions>): Promise<ExitCode> {
  const { inputs, options, terminal } = call;
  const found = createCollector();
  const request = await readRequest(inputs.length > 0 ? inputs : undefined, options, found.report);
  const { configuration, prompts } = request.input;
  if (configuration.length === 0 && !found.hasErrors())
    found.report('DW818', { overlooked: overlookedConfiguration(request.files) });
  const checked: CompileInput = { ...request.input, configuration: [...configuration, switchedOn] };
  const alone = createCollector();
  const { rules } = readRules(checked, alone.report);
  checkTemplates(rules, prompts, alone.report);
  if (inputs.length === 0)
    checkVersions(readingOf(checked.options ?? {}, rules, checked.defaults, alone.report), alone.report);
  const result = inputs.length > 0 && !found.hasErrors() ? runCompile(checked, false, found.report) : undefined;

  // The compiler reports what is wrong with rules as well.
  const others = result ? diagnosticsAsRead(request.files, result) : alone.all();
  const counts = countRules(rules, readRules(request.input, silent).rules);
  const areFine = !found.hasErrors() && others.every(({ severity }) => severity !== 'error');
  if (areFine && counts.inForce === 0 && !options.allowNoRules) found.report('DW819', { ...counts, mayBeMeant: true });
  const diagnostics = [...found.all(), ...others];
  const exit = exitCodeOf(diagnostics, options.strict);
  if (exit === exitCodes.fine) {
    terminal.result.write(`${summary(counts, configuration.length, request.files.length)}\n`);
  }
  tellRead(request, call);
  showDiagnostics(diagnostics, sourcesOf(request, result), call);
  return exit;
}

const switchedOn: ConfigurationFile = { path: '<validate>', text: 'hooks: {enabled: true}\n', layer: 'command-line' };

interface Counts {
  readonly written: number;
  readonly inForce: number;
  readonly enabled: boolean;
}

function countRules(all: RuleSet, asConfigured: RuleSet): Counts {
  const count = ({ rules, deny }: RuleSet) => rules.length + deny.length;
  const { enabled } = asConfigured;
  return { written: count(all), inForce: enabled ? count(asConfigured) : 0, enabled };
}

function summary({ written, inForce }: Counts, configurations: number, workflows: number): string {
  const of = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  const checked = [of(written, 'rule'), `in ${of(configurations, 'configuration file')}`];
  const applied = workflows > 0 ? `, applied to ${of(workflows, 'workflow file')}` : '';
  const off = inForce < written ? `; ${inForce === 0 ? 'none' : inForce} in force, because hooks are not enabled` : '';
  return `Valid: ${checked.join(' ')}${applied}${off}`;
}
