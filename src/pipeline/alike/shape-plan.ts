import type { Code } from '../../diagnostics/catalog.js';
import type { PlainWorkflow } from '../../formats/format.js';
import type { DagPlan, InjectedNode } from '../../model/plan.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import { graphsOf, nodeRoles } from '../../passes/graph/border.js';
import { checkDag } from '../../passes/graph/check.js';
import { rememberedEdges } from '../../passes/graph/edges.js';
import type { Hook } from '../../passes/graph/slot.js';
import type { Matches, Task } from '../../passes/graph/tasks.js';
import type { PlaceMatcher } from '../../passes/match/places.js';
import type { IsTeardown } from '../../passes/match/teardown.js';
import { planDag } from '../../passes/place/plan-dag.js';
import { createRemarks } from '../../passes/place/remarks.js';
import { createRuleMatches } from '../../passes/select/rule-matches.js';
import { selectHooks } from '../../passes/select/select.js';
import type { ActionView, Bind } from '../../passes/variables/bind-place.js';
import { type HookStencil, hookStencil, type Made, standIns } from './hook-stencil.js';
import type { Recorder, Reported } from './reported.js';

/** What rules come to in every DAG of a shape. */
export interface ShapePlan {
  /** The list as it will be: a step that was there by its position, a hook by its position among the hooks, counted down from -1. */
  readonly list: readonly number[];
  /** By place in the list, what is written that it waits for, in the same numbers; `undefined` where nothing is or nothing changes. */
  readonly needs: readonly (readonly number[] | undefined)[];
  /** By place in the list, the places of what it waits for. */
  readonly awaits: readonly (readonly number[])[];
  /** By step that was there, what was written that it waits for. */
  readonly written: readonly (readonly number[])[];
  readonly hooks: readonly HookStencil[];
  /** How many steps that were there wait for something else than before. */
  readonly rewired: number;
  readonly remarks: readonly Remark[];
}

/** What is told of every DAG of a shape. */
export type Remark =
  /** Once for all DAGs in which it happens. */
  | { readonly of: 'all'; readonly reported: Reported }
  /** Of each DAG, with the names of some of its steps. */
  | { readonly of: 'each'; readonly reported: Reported; readonly steps: readonly number[] | undefined };

export interface ShapePlanning {
  readonly plain: PlainWorkflow;
  readonly rules: RuleSet;
  readonly tasks: readonly Task[];
  readonly matches: Matches;
  readonly placeMatcher: PlaceMatcher;
  readonly isTeardown: IsTeardown;
  readonly view: ActionView;
  /** It reports to the recorder. */
  readonly bind: Bind;
  readonly recorder: Recorder;
}

/**
 * Plans one DAG for all of its shape, as every DAG is planned that is read in full; with two names that stand in for its own, which
 * show where the name goes.
 * @param task `undefined` for the root, which is like no other
 * @param matching the rules that match it
 * @returns `undefined` where it is not the same for all of the shape, or has to be reported
 */
export function planShape(
  dag: Dag,
  task: Task | undefined,
  matching: readonly Rule[],
  planning: ShapePlanning,
): ShapePlan | undefined {
  const { recorder, plain } = planning;
  const checked = checkDag(dag, plain.open.engine, recorder.report);
  const hooks = select(dag, task, matching, planning);
  const early = recorder.taken();
  const names = task ? standIns : [dag.name, dag.name];
  const [first, second] = names.map((name) => {
    const made = task ? inNameOf(hooks, { ...task, name }) : hooks;
    const nodes = plan({ ...checked, name }, made, planning);
    const fields = nodes.map((node) =>
      node.kind === 'injected' ? plain.fieldsOf(dag.index, node, recorder.report) : [],
    );
    return { nodes, fields, reported: recorder.taken() };
  });
  const remarks = [...early, ...first!.reported].map((reported) => remarkOf(reported, checked));
  if (!remarks.every((one) => one !== undefined)) return undefined;
  const made = first!.nodes.flatMap((node, at): (readonly [Made, Made])[] => {
    const other = second!.nodes[at]!;
    if (node.kind !== 'injected' || other.kind !== 'injected') return [];
    return [
      [
        { node, fields: first!.fields[at]! },
        { node: other, fields: second!.fields[at]! },
      ],
    ];
  });
  return shapeOf(first!.nodes, made, checked, remarks, plain);
}

/** Told once a rule, with the names of all DAGs or tasks in which it happened. */
const forAll: ReadonlySet<Code> = new Set(['DW403', 'DW410', 'DW412', 'DW413', 'DW414', 'DW419', 'DW476']);

/** Told of each DAG, with nothing in it but its name, a rule and maybe steps. */
const forEach: ReadonlySet<Code> = new Set(['DW409', 'DW420']);

