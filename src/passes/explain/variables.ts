import { builtInNames } from '../../lang/variable-names.js';
import type { ExplainedPlace, ExplainedVariable, Explanation } from '../../model/explanation.js';
import type { RuleSet } from '../../model/rule.js';
import type { Word } from '../../model/step.js';
import type { Workflow } from '../../model/workflow.js';
import type { BindPlace } from '../bind-place.js';
import type { Matches } from '../matches.js';
import { findTasks } from '../tasks.js';
import type { Lookup, NoValue, VariableOptions, VariableSource } from '../variable-table.js';
import { createVariables } from '../variables.js';

/** What every template can say at the level of each root and for each task. */
export function explainVariables(
  workflows: readonly Workflow[],
  rules: RuleSet,
  options: VariableOptions,
  matches: Matches,
): Explanation {
  const variablesAt = createVariables(rules, options);
  const names = namesFor(rules, options);
  const explained = (place: BindPlace): ExplainedPlace => {
    const table = variablesAt(undefined, place);
    const variables = names.map((name) => explainVariable(name, table(name)));
    return { task: place.task?.name, dag: place.dag.name, variables };
  };
  const places = workflows.flatMap((workflow) => [
    ...workflow.roots.map((root) => explained({ workflow, dag: workflow.dags[root]!, task: undefined })),
    ...findTasks(workflow, rules, matches).map((task) =>
      explained({ workflow, dag: workflow.dags[task.body ?? task.node!.dag]!, task }),
    ),
  ]);
  return { kind: 'variables', places };
}

function namesFor(rules: RuleSet, { variables }: VariableOptions): readonly string[] {
  const builtIn: readonly string[] = builtInNames;
  const given = [...(variables?.keys() ?? [])].filter((name) => !builtIn.includes(name));
  const own = [...rules.vars.keys(), ...given].map((name) => (name.startsWith('vars.') ? name : `vars.${name}`));
  return [...builtIn, 'task.id', 'task.name', 'task.kind', 'dag.name', 'dag.file', ...new Set(own)];
}

export function explainVariable(name: string, lookup: Lookup): ExplainedVariable {
  if (!lookup.ok && lookup.why === 'not-here')
    return { name, value: undefined, source: lookup.lifecycle.reason, span: undefined };
  if (!lookup.ok) return { name, value: undefined, source: reasons[lookup.why], span: lookup.within };
  const { source } = lookup;
  return {
    name,
    value: textOf(lookup.value),
    source: sourceText(source),
    span: 'span' in source ? source.span : undefined,
  };
}

const reasons: Readonly<Record<NoValue, string>> = {
  'no-task': 'there is no task here',
  unknown: 'there is no such variable',
  unset: 'nobody gives it a value',
  circular: 'it is defined by itself in `context`',
  secret: 'it is a secret by its name, and is not written down',
};

function sourceText(source: VariableSource): string {
  switch (source.kind) {
    case 'option':
      return '--var';
    case 'vars':
      return 'hooks.vars';
    case 'environment':
      return 'the environment where dagweave runs';
    case 'place':
      return 'the place of the hook';
    case 'context':
      return 'hooks.context';
    case 'workflow':
      return `${source.name} in the env of ${source.dag}`;
    case 'default':
      return 'the default';
  }
}

function textOf(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : part.expression)).join('');
}
