import type { HandlerPlan, Injection } from '../../model/plan.js';
import { mayFail } from '../../model/rule.js';
import type { Field, PrintedMap } from '../../text/print-yaml.js';
import { type FormerHandler, formerTask } from './exit-handler.js';
import { type TemplatePlace, templateOf, wrapped } from './step-fields.js';
import { noRetries, notFast } from './template-defaults.js';

/** A hook of the exit handler. */
export interface ExitHook {
  readonly name: string;
  readonly event: HandlerPlan['event'];
  readonly injection: Injection;
}

/** The hooks of one document, each once: several of its templates may start a run. */
export function exitHooks(handlers: readonly HandlerPlan[]): readonly ExitHook[] {
  const hooks = new Map<string, ExitHook>();
  for (const { event, injections } of handlers) {
    for (const { name, injection } of injections) if (!hooks.has(name)) hooks.set(name, { name, event, injection });
  }
  return [...hooks.values()];
}

/**
 * A template that runs what ran at the end before, and beside it the hooks one after another, whatever becomes of each. What fails in
 * it makes the run fail, as a failing exit handler always does: so all of it is named as a target.
 */
export function handlerTemplate(
  hooks: readonly ExitHook[],
  former: FormerHandler,
  name: string,
  place: TemplatePlace,
): readonly Field[] {
  const tasks = hooks.map((hook, index) => taskOf(hook, hooks[index - 1]?.name, place));
  const before = former.kind === 'template' ? [formerCall(former)] : [];
  const targets = [...(former.kind === 'template' ? [formerTask] : []), ...hooks.map((hook) => hook.name)];
  const dag = [notFast, { key: 'target', value: targets.join(' ') }, { key: 'tasks', value: [...before, ...tasks] }];
  return [
    { key: 'name', value: name },
    ...(place.retriesAll ? [noRetries] : []),
    ...(place.failsAllFast ? [notFast] : []),
    { key: 'dag', value: { fields: dag } },
  ];
}

function formerCall({ name, parameters }: Extract<FormerHandler, { readonly kind: 'template' }>): PrintedMap {
  const given = parameters.map(
    (parameter): PrintedMap => ({
      fields: [
        { key: 'name', value: parameter.name },
        { key: 'value', value: parameter.value },
      ],
    }),
  );
  return {
    fields: [
      { key: 'name', value: formerTask },
      { key: 'template', value: name },
      ...(given.length === 0 ? [] : [{ key: 'arguments', value: { fields: [{ key: 'parameters', value: given }] } }]),
    ],
  };
}

function taskOf({ name, event, injection }: ExitHook, before: string | undefined, place: TemplatePlace): PrintedMap {
  const template = templateOf(name, injection, place);
  return {
    fields: [
      { key: 'name', value: name },
      ...(before === undefined
        ? []
        : [{ key: 'depends', value: `${before} || ${before}.Failed || ${before}.Errored` }]),
      ...conditionOf(event),
      { key: 'inline', value: mayFail(injection.rule) ? wrapped(template, place) : { fields: template } },
    ],
  };
}

/** A run that somebody stopped has failed to the engine; what was stopped in it says so. */
function conditionOf(event: HandlerPlan['event']): readonly Field[] {
  if (event === 'failure') return [{ key: 'when', value: "{{workflow.status}} != 'Succeeded'" }];
  if (event !== 'abort') return [];
  return [{ key: 'when', value: "{{=workflow.failures matches '(shutdown|Stopped) with strategy'}}" }];
}
