import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { WrittenStep } from '../../model/layer.js';
import type { StepDefinition } from '../../model/step.js';
import { stepTypes } from '../../steps/index.js';
import { reportStepIssues } from './step-issues.js';

/** Checks a step by its type. `undefined` where it has mistakes; they are reported. */
export function resolveStep(written: WrittenStep, report: Report): StepDefinition | undefined {
  const type = stepTypes.get(written.type);
  if (!type) {
    const known = [...stepTypes.keys()];
    const args = { type: written.type, nearest: nearestName(written.type, known), known };
    report('DW331', args, { span: written.typeSpan ?? written.nameSpan });
    return undefined;
  }
  const config = withOnePrompt(written, report);
  const checked = type.check(config);
  if (!checked.ok) {
    reportStepIssues({ written, type, report }, checked.issues);
    return undefined;
  }
  const { name, policy, output, syntax, promptsDirectory, span, fieldSpans } = written;
  return { type: type.name, name, config, policy, output, syntax, promptsDirectory, span, fieldSpans };
}

/** Where a step has a prompt and a prompt file, the file is used. */
function withOnePrompt({ config, keySpans }: WrittenStep, report: Report): StepDefinition['config'] {
  if (!Object.hasOwn(config, 'prompt') || !Object.hasOwn(config, 'prompt_file')) return config;
  report('DW335', {}, { span: keySpans.get('prompt') });
  const { prompt: _, ...others } = config;
  return others;
}
