import type { ExplainedTask, FailedClause } from '../../../model/explanation.js';
import type { PlaceBeside, WorkflowFacts } from '../../../model/facts.js';
import type { HandlerPlace, HandlerPlan } from '../../../model/plan.js';
import type { Rule } from '../../../model/rule.js';
import type { Dag } from '../../../model/workflow.js';
import type { PlaceMatcher } from '../../match/places.js';
import { type AskedRules, dagRules, isOfDag, ruleAtDag } from './dag-rules.js';
import { explainDenial } from './denial.js';
import type { Evidence } from './evidence.js';
import { failedAt } from './failed-at.js';
import { type ExplainedPlan, explainHook, type InjectedStep } from './step.js';

export type HandlerExplaining = ExplainedPlan & {
  readonly facts?: WorkflowFacts | undefined;
  readonly placeMatcher: PlaceMatcher;
  handlerPlaces(handlers: readonly HandlerPlan[]): readonly HandlerPlace[];
};

/** A handler of the engine, of the workflow itself or added by rules. */
interface Handler {
  readonly dag: Dag;
  /** Everything that people call it. */
  readonly names: readonly string[];
  /** As it is in the workflow; `undefined` where rules add it. */
  readonly written: PlaceBeside | undefined;
  /** What rules put into it. */
  readonly added: HandlerPlace | undefined;
}

export function handlersOf(plan: HandlerExplaining): readonly Handler[] {
  const places = plan.handlerPlaces(plan.plan.handlers);
  return plan.workflow.dags.flatMap((dag): readonly Handler[] => {
    const inDag = places.filter((place) => place.dag === dag.index);
    const written = plan.facts?.handlers(dag.index) ?? [];
    const keys = new Set(written.map(({ handler }) => handler!.key));
    return [
      ...written.map((one) => {
        const added = inDag.find(({ handler }) => handler === one.handler!.key);
        return { dag, names: one.handler!.names, written: one, added };
      }),
      ...inDag
        .filter(({ handler }) => !keys.has(handler))
        .map((added) => ({ dag, names: added.names, written: undefined, added })),
    ];
  });
}

export function explainHandler(
  { dag, names, written, added }: Handler,
  plan: HandlerExplaining,
  steps: readonly InjectedStep[],
  asked: AskedRules,
  evidence: Evidence,
): ExplainedTask {
  const hooks = added?.injections.flatMap((one) => steps.find(({ injection }) => injection === one) ?? []) ?? [];
  const matched = new Set(hooks.map(({ injection }) => injection.rule.id));
  const isElsewhere = (rule: Rule) => !matched.has(rule.id) && (!isOfDag(rule) || isOfHandlers(rule));
  return {
    what: 'handler',
    name: written?.name ?? names[0]!,
    dag: dag.name,
    span: asked.toInput((written ?? dag).span),
    isAdded: written === undefined,
    ofTask: undefined,
    enabled: asked.enabled,
    hooks: hooks.map((step) => explainHook(step, evidence)),
    before: [],
    behind: [],
    refused: asked.everyRule
      .filter(isElsewhere)
      .map((rule) => ({ rule, failed: elsewhere(rule, dag.index, plan, asked, evidence) })),
    denials: written
      ? asked.deny.map((denial) => explainDenial(denial, plan.placeMatcher.beside(denial.match, dag.index, written)))
      : [],
    ofDag: dagRules(plan, steps, asked, evidence).filter(({ rule }) => !isOfHandlers(rule)),
  };
}

function isOfHandlers({ point, run }: Rule): boolean {
  return point === 'final' && run !== 'success';
}

function elsewhere(
  rule: Rule,
  dag: number,
  plan: HandlerExplaining,
  asked: AskedRules,
  evidence: Evidence,
): FailedClause {
  const { span, point, run } = rule;
  const inAnother = () =>
    failedAt('point', `its hooks are in another handler, as they are for \`run: ${run}\``, { span });
  const hasHere = (handler: HandlerPlan) =>
    handler.dag === dag && handler.injections.some(({ injection }) => injection.rule.id === rule.id);
  if (plan.plan.handlers.some(hasHere)) return inAnother();
  if (!isOfDag(rule)) return failedAt('point', `rules of ${point} are for tasks and steps, not for handlers`, { span });
  return ruleAtDag(rule, plan, asked, evidence, dag) ?? inAnother();
}
