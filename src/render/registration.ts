import type { Located } from '../model/layer.js';
import type { RegistryHook, RegistryMatch } from '../model/registry.js';

type Groups = Readonly<Record<string, readonly { readonly id: string }[]>>;

/**
 * The registration as JSON, without what nobody needs to start a handler.
 * @param full adds what decides whether it is started, and what a failure means
 */
export function registrationJson(groups: Groups, hooks: readonly RegistryHook[], full: boolean): string {
  const byId = new Map(hooks.map((hook) => [hook.id.value, hook]));
  const shown = Object.entries(groups).map(([event, own]) => [
    event,
    full ? own.map((one) => ({ ...one, ...detailsOf(byId.get(one.id)!) })) : own,
  ]);
  return `${JSON.stringify(Object.fromEntries(shown), null, 2)}\n`;
}

function detailsOf({ blocking, match, summary, span }: RegistryHook): object {
  const conditions = matchOf(match);
  return {
    blocking,
    ...(Object.keys(conditions).length > 0 && { match: conditions }),
    ...(summary !== undefined && { summary: summary.trim() }),
    file: span.file,
  };
}

function matchOf({ abilities, operationKeys, statuses, minDuration, changedPaths }: RegistryMatch): object {
  const texts = (list: readonly Located<string>[]) => list.map(({ value }) => value);
  return {
    ...(abilities && { ability_scope: texts(abilities) }),
    ...(operationKeys && { operation_key: texts(operationKeys) }),
    ...(statuses && { status: statuses.value }),
    ...(minDuration && { min_duration_ms: minDuration.value }),
    ...(changedPaths && { only_if_changed_paths: texts(changedPaths) }),
  };
}
