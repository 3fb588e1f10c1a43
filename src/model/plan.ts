import type { HandlerEvent, Rule } from './rule.js';
import type { StepCall, Word } from './step.js';

/** All that will be added, engine-neutral. Preview prints it, a format writes it down. */
export interface Plan {
  /** Only DAGs that change, by index. */
  readonly dags: readonly DagPlan[];
  /** Hooks for the engine's own handlers, of the root DAGs and of tasks that take hooks at their end. */
  readonly handlers: readonly HandlerPlan[];
  /** Each injected block begins with a comment that names its rule. */
  readonly marks: boolean;
}

/** What a run costs more for what is added. */
export interface PlanCosts {
  /** Added steps that call a model. */
  readonly modelCalls: number;
  /** How many added steps run one after another on the longest way through the workflow. */
  readonly criticalPath: number;
}

/** What plans come to, in a few figures. */
export interface PlanSummary extends PlanCounts {
  /** Computed when it is wanted: every DAG is walked for it. */
  readonly costs: PlanCosts;
  /** Handlers that were there before and are to run hooks as well. */
  readonly sharedHandlers: number;
  /** How often a rule forbids what is there. */
  readonly denied: number;
}

/** How much plans change. */
export interface PlanCounts {
  readonly steps: number;
  /** DAGs that get steps. */
  readonly dags: number;
  /** Nodes that wait for something else than before. */
  readonly rewired: number;
}

export function countsOf(plans: readonly Plan[]): PlanCounts {
  const total = { steps: 0, dags: 0, rewired: 0 };
  for (const plan of plans) {
    const changed = new Set<number>();
    for (const { dag, nodes } of plan.dags) {
      let injected = 0;
      for (const node of nodes) {
        if (node.kind === 'injected') injected += 1;
        else if (node.needs !== undefined) total.rewired += 1;
      }
      total.steps += injected;
      if (injected > 0) changed.add(dag);
    }
    for (const { dag, injections } of plan.handlers) {
      total.steps += injections.length;
      changed.add(dag);
    }
    total.dags += changed.size;
  }
  return total;
}

export interface DagPlan {
  readonly dag: number;
  /** The whole list as it will be, in order. */
  readonly nodes: readonly PlannedNode[];
}

/** By the index of a node: the gates that it would pass by, and so has to wait for as well. */
export type GatesPassed = (plan: DagPlan) => ReadonlyMap<number, readonly string[]>;

export type PlannedNode = KeptNode | InjectedNode;

export interface KeptNode {
  readonly kind: 'kept';
  /** Index into `Dag.nodes`. */
  readonly node: number;
  /** The written needs as they will be, by name; `undefined` where they stay as they are. */
  readonly needs: readonly string[] | undefined;
  /** The name that the engine makes up for it gets written down, because it would not hold or is unknown for certain. */
  readonly named: boolean;
}

export interface InjectedNode {
  readonly kind: 'injected';
  readonly name: string;
  readonly injection: Injection;
  /** Needs to write; `undefined` where position says it all or there are no needs. */
  readonly needs: readonly string[] | undefined;
  /** The index of the base node whose nested list it joins; `undefined` at top level. */
  readonly joins: number | undefined;
  /** The number of its stage, where nodes have stages. */
  readonly stage?: number | undefined;
  /** Index of the base node that it is right before or right behind; `undefined` where it is about others, or about all. */
  readonly about?: number | undefined;
  /** Before or after that node; before all, behind what all others wait for, or behind all. */
  readonly slot: 'before' | 'after' | 'entry' | 'middle' | 'exit';
  /** Started in the background, because what follows in the list would wait for it otherwise. */
  readonly detached: boolean;
  /** Kept nodes that wait for it in place of other needs, where its own needs do not tell which. */
  readonly instead: readonly StandIn[];
}

export type Unwritten = 'by stage' | 'taken over';

/** What a node waited for before a hook took the place of that. */
export interface StandIn {
  readonly node: number;
  readonly needs: readonly string[];
  /** An empty list was written, which cuts the node off from what is before it; where none was, that is what it waited for. */
  readonly cut: boolean;
  /** It had no list of its own: its stage said what it waited for, or a list that it takes over. What others add to the list that it gets is theirs. */
  readonly unwritten?: Unwritten;
}

/** A rule applied at one place. */
export interface Injection {
  readonly rule: Rule;
  /** The task it is for; `undefined` at the level of the root DAG. */
  readonly task: string | undefined;
  readonly call: StepCall;
  /** What the run has to decide of the rule's condition; `undefined` where the step runs in any case. */
  readonly condition: RunCondition | undefined;
  /** Name of the variable that captures the output. */
  readonly output: string | undefined;
  /** How it tells later hooks how it ended. */
  readonly statusReport: StatusReport | undefined;
  /** It only reports: what it finds never makes it fail. */
  readonly observes?: boolean;
}

export interface StatusReport {
  /** The variable that it leaves `success` or `failed` in, as the first line. */
  readonly variable: string;
  /** What it prints follows behind that; otherwise it goes to the other log. */
  readonly withOutput: boolean;
  /** What it leaves there where its condition keeps it from running: how the one before it ended. */
  readonly skipped: Word;
}

/** A condition with all filled in that is known before the run. */
export interface RunCondition {
  /** In the language of `when`. A name in it is a key of `values`, or else an environment variable of the step. */
  readonly text: string;
  /** Values of our own variables that only the run knows. */
  readonly values: ReadonlyMap<string, Word>;
}

/** What a handler of a DAG is to run for an event. */
export interface HandlerPlan {
  readonly dag: number;
  readonly event: HandlerEvent;
  /** In the order in which they run. */
  readonly injections: readonly { readonly name: string; readonly injection: Injection }[];
}

/** All that a plan adds, by the DAG that it is added to: first into lists of nodes, then into handlers. */
export function injectionsByDag({ dags, handlers }: Plan): readonly DagInjections[] {
  return [
    ...dags.map(({ dag, nodes }) => ({
      dag,
      injections: nodes.flatMap((node) => (node.kind === 'injected' ? [node.injection] : [])),
    })),
    ...handlers.map(({ dag, injections }) => ({ dag, injections: injections.map(({ injection }) => injection) })),
  ];
}

interface DagInjections {
  readonly dag: number;
  readonly injections: readonly Injection[];
}

/** Handlers by the DAG that they are in. */
export function handlersByDag(handlers: readonly HandlerPlan[]): ReadonlyMap<number, readonly HandlerPlan[]> {
  const groups = new Map<number, HandlerPlan[]>();
  for (const handler of handlers) {
    const group = groups.get(handler.dag);
    if (group) group.push(handler);
    else groups.set(handler.dag, [handler]);
  }
  return groups;
}

/** A handler of the engine that hooks go into. */
export interface HandlerPlace {
  readonly dag: number;
  /** As the engine calls it. */
  readonly handler: string;
  /** What people call it besides. */
  readonly names: readonly string[];
  readonly injections: readonly Injection[];
  /** It was there before, and its own command decides how it ends. */
  readonly shared: boolean;
  /** It may take the place of one that the operator's own configuration has, of which nothing is known. */
  readonly mayReplace: boolean;
}
