import { dirname } from 'node:path';
import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { Layer, Located, WrittenStage } from '../../model/layer.js';
import type { Span } from '../../model/source.js';
import { reportProblem } from '../../text/problems.js';
import { asMap, mergedPairs, pairOf } from '../../text/yaml-access.js';
import type { ConfigurationText } from '../configuration-text.js';
import type { Frontend } from '../frontend.js';
import { check } from '../schema-issues.js';
import { ownLists } from '../section-schema.js';
import { below, readSettings } from '../section-settings.js';
import { keySpan, locate, mapAt, readWritten, type WrittenMap } from '../written.js';
import { type ActionFile, readActions } from './actions.js';
import { lifecyclePoints, lifecycleSchemas } from './schema.js';

/**
 * Hooks on the events of a pipeline: `on_session_start`, `on_stage_complete`, `on_error`, … They are in a file of their own, in
 * that of a pipeline (`stages`), or in that of one stage (`name` and no `stages`), whose other keys are left alone.
 */
export const lifecycle: Frontend = {
  accepts: ({ root }) => {
    const section = asMap(pairOf(root, 'hooks')?.value);
    if (section) return mergedPairs(section).some(({ key }) => isPointLike(key.value));
    return pairOf(root, disabling) !== undefined && !['enabled', ...ownLists].some((key) => pairOf(root, key));
  },
  read: readLifecycle,
};

const disabling = 'disable_global_hooks';

/** Misspelt ones too, so that the mistake is reported where it is one. */
function isPointLike(key: string): boolean {
  return key.startsWith('on_') || nearestName(key, lifecyclePoints) !== undefined;
}

function readLifecycle(text: ConfigurationText, report: Report): Layer | undefined {
  const { file, root, problems } = text;
  for (const problem of problems) reportProblem(file.path, problem, report);
  const written = readWritten(file.path, root, report);
  if (written?.kind !== 'map') return undefined;
  const around = check(lifecycleSchemas().surroundings, written, 'the file', report);
  const hooks = mapAt(written, 'hooks');
  const sound = withoutOtherLists(hooks, report);
  const fields = sound ? check(lifecycleSchemas().section, hooks, 'the `hooks` section', report) : undefined;
  const folder = dirname(file.path);
  const settings = readSettings(fields ?? {}, hooks, folder);
  const stages = around?.stages ? readStages(around.stages, written, report) : undefined;
  const name = stages || around?.name === undefined ? undefined : at(around.name, written, 'name');
  const promptsDirectory = settings.promptsDirectory?.value ?? below(folder, 'prompts');
  const actions = lifecyclePoints.flatMap((point): ReturnType<typeof readActions>[] => {
    const list = hooks.fields.get(point)?.value;
    const context: ActionFile = { point, list: `${file.path} ${point}`, stage: name, promptsDirectory, report };
    return list?.kind === 'list' ? [readActions(context, list)] : [];
  });
  const own = around?.disable_global_hooks;
  return {
    name: file.layer,
    settings: {
      ...settings,
      disableGlobalHooks: own === undefined ? settings.disableGlobalHooks : at(own, written, disabling),
      stages,
    },
    definitions: new Map(),
    rules: actions.flatMap(({ rules }) => rules),
    faulty: { steps: new Set(), rules: !fields || actions.some(({ complete }) => !complete) },
    inForce: inForceAt(hooks),
  };
}

/** Both ways of writing hooks in one section would leave open what comes first. */
function withoutOtherLists(hooks: WrittenMap, report: Report): boolean {
  const key = ownLists.find((one) => hooks.fields.has(one));
  if (key === undefined) return true;
  const point = [...hooks.fields.keys()].find(isPointLike)!;
  const related = { message: 'the other way', span: keySpan(hooks, point) };
  report('DW350', { key, point }, { span: keySpan(hooks, key), related });
  return false;
}

/** A file that only disables the global hooks switches nothing on. */
function inForceAt(hooks: WrittenMap): Span | undefined {
  const key = [...hooks.fields.keys()].find(isPointLike);
  return key === undefined ? undefined : keySpan(hooks, key);
}

/** An entry of `stages`. */
type ListedStage = string | { readonly name: string; readonly loop?: string | undefined };

function readStages(stages: readonly ListedStage[], written: WrittenMap, report: Report): readonly WrittenStage[] {
  const found = new Map<string, WrittenStage>();
  stages.forEach((stage, index) => {
    const name = typeof stage === 'string' ? stage : stage.name;
    const place = typeof stage === 'string' ? ['stages', index] : ['stages', index, 'name'];
    const { span } = locate(written, place);
    const first = found.get(name)?.name;
    const loop = typeof stage === 'string' ? undefined : stage.loop;
    if (!first) found.set(name, { name: { value: name, span }, loop });
    else report('DW352', { name }, { span, related: { message: 'the first time', span: first.span } });
  });
  return [...found.values()];
}

function at<T>(value: T, written: WrittenMap, key: string): Located<T> {
  return { value, span: locate(written, [key]).span };
}
