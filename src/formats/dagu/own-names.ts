import type { Report } from '../../diagnostics/diagnostics.js';
import { commandsOf } from '../../lang/shell/commands-of.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Injection } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';

/**
 * Variables that belong to the text of a hook and that Dagu 1.30 takes for those of the workflow: before a shell reads the text, it puts
 * the values of parameters and of outputs in place of `$NAME` and `${NAME}`. A name that the text does not set itself is there to get
 * such a value, so only those count that it sets, and numbers: `$1` is an argument or a field in awk, and no hook means the first
 * parameter of a workflow by it.
 */
export function ownNamesIn(text: string): readonly string[] {
  const read = new Set([...text.matchAll(/\$(?:\{(\w+)\}|(\w+))/g)].map(([, inBraces, bare]) => inBraces ?? bare!));
  if (read.size === 0) return [];
  const set = new Set(commandsOf(text).settings.map(({ name }) => name));
  return [...read].filter((name) => set.has(name) || /^[1-9]\d*$/.test(name));
}

/** What Dagu 1.30 puts into the texts of the steps of a DAG. */
export interface Replacement {
  /** The DAG that says so. */
  readonly dag: Dag;
  readonly key: string;
  readonly ofStep: boolean;
  readonly names: ReadonlySet<string>;
}

/**
 * Variables of `env` and `secrets` are not among them: the text of a step keeps those.
 * @param hooks those of the DAG
 */
export function replacementsIn(
  { dags, roots }: Workflow,
  dag: Dag,
  hooks: readonly Pick<Injection, 'rule' | 'output'>[],
): readonly Replacement[] {
  const asked = [...dag.given].flatMap(([name, key]) => (key === 'config.input' ? [name] : []));
  const printed = [
    ...dag.nodes.map(({ output }) => output),
    // A policy knows the names of its own outputs.
    ...hooks.map(({ rule, output }) => (isOfPolicy(rule) ? undefined : output)),
  ].filter((name) => name !== undefined);
  return [
    { dag, key: 'params', ofStep: false, names: dag.params },
    { dag, key: 'config.input', ofStep: true, names: new Set(asked) },
    { dag, key: 'output', ofStep: true, names: new Set(printed) },
    ...(roots.includes(dag.index) ? [] : handedTo(dag, dags)),
  ];
}

function handedTo({ index }: Dag, dags: readonly Dag[]): readonly Replacement[] {
  return dags.flatMap((dag) =>
    dag.nodes.flatMap(({ call }) =>
      call?.dag === index ? [{ dag, key: 'params', ofStep: true, names: call.params }] : [],
    ),
  );
}

/** Reports variables of a hook of a policy in whose place the engine would write what a workflow says. */
export function reportReplaced(
  text: string,
  { id: rule, span }: Rule,
  replacements: () => readonly Replacement[],
  report: Report,
): void {
  const own = ownNamesIn(text);
  if (own.length === 0) return;
  const related = { message: 'the policy', span };
  for (const { dag, key, ofStep, names } of replacements()) {
    const replaced = own.filter((name) => names.has(name));
    if (replaced.length === 0) continue;
    report('DW632', { names: replaced, dag: dag.name, key, ofStep, rule }, { span: dag.span, related });
  }
}
