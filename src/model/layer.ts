import type { EngineSetting } from './engine-setting.js';
import type { Denial, Expect, Match } from './match.js';
import type { ActionKind, HandlerEvent, HookPoint, OfNodes, Watched } from './rule.js';
import type { SourceFile, Span } from './source.js';
import type { Policy, StepDefinition } from './step.js';
import type { WrittenField } from './written.js';

/** Where configuration comes from, the weakest first. Nothing in another layer weakens what a `policy` says. */
export const layerNames = ['global', 'project', 'environment', 'command-line', 'policy'] as const;
export type LayerName = (typeof layerNames)[number];

/** Does a rule belong to a policy? */
export function isOfPolicy({ layer }: { readonly layer: number }): boolean {
  return layerNames[layer] === 'policy';
}

/** A text that holds rules. A relative directory in it is meant from the folder of `path`. */
export interface ConfigurationFile extends SourceFile {
  readonly layer: LayerName;
  /** Named on the command line: somebody believes that it says something. */
  readonly isNamed?: boolean | undefined;
  /** It has a say only where another file extends it. */
  readonly isPack?: boolean | undefined;
  /**
   * Paths of the packs that it extends, by the name that it gives them; `undefined` for one that cannot be had, which is
   * reported already. One without an entry is looked for at that relative path.
   */
  readonly packs?: ReadonlyMap<string, string | undefined> | undefined;
}

/** What every front end reads one file to: nothing looked up, nothing merged, every value with its place. */
export interface Layer {
  /** Path of the file that was read for it; that of a pack is the file that extends it. */
  readonly owner?: string | undefined;
  readonly name: LayerName;
  readonly settings: Settings;
  readonly definitions: ReadonlyMap<string, WrittenStep>;
  /** In the order in which they were written. */
  readonly rules: readonly WrittenRule[];
  /** What it forbids. */
  readonly deny?: readonly Denial[];
  readonly faulty: Faulty;
  /** Packs that it builds on. */
  readonly uses?: readonly PackUse[];
  /** Of a pack: what its rules are called after. */
  readonly packName?: string;
  /** Of a pack: values for `{{params.NAME}}`. */
  readonly parameters?: ReadonlyMap<string, string>;
  /** The place that shows it to be a file which is in force by being there; `undefined` where `hooks.enabled` has to say so. */
  readonly inForce: Span | undefined;
}

/** An entry of `extends`. */
export interface PackUse {
  /** A path from the folder of the file, or a package. */
  readonly pack: Located<string>;
  /** What its rules are called after, where that is not the name that the pack has itself. */
  readonly as: Located<string> | undefined;
  readonly values: ReadonlyMap<string, WrittenField>;
  readonly span: Span;
}

/** What was left out because of mistakes, so that nothing is said to be missing or unused because of them. */
export interface Faulty {
  /** Names of step definitions. */
  readonly steps: ReadonlySet<string>;
  /** Are there rules among it? */
  readonly rules: boolean;
}

/** A value and where it was written. */
export interface Located<T> {
  readonly value: T;
  readonly span: Span;
}

/** Values of which a later layer's replaces an earlier one's; `undefined` where a layer does not state one. */
export interface Settings {
  readonly enabled: Located<boolean> | undefined;
  readonly disableGlobalHooks: Located<boolean> | undefined;
  /** Resolved against the folder of the file. */
  readonly promptsDirectory: Located<string> | undefined;
  /** Where a prompt goes: into the line of its step, or into a file beside the workflow. */
  readonly prompts: Located<'inline' | 'file'> | undefined;
  readonly runtime: Located<string> | undefined;
  readonly tasksAre: Located<'auto' | 'bodies' | 'nodes' | 'both'> | undefined;
  readonly taskIds: readonly Located<string>[] | undefined;
  readonly setup: readonly Located<string>[] | undefined;
  readonly taskEnds: readonly Located<string>[] | undefined;
  readonly teardown: readonly Located<string>[] | undefined;
  readonly format: Located<string> | undefined;
  readonly targetVersion: Located<string> | undefined;
  readonly assumeVersion: Located<string> | undefined;
  /** Resolved against the folder of the file, or `none`. */
  readonly baseConfig: Located<string> | undefined;
  readonly marks: Located<boolean> | undefined;
  readonly maxAddedSteps: Located<number> | undefined;
  readonly maxLlmCalls: Located<number> | undefined;
  readonly maxWebhooks: Located<number> | undefined;
  readonly maxAddedCriticalPath: Located<number> | undefined;
  readonly vars: ReadonlyMap<string, Located<string>>;
  readonly context: ReadonlyMap<string, Located<string>>;
  /** What only one engine's format reads, by engine and key: `argo.runtime_image`. */
  readonly engines: ReadonlyMap<string, Located<EngineSetting>>;
  readonly models: Models;
  /** The stages of a run, in their order. */
  readonly stages: readonly WrittenStage[] | undefined;
}

