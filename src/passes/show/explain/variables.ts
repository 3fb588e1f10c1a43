import { builtInNames } from '../../../lang/variable-names.js';
import type { Engine } from '../../../model/engine.js';
import type { ExplainedPlace, Explanation } from '../../../model/explanation.js';
import type { RuleSet } from '../../../model/rule.js';
import type { Task } from '../../graph/tasks.js';
import { actionPlaces } from '../../select/action-places.js';
import type { ActionView, BindPlace } from '../../variables/bind-place.js';
import type { VariableOptions } from '../../variables/variable-table.js';
import { createVariables } from '../../variables/variables.js';
import { type ExplainedPlan, type InjectedStep, injectedSteps } from './step.js';
import { explainVariable } from './variable.js';

/** What every template can say at the level of each root and for each task, and what actions can say at each point of theirs. */
export function explainVariables(plans: readonly Explained[], rules: RuleSet, options: VariableOptions): Explanation {
  const variablesAt = createVariables(rules, options);
  const names = namesFor(rules, options);
  const explained = (place: BindPlace): ExplainedPlace => {
    const table = variablesAt(undefined, place);
    const variables = names.map((name) => explainVariable(name, table(name), undefined));
    return { point: undefined, task: place.task?.name, dag: place.dag.name, variables };
  };
  const places = plans.flatMap((planned) => {
    const { workflow, tasks, engine } = planned;
    const { shell } = engine;
    return [
      ...workflow.roots.map((root) => explained({ workflow, dag: workflow.dags[root]!, task: undefined, shell })),
      ...tasks.map((task) => explained({ workflow, dag: workflow.dags[task.body ?? task.node!.dag]!, task, shell })),
      ...actionPlacesIn(planned, createVariables(rules, options, planned.view)),
    ];
  });
  return { kind: 'variables', places };
}

type Explained = ExplainedPlan & {
  readonly tasks: readonly Task[];
  readonly view: ActionView;
  readonly engine: Pick<Engine, 'shell'>;
};

function actionPlacesIn(
  planned: Explained,
  variablesAt: ReturnType<typeof createVariables>,
): readonly ExplainedPlace[] {
  const last = new Map<string, InjectedStep>();
  for (const step of injectedSteps(planned)) {
    const { rule, task } = step.injection;
    if (!rule.action) continue;
    const key = JSON.stringify([rule.action.point, step.dag.index, task ?? null]);
    const other = last.get(key)?.injection.rule.action?.earlier.length ?? -1;
    if (rule.action.earlier.length > other) last.set(key, step);
  }
  const { workflow, tasks, view, engine } = planned;
  return [...last.values()].map(({ injection, dag }): ExplainedPlace => {
    const { rule } = injection;
    const places = actionPlaces(rule, rule.action!, tasks, () => view.sessionOf(workflow)) ?? [];
    const task = places.find((one) => one.task?.name === injection.task)?.task;
    const table = variablesAt(rule, { workflow, dag, task, shell: engine.shell });
    const variables = [...rule.action!.variables.keys()].map((name) => explainVariable(name, table(name), rule));
    return { point: rule.action!.point, task: injection.task, dag: dag.name, variables };
  });
}

function namesFor(rules: RuleSet, { variables }: VariableOptions): readonly string[] {
  const builtIn: readonly string[] = builtInNames;
  const given = [...(variables?.keys() ?? [])].filter((name) => !builtIn.includes(name));
  const own = [...rules.vars.keys(), ...given].map((name) => (name.startsWith('vars.') ? name : `vars.${name}`));
  return [...builtIn, 'task.id', 'task.name', 'task.kind', 'dag.name', 'dag.file', ...new Set(own)];
}
