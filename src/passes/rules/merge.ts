import type { Report } from '../../diagnostics/diagnostics.js';
import {
  type Faulty,
  type Layer,
  type Located,
  layerNames,
  type Models,
  noSettings,
  type Settings,
  type WrittenRule,
  type WrittenStep,
} from '../../model/layer.js';
import type { Denial } from '../../model/match.js';
import type { Span } from '../../model/source.js';
import { checkedModels, mergeModels, reportOtherModels, withModels } from './models.js';
import { decidedByPolicy, reportWeakening, tightest } from './policy.js';

/** All layers as one. */
export interface MergedLayers {
  readonly settings: Settings;
  readonly definitions: ReadonlyMap<string, WrittenStep>;
  readonly rules: readonly LayeredRule[];
  readonly deny: readonly Denial[];
  readonly faulty: Faulty;
  /** What policies alone say; `undefined` without a policy. */
  readonly policy?: Settings | undefined;
}

export interface LayeredRule extends WrittenRule {
  /** 0 is the global layer. */
  readonly layer: number;
  /** Among the rules of its layer and point. */
  readonly position: number;
}

/**
 * Joins layers: a setting of a stronger one replaces that of a weaker one, step definitions do so by name, and rules add up.
 * @param layers in any order; those of equal name in the order in which they were given, the weakest first
 */
export function mergeLayers(layers: readonly Layer[], report: Report): MergedLayers {
  const ordered = [...layers].sort((a, b) => rank(a) - rank(b));
  const policies = ordered.filter(({ name }) => name === 'policy');
  const weaker = ordered.filter(({ name }) => name !== 'policy');
  const below = mergeBelow(weaker, report);
  if (policies.length === 0) return withModelsIn(below, checkedModels(below.settings.models, report));
  warnOfNoEffect(policies, report);
  reportWeakening(ordered, policies, report);
  return withPolicy(below, { policies, weaker }, report);
}

/** What policies say is in force whatever the layers below say, which add to it where they are enabled. */
function withPolicy(
  below: MergedLayers,
  { policies, weaker }: { readonly policies: readonly Layer[]; readonly weaker: readonly Layer[] },
  report: Report,
): MergedLayers {
  const policy = policies.map(({ settings }) => settings).reduce(mergeSettings, noSettings);
  const models = checkedModels(mergeModels(below.settings.models, policy.models), report);
  for (const layer of weaker) reportOtherModels(policy.models, layer, models, report);
  const added = below.settings.enabled?.value === true ? withModelsIn(below, models) : undefined;
  const own = withModelsIn(
    { definitions: joinDefinitions(policies, report), rules: layeredRules(policies, undefined) },
    // What weaker layers say is not for the hooks of a policy.
    checkedModels(policy.models, report),
  );
  const { vars, engines, ...limits } = tightest(below.settings, policy);
  return {
    settings: {
      ...(added?.settings ?? noSettings),
      ...decidedByPolicy(policy),
      ...limits,
      runtime: added?.settings.runtime ?? policy.runtime,
      context: new Map([...policy.context, ...(added?.settings.context ?? [])]),
      vars,
      engines,
      enabled: { value: true, span: policies[0]!.rules[0]?.span ?? { file: '', start: 0, end: 0 } },
    },
    definitions: new Map([...(added?.definitions ?? []), ...own.definitions]),
    rules: [...(added?.rules ?? []), ...own.rules],
    deny: [...(added?.deny ?? []), ...policies.flatMap(ofPolicy)],
    faulty: joinFaulty(added ? [added, ...policies] : policies),
    policy,
  };
}

function withModelsIn<Steps extends Pick<MergedLayers, 'definitions' | 'rules'>>(steps: Steps, models: Models): Steps {
  const rules = steps.rules.map((rule): LayeredRule => {
    const { step } = rule;
    if (step.kind === 'reference') return rule;
    return { ...rule, step: { ...step, definition: withModels(step.definition, models) } };
  });
  const definitions = new Map([...steps.definitions].map(([name, step]) => [name, withModels(step, models)]));
  return { ...steps, rules, definitions };
}

function ofPolicy({ deny = [] }: Layer): readonly Denial[] {
  return deny.map((denial) => ({ ...denial, ofPolicy: true }));
}

function joinFaulty(layers: readonly Pick<Layer, 'faulty'>[]): Faulty {
  return {
    steps: new Set(layers.flatMap(({ faulty }) => [...faulty.steps])),
    rules: layers.some(({ faulty }) => faulty.rules),
  };
}