/** Which model answers where a step leaves it out, by the field of a step: `runner`, `model`, `base_url`, `api_key_env`. */
export type Models = ReadonlyMap<string, Located<string>>;

export interface WrittenStage {
  readonly name: Located<string>;
  /** What files call it that hold for this stage alone, where that is another name. */
  readonly loop: string | undefined;
}

/** Of a layer that states none. */
export const noSettings: Settings = {
  enabled: undefined,
  disableGlobalHooks: undefined,
  promptsDirectory: undefined,
  prompts: undefined,
  runtime: undefined,
  tasksAre: undefined,
  taskIds: undefined,
  setup: undefined,
  taskEnds: undefined,
  teardown: undefined,
  format: undefined,
  targetVersion: undefined,
  assumeVersion: undefined,
  baseConfig: undefined,
  marks: undefined,
  maxAddedSteps: undefined,
  maxLlmCalls: undefined,
  maxWebhooks: undefined,
  maxAddedCriticalPath: undefined,
  vars: new Map(),
  context: new Map(),
  engines: new Map(),
  models: new Map(),
  stages: undefined,
};

/** A step as read. Its `config` is not checked: that waits for its type to be looked up. */
export interface WrittenStep extends StepDefinition {
  readonly nameSpan: Span;
  /** `undefined` where the type is not written and the default holds. */
  readonly typeSpan: Span | undefined;
  /** Names that may be beside the fields of the type, for near misses. */
  readonly surrounding: readonly string[];
  /** What the rules of its pack are called after; `undefined` outside of packs. */
  readonly pack?: string | undefined;
  /** It is meant to replace a definition of an earlier layer. */
  readonly override?: boolean | undefined;
  /** Where each key of `config` was written, under the same names as `fieldSpans`. */
  readonly keySpans: ReadonlyMap<string, Span>;
}

/** What a step has of which no field but those of its type is written. */
export const usualStep: Pick<WrittenStep, 'policy' | 'output' | 'syntax' | 'typeSpan' | 'surrounding'> = {
  policy: {},
  output: undefined,
  syntax: 'braces',
  typeSpan: undefined,
  surrounding: [],
};

/** A rule as read. What was not written is `undefined`. */
export interface WrittenRule {
  readonly point: HookPoint;
  readonly step: StepReference | InlineStep;
  readonly id: Located<string> | undefined;
  readonly enabled: boolean;
  readonly tasks: readonly Located<string>[] | undefined;
  readonly tasksExclude: readonly Located<string>[];
  readonly anchor: WrittenAnchor | undefined;
  /** A condition, not yet read. */
  readonly when: Located<string> | undefined;
  readonly order: number;
  readonly parallel: string | undefined;
  readonly await: boolean;
  /** Of the rule itself; a definition's own stays with the definition. */
  readonly policy: Partial<Policy>;
  readonly run: 'success' | HandlerEvent;
  /** The environments that it is for; `undefined` for all. */
  readonly environments: Located<readonly string[]> | undefined;
  readonly optional: boolean;
  readonly once: boolean;
  /** `pre_task` and `post_task` mean every node of every DAG, by its name or its kind. */
  readonly ofNodes?: OfNodes;
  readonly each?: 'step';
  readonly match?: Match;
  readonly expect?: Expect;
  readonly action: WrittenAction | undefined;
  /** The name of its pack; `undefined` outside of packs. */
  readonly pack?: string | undefined;
  readonly span: Span;
}

/** A rule of which nothing is said but where, what and by whom. */
export const usualRule: Omit<WrittenRule, 'point' | 'step' | 'run' | 'span'> = {
  id: undefined,
  enabled: true,
  tasks: undefined,
  tasksExclude: [],
  anchor: undefined,
  when: undefined,
  order: 0,
  parallel: undefined,
  await: true,
  policy: {},
  environments: undefined,
  optional: false,
  once: false,
  action: undefined,
};

/** What an entry of a list of actions is beside the rule that it becomes. */
interface WrittenAction extends ActionKind {
  /** The key of its list. */
  readonly point: string;
  /** The same for all entries of one list, and for no other. */
  readonly list: string;
  /** The stage that its file is about; `undefined` where it is about all. */
  readonly loop: Located<string> | undefined;
  readonly watched: Watched;
}

export interface StepReference {
  readonly kind: 'reference';
  readonly name: string;
  /** What the rule calls it, where that is another name. */
  readonly shown?: string;
  readonly span: Span;
}

export interface InlineStep {
  readonly kind: 'inline';
  readonly definition: WrittenStep;
}

export interface WrittenAnchor {
  readonly side: 'after' | 'before';
  readonly pattern: Located<string>;
  readonly onMissing: 'default' | 'skip' | 'error';
  /** The rule itself says so. */
  readonly isMissingStated?: boolean;
}