function remarkOf(reported: Reported, dag: Dag): Remark | undefined {
  if (forAll.has(reported.code)) return { of: 'all', reported };
  if (!forEach.has(reported.code)) return undefined;
  const names = reported.args.nodes as readonly string[] | undefined;
  const steps = names?.map((name) => dag.nodes.findIndex((node) => node.name === name));
  return { of: 'each', reported, steps };
}

function select(
  dag: Dag,
  task: Task | undefined,
  matching: readonly Rule[],
  { plain, rules, matches, placeMatcher, isTeardown, view, recorder }: ShapePlanning,
): readonly Hook[] {
  const { workflow, engine } = plain.open;
  const selecting = {
    workflow: task ? { ...workflow, roots: [] } : workflow,
    rules: { ...rules, rules: matching },
    tasks: task ? [task] : [],
    ruleMatches: createRuleMatches(),
    mayRun: () => true,
    whyNever: () => {
      throw new Error(`a rule without a condition was kept away from ${dag.name}`);
    },
    edgesOf: rememberedEdges(),
    ...{ matches, placeMatcher, isTeardown, view, engine },
  };
  return selectHooks(selecting, recorder.report).hooks;
}

/** The same hooks in a task of another name. One that is beside another stays beside it. */
function inNameOf(hooks: readonly Hook[], task: Task): readonly Hook[] {
  const renamed = new Map<Hook, Hook>();
  const rename = (hook: Hook): Hook => {
    const known = renamed.get(hook);
    if (known) return known;
    const beside = hook.beside && { ...hook.beside, hook: rename(hook.beside.hook) };
    const made = { ...hook, task, beside };
    renamed.set(hook, made);
    return made;
  };
  return hooks.map(rename);
}

function plan(dag: Dag, hooks: readonly Hook[], planning: ShapePlanning): DagPlan['nodes'] {
  const { plain, rules, tasks, matches, isTeardown, view, bind, recorder } = planning;
  const { workflow, engine, namesIn } = plain.open;
  if (hooks.length === 0)
    return dag.nodes.map(({ index }) => ({ kind: 'kept', node: index, needs: undefined, named: false }));
  const needsMiddle = hooks.some(({ slot }) => slot.kind === 'middle');
  const roles = needsMiddle ? nodeRoles(workflow, tasks, rules, matches, isTeardown)(dag) : undefined;
  const remarks = createRemarks(engine.words);
  const dagPlanning = { workflow, engine, bind, view, namesIn, rules };
  const made = planDag(dag, hooks, graphsOf(dag, roles, rememberedEdges()), dagPlanning, remarks, recorder.report);
  remarks.tell(recorder.report);
  return made.plan.nodes;
}

function shapeOf(
  nodes: DagPlan['nodes'],
  made: readonly (readonly [Made, Made])[],
  dag: Dag,
  remarks: readonly Remark[],
  { spelling, place }: PlainWorkflow,
): ShapePlan | undefined {
  if (!nodes.every(isSimple)) return undefined;
  const numbers = new Map<string, number>(dag.nodes.map(({ name, index }) => [name, index]));
  for (const [at, [{ node }]] of made.entries()) numbers.set(node.name, -1 - at);
  const numbersOf = (names: readonly string[] | undefined) => names?.map((name) => numbers.get(name)!);
  const needs = nodes.map((node) => numbersOf(node.needs));
  if (needs.some((own) => own?.includes(undefined as never))) return undefined;
  const hooks = made.map((pair) => {
    const needsSteps = numbersOf(pair[0].node.needs)?.some((need) => need >= 0) === true;
    return hookStencil(pair, spelling, { needsSteps, blocks: place.lineBreak === '\n' });
  });
  if (!hooks.every((hook) => hook !== undefined)) return undefined;
  let next = 0;
  const list = nodes.map((node) => {
    if (node.kind === 'kept') return node.node;
    next -= 1;
    return next;
  });
  const places = new Map(list.map((number, at) => [number, at]));
  const written = dag.nodes.map((node) => node.needs?.map((need) => need.node!) ?? []);
  const awaits = list.map((number, at) => {
    const own = needs[at] ?? (number < 0 ? [] : written[number]!);
    return own.map((need) => places.get(need)!);
  });
  const rewired = nodes.filter((node) => node.kind === 'kept' && node.needs !== undefined).length;
  return { list, needs: needs as ShapePlan['needs'], awaits, written, hooks, rewired, remarks };
}

/** Is nothing to be written about it but fields, names and needs? */
function isSimple(node: DagPlan['nodes'][number]): boolean {
  return node.kind === 'kept' ? !node.named : node.instead.length === 0 && node.joins === undefined && isCommand(node);
}

function isCommand({ injection }: InjectedNode): boolean {
  return injection.call.kind === 'script' || (injection.call.kind === 'command' && !injection.call.files?.length);
}