function mergeBelow(ordered: readonly Layer[], report: Report): MergedLayers {
  warnOfSelfDisabling(ordered, report);
  const heard = dropsGlobal(ordered) ? ordered.filter((layer) => layer.name !== 'global') : ordered;
  const stated = heard.map((layer) => layer.settings).reduce(mergeSettings, noSettings);
  const present = heard.find((layer) => layer.inForce)?.inForce;
  const settings = { ...stated, enabled: stated.enabled ?? (present && { value: true, span: present }) };
  const used = stated.enabled || !present ? heard : inForceOnly(heard, present, report);
  const prompts = overridingPrompts(heard);
  return {
    settings,
    definitions: new Map([...joinDefinitions(used, report)].map(([name, step]) => [name, moved(step, prompts)])),
    rules: layeredRules(used, prompts),
    deny: used.flatMap((layer) => layer.deny ?? []),
    faulty: joinFaulty(used),
  };
}

/** A definition of a later layer replaces one of the same name, and says that it means to. */
function joinDefinitions(layers: readonly Layer[], report: Report): ReadonlyMap<string, WrittenStep> {
  const joined = new Map<string, WrittenStep>();
  for (const [name, step] of layers.flatMap(({ definitions }) => [...definitions])) {
    const earlier = joined.get(name);
    if (earlier && !step.override && layers[0]?.name !== 'policy') {
      const related = { message: 'the definition that it replaces', span: earlier.nameSpan };
      report('DW359', { step: name }, { span: step.nameSpan, related });
    }
    joined.set(name, step);
  }
  return joined;
}

function rank(layer: Layer): number {
  return layerNames.indexOf(layer.name);
}

function warnOfSelfDisabling(layers: readonly Layer[], report: Report): void {
  for (const { name, settings } of layers) {
    if (name !== 'global' || !settings.disableGlobalHooks?.value) continue;
    const args = { field: 'disable_global_hooks', because: 'the global configuration cannot switch itself off' };
    report('DW326', args, { span: settings.disableGlobalHooks.span });
  }
}

/** Who writes such a line into a policy believes that it does something. */
function warnOfNoEffect(policies: readonly Layer[], report: Report): void {
  for (const { enabled, disableGlobalHooks } of policies.map(({ settings }) => settings)) {
    if (enabled?.value === false) {
      const because = 'a policy is in force by being there; to end that, take it away';
      report('DW326', { field: 'enabled: false', because }, { span: enabled.span });
    }
    if (disableGlobalHooks?.value) {
      const because = 'a policy adds to the configurations below and takes nothing from them';
      report('DW326', { field: 'disable_global_hooks', because }, { span: disableGlobalHooks.span });
    }
  }
}

/** Is the global layer left out? Neither it nor a policy has a say in that. */
export function dropsGlobal(layers: readonly Layer[]): boolean {
  const others = [...layers]
    .sort((a, b) => rank(a) - rank(b))
    .filter(({ name }) => name !== 'global' && name !== 'policy');
  const stated = others.map((layer) => layer.settings.disableGlobalHooks);
  return stated.findLast((setting) => setting !== undefined)?.value ?? false;
}

/** Files that are in force by being there switch on nothing but themselves. */
function inForceOnly(layers: readonly Layer[], present: Span, report: Report): readonly Layer[] {
  return layers.filter(({ inForce, rules }) => {
    if (inForce || rules.length === 0) return true;
    const related = { message: 'this file needs no such line', span: present };
    report('DW346', { count: rules.length }, { span: rules[0]!.span, related });
    return false;
  });
}

function mergeSettings(weaker: Settings, stronger: Settings): Settings {
  const stated = Object.entries(stronger).filter(([, value]) => value !== undefined);
  return {
    ...weaker,
    ...(Object.fromEntries(stated) as Partial<Settings>),
    vars: new Map([...weaker.vars, ...stronger.vars]),
    context: new Map([...weaker.context, ...stronger.context]),
    engines: new Map([...weaker.engines, ...stronger.engines]),
    models: mergeModels(weaker.models, stronger.models),
  };
}

/** A `prompts_dir` from outside of the files holds for all of them; one in a file holds for that file. */
function overridingPrompts(layers: readonly Layer[]): Located<string> | undefined {
  const outside = layers.filter((layer) => layer.name === 'environment' || layer.name === 'command-line');
  return outside.findLast((layer) => layer.settings.promptsDirectory)?.settings.promptsDirectory;
}

function moved(step: WrittenStep, prompts: Located<string> | undefined): WrittenStep {
  return prompts && step.pack === undefined ? { ...step, promptsDirectory: prompts.value } : step;
}

function layeredRules(layers: readonly Layer[], prompts: Located<string> | undefined): readonly LayeredRule[] {
  const counts = new Map<string, number>();
  return layers.flatMap((layer) =>
    layer.rules.map((rule) => {
      const list = `${layer.name} ${rule.point}`;
      const position = counts.get(list) ?? 0;
      counts.set(list, position + 1);
      const { step } = rule;
      const placed = step.kind === 'inline' ? { ...step, definition: moved(step.definition, prompts) } : step;
      return { ...rule, step: placed, layer: rank(layer), position };
    }),
  );
}
