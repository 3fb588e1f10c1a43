import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import type { PromptLibrary } from '../../model/libraries.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { StepDefinition } from '../../model/step.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { stepTypes } from '../../steps/index.js';
import { childChecker, childFiles } from '../graph/check-child.js';
import { dagsOfFile } from '../graph/children.js';
import type { ActionView, Bind, BindPlace } from '../variables/bind-place.js';
import type { Lookup, VariableOptions, VariableTable } from '../variables/variable-table.js';
import { createVariables } from '../variables/variables.js';
import { createBinder } from './binder.js';
import { checkContext } from './check-templates.js';
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
  checkContext(rules, report);
  const variablesAt = createVariables(rules, options, view);
  const checkChild = childChecker(siblings ?? [], report);
  const childFile = childFiles(siblings ?? []);
  const elsewhereIn = rememberedElsewhere();
  const known = new Map<StepDefinition, StepTemplates>();
  const templatesOf = (step: StepDefinition) => {
    let templates = known.get(step);
    if (!templates) {
      templates = createStepTemplates(step, prompts, report);
      known.set(step, templates);
    }
    return templates;
  };
  return (rule, place) => {
    const { step, policy } = rule;
    const type = stepTypes.get(step.type);
    if (!type) throw new Error(`the step type ${step.type} should have been refused before`);
    const table = variablesAt(rule, place);
    const variables: VariableTable = used
      ? (name) => {
          const lookup = table(name);
          used(rule, place, name, lookup);
          return lookup;
        }
      : table;
    const { workflow, dag } = place;
    const delivery = rules.prompts === 'file' ? { files: [], elsewhere: elsewhereIn(workflow) } : undefined;
    const binder = createBinder({ templates: templatesOf(step), variables, shell: place.shell, delivery, report });
    checkChild(rule, workflow, dag);
    const { runtime } = (isOfPolicy(rule) && rules.ofPolicy) || rules;
    const context = {
      ...{ runtime, policy, binder },
      // Few steps ask.
      get dagsOfFile() {
        return dagsOfFile(workflow, dag.file);
      },
    };
    const call = type.call(step.config, context);
    if (call.kind === 'spawn') return { ...call, file: childFile(call.workflow) };
    return call.kind === 'command' && delivery?.files.length ? { ...call, files: delivery.files } : call;
  };
}

/** Looked for once in a workflow, and not for each hook. */
function rememberedElsewhere(): (workflow: Workflow) => Dag | undefined {
  const known = new Map<Workflow, Dag | undefined>();
  return (workflow) => {
    if (!known.has(workflow))
      known.set(
        workflow,
        workflow.dags.find((dag) => dag.startsElsewhere !== undefined),
      );
    return known.get(workflow);
  };
}
