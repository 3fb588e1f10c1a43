import type { Report } from '../../diagnostics/diagnostics.js';
import type { Layer, Models, WrittenStep } from '../../model/layer.js';
import { asksModel } from '../../steps/asks-model.js';

/** A step that asks a model, with what it leaves out of who answers. Another type of step, and one for another runner, stays as it is. */
export function withModels(step: WrittenStep, models: Models): WrittenStep {
  if (models.size === 0 || !asksModel(step)) return step;
  const { config } = step;
  if (config.runner !== undefined && config.runner !== runnerOf(models)) return step;
  const added = [...models].filter(([key]) => config[key] === undefined && !isKeyOfAnother(key, step));
  return {
    ...step,
    config: { ...config, ...Object.fromEntries(added.map(([key, { value }]) => [key, value])) },
    fieldSpans: new Map([...step.fieldSpans, ...added.map(([key, { span }]) => [key, span] as const)]),
  };
}

/** The key of one service must not be sent to the one that the step names itself. */
function isKeyOfAnother(key: string, { config }: WrittenStep): boolean {
  return key === 'api_key_env' && config.base_url !== undefined;
}

/** What a stronger layer says about another runner takes the place of all that weaker ones say: an address is for one protocol. */
export function mergeModels(weaker: Models, stronger: Models): Models {
  const [before, after] = [weaker.get('runner'), stronger.get('runner')];
  return before && after && before.value !== after.value ? stronger : new Map([...weaker, ...stronger]);
}

/** Reports an address or a key that nothing would use, and leaves it out. */
export function checkedModels(models: Models, report: Report): Models {
  if (isService(runnerOf(models))) return models;
  const kept = new Map(models);
  for (const key of ['base_url', 'api_key_env'] as const) {
    const stated = models.get(key);
    if (!stated) continue;
    report('DW846', { key, runner: runnerOf(models) }, { span: stated.span });
    kept.delete(key);
  }
  return kept;
}

/**
 * Reports each step of a layer below a policy that would ask another model, or ask it elsewhere, than the policy says.
 * @param models of all layers; a step for another runner than theirs would get nothing of the policy
 */
export function reportOtherModels(pinned: Models, layer: Layer, models: Models, report: Report): void {
  const [first] = pinned.values();
  if (!first) return;
  const held: Models = new Map([['runner', { value: runnerOf(models), span: first.span }], ...pinned]);
  const inline = layer.rules.flatMap(({ step }) => (step.kind === 'inline' ? [step.definition] : []));
  for (const step of [...layer.definitions.values(), ...inline].filter(asksModel)) {
    for (const [key, own] of held) {
      const stated = step.config[key];
      if (stated === undefined || stated === own.value) continue;
      const related = { message: 'the policy', span: own.span };
      report('DW845', { key, value: own.value }, { span: step.fieldSpans.get(key) ?? step.nameSpan, related });
    }
  }
}

function runnerOf(models: Models): string {
  return models.get('runner')?.value ?? 'claude';
}

function isService(runner: string): boolean {
  return runner === 'openai' || runner === 'anthropic';
}
