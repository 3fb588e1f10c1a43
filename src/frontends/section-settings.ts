import { isAbsolute, join } from 'node:path';
import type * as z from 'zod/mini';
import type { EngineSetting } from '../model/engine-setting.js';
import type { Located, Settings } from '../model/layer.js';
import type { frameSchema } from './section-schema.js';
import { locate, mapAt, readTexts, type Written, type WrittenMap } from './written.js';

/** The values of the section that are neither definitions nor rules. */
export function readSettings(
  fields: Partial<z.output<ReturnType<typeof frameSchema.whole>>>,
  written: WrittenMap,
  folder: string,
): Settings {
  const located = <T>(value: T | undefined, ...path: string[]): Located<T> | undefined =>
    value === undefined ? undefined : { value, span: locate(written, path).span };
  return {
    enabled: located(fields.enabled, 'enabled'),
    disableGlobalHooks: located(fields.disable_global_hooks, 'disable_global_hooks'),
    promptsDirectory: located(fields.prompts_dir && below(folder, fields.prompts_dir), 'prompts_dir'),
    prompts: located(fields.prompts, 'prompts'),
    runtime: located(fields.runtime, 'runtime'),
    tasksAre: located(fields.tasks_are, 'tasks_are'),
    taskIds: patterns(fields.task_ids, written, 'task_ids'),
    setup: patterns(fields.setup, written, 'setup'),
    taskEnds: patterns(fields.task_ends, written, 'task_ends'),
    teardown: patterns(fields.teardown, written, 'teardown'),
    format: located(fields.format, 'format'),
    // As text, because 1.10 is another version than 1.1.
    targetVersion: located(textAt(written, 'target_version'), 'target_version'),
    baseConfig: located(baseConfig(fields.dagu?.base_config, folder), 'dagu', 'base_config'),
    assumeVersion: located(textAt(written, 'assume_version'), 'assume_version'),
    marks: located(fields.marks, 'marks'),
    maxAddedSteps: located(fields.limits?.max_added_steps, 'limits', 'max_added_steps'),
    maxLlmCalls: located(fields.limits?.max_llm_calls, 'limits', 'max_llm_calls'),
    maxWebhooks: located(fields.limits?.max_webhooks, 'limits', 'max_webhooks'),
    maxAddedCriticalPath: located(fields.limits?.max_added_critical_path, 'limits', 'max_added_critical_path'),
    vars: texts(written.fields.get('vars')?.value),
    context: texts(written.fields.get('context')?.value),
    engines: ofEngines(
      { argo: fields.argo, github_actions: fields.github_actions, gitlab_ci: fields.gitlab_ci },
      written,
    ),
    models: texts(mapAt(written, 'models')),
    stages: undefined,
  };
}

/** Keys that only the format of one engine reads. */
function ofEngines(
  engines: Readonly<Record<string, object | null | undefined>>,
  written: WrittenMap,
): Settings['engines'] {
  const stated = Object.entries(engines).flatMap(([engine, settings]) =>
    Object.entries(settings ?? {}).map(([key, value]) => {
      const { span } = locate(written, [engine, key]);
      return [`${engine}.${key}`, { value: value as EngineSetting, span }] as const;
    }),
  );
  return new Map(stated);
}

function patterns(value: string | readonly string[] | undefined, written: WrittenMap, key: string) {
  return value === undefined ? undefined : readTexts(value, locate(written, [key]));
}

function baseConfig(path: string | undefined, folder: string): string | undefined {
  return path === undefined || path === 'none' ? path : below(folder, path);
}

/** A directory as the configuration in that folder means it. */
export function below(folder: string, directory: string): string {
  return isAbsolute(directory) ? directory : join(folder, directory);
}

function textAt(written: WrittenMap, key: string): string | undefined {
  const value = written.fields.get(key)?.value;
  return value?.kind === 'scalar' && value.value !== null ? value.text : undefined;
}

/** Numbers and truth values as they were written: a version stays `1.10`. */
function texts(written: Written | undefined): ReadonlyMap<string, Located<string>> {
  const found = new Map<string, Located<string>>();
  if (written?.kind !== 'map') return found;
  for (const [name, { value }] of written.fields) {
    if (value.kind === 'scalar') found.set(name, { value: value.text, span: value.span });
  }
  return found;
}
