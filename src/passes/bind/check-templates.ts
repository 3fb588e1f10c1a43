import type { Report } from '../../diagnostics/diagnostics.js';
import { parseTemplate } from '../../lang/template.js';
import type { PromptLibrary } from '../../model/libraries.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import { stepTypes } from '../../steps/index.js';
import type { Binder } from '../../steps/step-type.js';
import { reportFindings } from '../variables/template-findings.js';
import { createStepTemplates, type StepTemplates } from './step-templates.js';

/** Reads every template and prompt of the rules, as far as that goes without a workflow, and reports what is wrong in them. */
export function checkTemplates(rules: RuleSet, prompts: PromptLibrary, report: Report): void {
  checkContext(rules, report);
  const firstOfStep = new Map(rules.rules.map((rule) => [rule.step, rule]));
  for (const rule of firstOfStep.values()) checkStep(rule, rules.runtime, prompts, report);
}

/** Reports what is wrong in the templates of `hooks.context`. */
export function checkContext({ context, ofPolicy }: RuleSet, report: Report): void {
  for (const { text, span } of [...context.values(), ...(ofPolicy?.context.values() ?? [])]) {
    reportFindings(parseTemplate(text, 'command'), span, undefined, report);
  }
}

function checkStep({ step, policy }: Rule, runtime: string, prompts: PromptLibrary, report: Report): void {
  const binder = readingOnly(createStepTemplates(step, prompts, report));
  stepTypes.get(step.type)?.call(step.config, { runtime, policy, binder, dagsOfFile: new Set() });
}

/** The type of a step knows which of its fields are templates, so it is asked for a call; what it makes of them is dropped. */
function readingOnly(templates: StepTemplates): Binder {
  return {
    text(template) {
      templates.text(template);
      return [];
    },
    pieces(template) {
      templates.text(template);
      return [];
    },
    shell(template) {
      templates.shell(template);
      return '';
    },
    script(template) {
      templates.shell(template);
      return { script: '', env: [] };
    },
    prompt(source) {
      templates.prompt(source);
      return [];
    },
    promptFile: () => undefined,
    variable: () => undefined,
    environment: () => [],
  };
}
