import type { Report } from '../../diagnostics/diagnostics.js';
import { parseTemplate } from '../../lang/template.js';
import type { PromptLibrary } from '../../model/libraries.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { StepDefinition } from '../../model/step.js';
import { stepTypes } from '../../steps/index.js';
import { childChecker, dagsOfFile } from '../graph/children.js';
import type { ActionView } from '../variables/action-view.js';
import type { Bind, BindPlace } from '../variables/bind-place.js';
import { reportFindings } from '../variables/template-findings.js';
import type { Lookup, VariableOptions, VariableTable } from '../variables/variable-table.js';
import { createVariables } from '../variables/variables.js';
import { createBinder } from './binder.js';
import { createStepTemplates, type StepTemplates } from './step-templates.js';

export interface BindInput {
  readonly rules: RuleSet;
  readonly options: VariableOptions;
  readonly prompts: PromptLibrary;
  /** For rules that come from lists of actions. */
  readonly view?: ActionView | undefined;
  /** Paths of the workflow files that a step may run as children. */
  readonly siblings?: readonly string[] | undefined;
  /** Hears of each variable that a step uses. */
  readonly used?: ((rule: Rule, place: BindPlace, name: string, lookup: Lookup) => void) | undefined;
}

/**
 * Makes what turns a rule's step into its call at a place. Templates are read once, values are looked up for each place.
 * A mistake is reported at the field of the step that holds it, and what comes back is still a call.
 */
export function createBind({ rules, options, prompts, view, siblings, used }: BindInput, report: Report): Bind {
  for (const { text, span } of rules.context.values()) {
    reportFindings(parseTemplate(text, 'command'), span, undefined, report);
  }
  const variablesAt = createVariables(rules, options, view);
  const checkChild = childChecker(siblings ?? [], report);
  const known = new Map<StepDefinition, StepTemplates>();
  const templatesOf = (step: StepDefinition) => {
    const templates = known.get(step) ?? createStepTemplates(step, prompts, report);
    known.set(step, templates);
    return templates;
  };
  return (rule, place) => {
    const { step, policy } = rule;
    const type = stepTypes.get(step.type);
    if (!type) throw new Error(`the step type ${step.type} should have been refused before`);
    const table = variablesAt(rule, place);
    const variables: VariableTable = (name) => {
      const lookup = table(name);
      used?.(rule, place, name, lookup);
      return lookup;
    };
    const binder = createBinder({ templates: templatesOf(step), variables, shell: place.shell, report });
    const { workflow, dag } = place;
    checkChild(rule, workflow, dag);
    const context = { runtime: rules.runtime, policy, binder, dagsOfFile: dagsOfFile(workflow, dag.file) };
    return type.call(step.config, context);
  };
}
