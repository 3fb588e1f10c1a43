import type { Diagnostic } from './diagnostics/diagnostics.js';
import type { Plan } from './model/plan.js';
import type { PromptLibrary } from './model/prompts.js';
import type { RuleSet } from './model/rule.js';
import type { SourceFile, TextEdit } from './model/source.js';
import type { Workflow } from './model/workflow.js';

/** All that a compile depends on: strings and plain values, so that the same input gives the same output. */
export interface CompileInput {
  readonly workflow: readonly SourceFile[];
  /** Layers, the weakest first. */
  readonly configuration: readonly ConfigurationFile[];
  readonly prompts: PromptLibrary;
  readonly options?: CompileOptions;
}

export interface ConfigurationFile extends SourceFile {
  readonly layer: 'global' | 'project' | 'environment' | 'command-line';
}

export interface CompileOptions {
  /** A format's name, or `auto`. */
  readonly format?: string | undefined;
  readonly targetVersion?: string | undefined;
  /** Values given on the command line with `--var`. */
  readonly variables?: ReadonlyMap<string, string> | undefined;
  /** Values that `{{env.NAME}}` may read. */
  readonly environment?: ReadonlyMap<string, string> | undefined;
  /** Seconds since 1970, from SOURCE_DATE_EPOCH: makes `{{timestamp}}` a fixed text. */
  readonly sourceDateEpoch?: number | undefined;
}

export interface CompileResult {
  /** False where an error was found; then there are no outputs. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** False where no configuration enables hooks: the outputs are the inputs. */
  readonly enabled: boolean;
  /** Every workflow file with its text as read, without what a model wrote around it. */
  readonly inputs: readonly SourceFile[];
  /** The same files as they shall be. */
  readonly outputs: readonly SourceFile[];
  /** What leads from inputs to outputs, by file and position; never overlapping. */
  readonly edits: readonly TextEdit[];
  readonly workflows: readonly { readonly workflow: Workflow; readonly plan: Plan }[];
  readonly rules: RuleSet | undefined;
}
