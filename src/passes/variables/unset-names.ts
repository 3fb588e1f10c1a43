import type { Report } from '../../diagnostics/diagnostics.js';
import type { NameInCondition } from '../../lang/condition.js';
import { nearestName } from '../../lang/nearest.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { stepTypes } from '../../steps/index.js';
import { handedNames, type Names, type SetNames } from '../graph/set-names.js';
import { meantBy, spanOfName } from '../rules/read-condition.js';
import type { BindPlace } from './bind-place.js';
import type { OutputsOf } from './workflow-variables.js';

/** Warns of a name that a rule's condition leaves to the run, where the run has nothing of that name. */
export type WarnOfUnset = (name: NameInCondition, rule: Rule, place: BindPlace, report: Report) => void;

/** Makes what warns. It does no more than that: an engine may get variables from where we do not look, such as a `.env` file. */
export function unsetNameWarner({ rules }: RuleSet, outputsOf: OutputsOf): WarnOfUnset {
  const ofHooks = new Set(rules.flatMap(({ step }) => stepTypes.get(step.type)?.outputName?.(step.config) ?? []));
  const setters = new Map<Workflow, Setters>();
  return ({ name, start, end }, { when, action, step }, { workflow, dag, shell }, report) => {
    if (!when || shell.ownsVariable(name) || ofHooks.has(name) || isResult(name)) return;
    const { inWorkflow, ofHook, elsewhere } = shell.variableSources;
    const isInEnv = Object.hasOwn(step.config.env ?? {}, name);
    if (ofHook && isInEnv) return;
    const { first, handed } = setters.get(workflow) ?? settersIn(workflow, outputsOf);
    setters.set(workflow, { first, handed });
    if (setIn(dag, outputsOf).some((names) => names.has(name))) return;
    if (handed.get(dag.index)?.some(({ names }) => names.has(name))) return;
    const other = first.get(name);
    if (other) {
      report('DW515', { name, other: other.name, dag: dag.name }, { span: when.span });
      return;
    }
    // Reported where the condition was read.
    if (meantBy(name, action?.variables) !== undefined) return;
    const nearest = isInEnv ? undefined : nearestName(name, first.keys());
    const cure = inWorkflow === undefined || isInEnv ? 'rules' : undefined;
    const args = { name, nearest, inWorkflow, ofHook, inOwnEnv: isInEnv, elsewhere };
    report('DW519', args, { span: spanOfName(when, start, end), cure });
  };
}

/** The result of a hook that captures under the name we give it. */
function isResult(name: string): boolean {
  return /_HOOK_\w+_RESULT$/.test(name);
}

function setIn(dag: Dag, outputsOf: OutputsOf): readonly Names[] {
  return [dag.env, dag.params, dag.given, outputsOf(dag)];
}

interface Setters {
  /** For each name that some DAG sets, the first of them; the roots come before what they call. */
  readonly first: ReadonlyMap<string, Dag>;
  /** What calls hand to a DAG, whose steps get it also where the DAG does not list it. */
  readonly handed: ReadonlyMap<number, readonly SetNames[]>;
}

function settersIn(workflow: Workflow, outputsOf: OutputsOf): Setters {
  const { dags, roots } = workflow;
  const first = new Map<string, Dag>();
  for (const dag of [...roots.map((root) => dags[root]!), ...dags]) {
    for (const names of setIn(dag, outputsOf)) {
      for (const name of names.keys()) if (!first.has(name)) first.set(name, dag);
    }
  }
  return { first, handed: handedNames(workflow) };
}
