import { fileSettings } from '../../lang/variable-names.js';
import type { DagPlan } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { graphsOf } from '../../passes/graph/border.js';
import type { EdgesOf } from '../../passes/graph/edges.js';
import { nodeRoles } from '../../passes/graph/node-roles.js';
import type { Hook } from '../../passes/graph/slot.js';
import type { Task } from '../../passes/graph/tasks.js';
import type { SequencedNode } from '../../passes/graph/topology.js';
import { sequenced } from '../../passes/graph/topology.js';
import { type Proof, planDag } from '../../passes/place/plan-dag.js';
import { createRemarks } from '../../passes/place/remarks.js';
import type { Bind } from '../../passes/variables/bind-place.js';
import type { ShapePlanning } from './passes-for-shapes.js';
import { isStandIn } from './stand-ins.js';

export type PlanUnderName = (
  dag: Dag,
  name: string,
  task: Task | undefined,
  hooks: readonly Hook[],
  edgesOf: EdgesOf,
) => {
  readonly nodes: DagPlan['nodes'];
  readonly list: readonly SequencedNode[];
  /** `undefined` without hooks. */
  readonly proof: Proof | undefined;
};

/** Plans DAGs under names that are not theirs. */
export function createPlanUnderName({
  plain,
  rules,
  tasks,
  matches,
  isTeardown,
  view,
  bind,
  recorder,
}: ShapePlanning): PlanUnderName {
  const { workflow, engine, namesIn } = plain.open;
  const rolesIn = nodeRoles(workflow, tasks, rules, matches, isTeardown);
  const bound = new Map<string, ReturnType<Bind>>();
  const bindOnce: Bind = (rule, place) => {
    // Under its own name a DAG is planned once.
    if (!place.task || !isStandIn(place.task.name)) return bind(rule, place);
    const key = `${plain.settings[place.dag.index]!} ${place.task.name} ${rule.id}`;
    const call = bound.get(key) ?? bind(rule, place);
    bound.set(key, call);
    return call;
  };
  const planning = { workflow, engine, bind: bindOnce, view, namesIn, rules };
  return (dag, name, task, hooks, edgesOf) => {
    if (hooks.length === 0) {
      const nodes = dag.nodes.map(
        ({ index }) => ({ kind: 'kept', node: index, needs: undefined, named: false }) as const,
      );
      return { nodes, list: sequenced(dag), proof: undefined };
    }
    const named = underName(dag, name);
    const inName = task ? inNameOf(hooks, { ...task, name }) : hooks;
    const roles = hooks.some(({ slot }) => slot.kind === 'middle') ? rolesIn(dag) : undefined;
    const remarks = createRemarks(engine.words);
    const made = planDag(named, inName, graphsOf(dag, roles, edgesOf), planning, remarks, recorder.report);
    remarks.tell(recorder.report);
    return { nodes: made.plan.nodes, list: made.list, proof: { list: made.list, graphs: () => graphsOf(dag, roles) } };
  };
}

/**
 * The same DAG as it would be under another name, which its variables hold where they hold its own: DAGs whose variables differ in
 * nothing else have equal settings.
 */
function underName(dag: Dag, name: string): Dag {
  const renamed = ([variable, value]: readonly [string, string]): [string, string] => [
    variable,
    fileSettings.has(variable) ? value : value.replaceAll(dag.name, name),
  ];
  return { ...dag, name, env: new Map([...dag.env].map(renamed)) };
}

/** The same hooks in a task of another name. One that is beside another stays beside it, and one for a step is for that step. */
function inNameOf(hooks: readonly Hook[], task: Task): readonly Hook[] {
  const renamed = new Map<Hook, Hook>();
  const rename = (hook: Hook): Hook => {
    const known = renamed.get(hook);
    if (known) return known;
    const beside = hook.beside && { ...hook.beside, hook: rename(hook.beside.hook) };
    const made = { ...hook, task: hook.rule.each ? hook.task : task, beside };
    renamed.set(hook, made);
    return made;
  };
  return hooks.map(rename);
}
