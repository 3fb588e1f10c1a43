import type { Part, Policy, StepCall, Word } from '../model/step.js';

/**
 * One kind of step: which fields a configuration may give it, the command it becomes in a DAG, and what that command does.
 * A new one is a file beside this one and a line in `index.ts`.
 */
export interface StepType<Config> {
  readonly name: string;
  /** Checks the type's own fields, without those that every step has (policy, output). Unknown keys are refused. */
  readonly schema: ConfigSchema<Config>;
  /** True where the result is one bounded JSON object, so that an engine may capture it. */
  readonly boundedResult: boolean;
  /** What an injected node runs. Templates in the configuration go through the binder. */
  call(config: Config, context: CallContext): StepCall;
}

/** The part of a zod schema that is used here; `~standard` and the rest stay with zod. */
export interface ConfigSchema<Config> {
  readonly _zod: { readonly output: Config };
}

export interface CallContext {
  /** Shell text that starts the runtime, such as `dagweave`. */
  readonly runtime: string;
  readonly policy: Policy;
  readonly binder: Binder;
}

/** Renders templates for one place. Mistakes in them are reported there, so what comes back is always usable. */
export interface Binder {
  /** A value: `{{variables}}` replaced, nothing quoted. */
  text(template: string): Word;
  /** Shell text: each value quoted for the place where it stands. */
  shell(template: string): string;
  /**
   * A prompt, from inline text, an array of lines, or a file of the prompt library. Fully rendered where every value is known;
   * otherwise `template` is true, `word` still holds `{{name}}` for what is known at run time only, and `variables` gives those.
   */
  prompt(source: PromptSource): BoundPrompt;
  /** The built-in variables that have a value here, for the step's context: `task_id`, `spec_id`, `worktree_path`, … */
  variables(): readonly { readonly name: string; readonly value: Word }[];
}

export interface PromptSource {
  readonly prompt?: string | readonly string[] | undefined;
  readonly prompt_file?: string | undefined;
}

export interface BoundPrompt {
  readonly word: Word;
  readonly template: boolean;
  readonly variables: readonly { readonly name: string; readonly value: readonly Part[] }[];
}
