import type { Report } from '../../diagnostics/diagnostics.js';
import type { HandlerPlan } from '../../model/plan.js';
import { handlerEvents, type Rule } from '../../model/rule.js';
import { hookName } from '../rules/hook-name.js';
import type { HandlerHook } from '../select/settle-places.js';
import { type Injecting, inject } from './inject.js';
import type { Remarks } from './remarks.js';

/** The hooks that the engine's own handlers run, by DAG and event. What an engine cannot write and a rule can do without is left out. */
export function planHandlers(
  handlers: readonly HandlerHook[],
  injecting: Injecting,
  remarks: Remarks,
  report: Report,
): readonly HandlerPlan[] {
  const groups = new Map<string, Pick<HandlerHook, 'dag' | 'event' | 'task'> & { readonly rules: Rule[] }>();
  for (const hook of handlers) {
    if (isLeftOut(hook, injecting, report)) continue;
    const { rule, dag, event, task } = hook;
    const group = groups.get(`${dag} ${event}`) ?? { dag, event, task, rules: [] };
    group.rules.push(rule);
    groups.set(`${dag} ${event}`, group);
  }
  const inOrder = [...groups.values()].sort(
    (a, b) => a.dag - b.dag || handlerEvents.indexOf(a.event) - handlerEvents.indexOf(b.event),
  );
  return inOrder.map(({ dag, event, task, rules }) => {
    remarks.equalOrderInHandler(rules, injecting.workflow.dags[dag]!);
    const injections = rules.map((rule) => ({
      name: hookName(rule, [], injecting.engine),
      injection: inject(rule, injecting.workflow.dags[dag]!, task, undefined, injecting),
    }));
    return { dag, event, injections };
  });
}

function isLeftOut({ rule, dag }: HandlerHook, { workflow, engine }: Injecting, report: Report): boolean {
  const { handlers } = engine.can;
  if (handlers === true || handlers === 'nodes' || !rule.action?.dispensable) return false;
  const { because: why, instead } = handlers;
  report('DW615', { rule: rule.id, dag: workflow.dags[dag]!.name, why, instead }, { span: rule.span });
  return true;
}
