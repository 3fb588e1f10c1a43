import type { Report } from '../../diagnostics/diagnostics.js';
import type { Layer, Located, Settings } from '../../model/layer.js';
import type { Span } from '../../model/source.js';
import { conventions } from './conventions.js';

/**
 * Reports each attempt of a layer to weaken a policy, with both places. A policy is held against every layer before it, weaker
 * policies included, and whether that layer is enabled or not.
 */
export function reportWeakening(ordered: readonly Layer[], policies: readonly Layer[], report: Report): void {
  for (const policy of policies) {
    const at = ordered.indexOf(policy);
    const isPack = ordered.slice(at + 1).some((later) => isOfOneFile(later, policy));
    for (const layer of ordered.slice(0, at)) {
      if (isOfOneFile(layer, policy)) continue;
      reportRedefined(policy, layer, report);
      reportTakenIds(policy, layer, report);
      if (!isPack) reportSettings(policy, layer, report);
      reportNamed('vars', policy, layer, report);
      reportNamed('context', policy, layer, report);
      reportNamed('engines', policy, layer, report);
      reportNamed('models', policy, layer, report);
    }
    const trusted = ordered.filter((layer, index) => index >= at || isOfOneFile(layer, policy));
    reportForeignSteps(policy, trusted, report);
  }
}

/** A file and the packs that it extends are one policy. */
function isOfOneFile(one: Layer, other: Layer): boolean {
  return one.owner !== undefined && one.owner === other.owner && one.name === other.name;
}

function reportRedefined({ definitions }: Layer, layer: Layer, report: Report): void {
  for (const [name, { nameSpan }] of layer.definitions) {
    const own = definitions.get(name);
    if (own) report('DW354', { step: name }, { span: nameSpan, related: byPolicy(own.nameSpan) });
  }
}

function reportTakenIds({ rules }: Layer, layer: Layer, report: Report): void {
  const own = new Map(rules.flatMap(({ id }) => (id ? [[id.value, id.span] as const] : [])));
  for (const { id } of layer.rules) {
    const span = id && own.get(id.value);
    if (span) report('DW355', { id: id.value }, { span: id.span, related: byPolicy(span) });
  }
}

/** A step that a weaker layer could define in place of one that the policy forgot would be no policy. */
function reportForeignSteps(policy: Layer, andStronger: readonly Layer[], report: Report): void {
  const known = andStronger.flatMap(({ definitions, faulty }) => [...definitions.keys(), ...faulty.steps]);
  for (const { step } of policy.rules) {
    if (step.kind === 'reference' && !known.includes(step.name))
      report('DW330', { step: step.name, nearest: undefined, known }, { span: step.span });
  }
}

/** What would change which steps a policy matches, how the workflow is read, or what is written; by its name in the configuration. */
const decisive = {
  tasksAre: 'tasks_are',
  taskIds: 'task_ids',
  setup: 'setup',
  taskEnds: 'task_ends',
  teardown: 'teardown',
  marks: 'marks',
  format: 'format',
  targetVersion: 'target_version',
  baseConfig: 'base_config',
  stages: 'stages',
  prompts: 'prompts',
  assumeVersion: 'assume_version',
} as const satisfies Partial<Record<keyof Settings, string>>;

const limits = {
  maxAddedSteps: 'limits.max_added_steps',
  maxLlmCalls: 'limits.max_llm_calls',
  maxWebhooks: 'limits.max_webhooks',
  maxAddedCriticalPath: 'limits.max_added_critical_path',
} as const satisfies Partial<Record<keyof Settings, string>>;

/** What holds where nobody says otherwise: to say it is no change. */
const usual: Partial<Record<keyof Settings, string>> = {
  tasksAre: '"auto"',
  taskIds: '[]',
  setup: JSON.stringify([conventions.setup]),
  taskEnds: JSON.stringify([conventions.taskEnds]),
  prompts: '"inline"',
  marks: 'true',
  format: '"auto"',
};

function reportSettings({ settings: own, rules, deny }: Layer, { settings }: Layer, report: Report): void {
  for (const [name, key] of entriesOf(decisive)) {
    const found = settings[name];
    if (found === undefined || textOf(found) === (own[name] ? textOf(own[name]) : usual[name])) continue;
    const span = spanOf(found);
    const policySpan = (own[name] && spanOf(own[name])) ?? rules[0]?.span ?? deny?.[0]?.span;
    report('DW356', { key, stated: own[name] !== undefined }, { span, related: policySpan && byPolicy(policySpan) });
  }
  const runtime = own.runtime && settings.runtime;
  if (runtime && runtime.value !== own.runtime!.value)
    report('DW356', { key: 'runtime', stated: true }, { span: runtime.span, related: byPolicy(own.runtime!.span) });
  for (const [name, key] of entriesOf(limits)) {
    const [limit, found] = [own[name], settings[name]];
    if (!limit || !found || found.value <= limit.value) continue;
    const args = { key, found: found.value, limit: limit.value };
    report('DW357', args, { span: found.span, related: byPolicy(limit.span) });
  }
}

function reportNamed(
  kind: 'vars' | 'context' | 'engines' | 'models',
  policy: Layer,
  layer: Layer,
  report: Report,
): void {
  for (const [name, { value, span }] of layer.settings[kind]) {
    const own = policy.settings[kind].get(name);
    if (own && JSON.stringify(own.value) !== JSON.stringify(value))
      report(
        'DW356',
        { key: kind === 'engines' ? name : `${kind}.${name}`, stated: true },
        { span, related: byPolicy(own.span) },
      );
  }
}

/** The settings that only a policy decides, also where it leaves them as they are. */
export function decidedByPolicy(policy: Settings): Partial<Settings> {
  return Object.fromEntries(entriesOf(decisive).map(([name]) => [name, policy[name]]));
}

/** The lowest of each limit, and all variables and settings of engines, of which those of the policy count. */
export function tightest(below: Settings, policy: Settings): Partial<Settings> & Pick<Settings, 'vars' | 'engines'> {
  const lowest = entriesOf(limits).map(([name]) => {
    const [own, other] = [policy[name], below[name]];
    return [name, own && other ? (other.value < own.value ? other : own) : (own ?? other)] as const;
  });
  const vars = new Map([...below.vars, ...policy.vars]);
  const engines = new Map([...below.engines, ...policy.engines]);
  return { ...Object.fromEntries(lowest), vars, engines };
}

function entriesOf<Name extends string>(names: Readonly<Record<Name, string>>): readonly (readonly [Name, string])[] {
  return (Object.keys(names) as Name[]).map((name) => [name, names[name]]);
}

type Stated = Located<unknown> | readonly (Located<unknown> | { readonly name: Located<string> })[];

function textOf(stated: Stated): string {
  return JSON.stringify('value' in stated ? stated.value : stated.map((one) => ('name' in one ? one.name : one).value));
}

/** An empty list has no place of its own. */
function spanOf(stated: Stated): Span | undefined {
  if ('span' in stated) return stated.span;
  const [first] = stated;
  return first && ('name' in first ? first.name : first).span;
}

function byPolicy(span: Span): { readonly message: string; readonly span: Span } {
  return { message: 'the policy', span };
}
