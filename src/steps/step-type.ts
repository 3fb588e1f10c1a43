import type { BuiltInName } from '../lang/variable-names.js';
import type { Policy, StepCall, Word } from '../model/step.js';
import { type ConfigOf, type Fields, flagsOf } from './fields.js';
import type { FlagTable } from './flags.js';
import type { Need } from './need.js';
import { type CheckedConfig, configSchema, type Rule } from './schema.js';

/**
 * One kind of step, as the compiler sees it: which fields a configuration may give it, and the command it becomes in a DAG.
 * A type is a folder, called like it: `fields.ts` has its fields, options and result in one table, `call.ts` this, and `run.ts` what the
 * command does when the DAG runs, which no compiler loads. A new one is a folder and a line in `index.ts`.
 */
export interface StepType<Config> extends OwnOf<Config> {
  readonly name: string;
  readonly table: Fields;
  readonly flags: FlagTable;
  /** Checks the type's own fields, without those that every step has (policy, output). Unknown keys are refused, nothing is changed. */
  check(config: unknown): CheckedConfig<Config>;
  /** The names of those fields, for near misses. */
  readonly fields: readonly string[];
  /** JSON Schema (2020-12) of those fields. */
  jsonSchema(): Readonly<Record<string, unknown>>;
}

/** @param rules what holds between fields */
export function stepType<Table extends Fields>(
  name: string,
  table: Table,
  own: OwnOf<ConfigOf<Table>>,
  rules: readonly Rule<ConfigOf<Table>>[] = [],
): StepType<unknown> {
  return { name, table, flags: flagsOf(table), ...configSchema(table, rules), ...own } as StepType<unknown>;
}

interface OwnOf<Config> {
  /** True where the result is one bounded JSON object, so that an engine may capture it. */
  readonly boundedResult: boolean;
  /** True where a run of it asks a language model, which costs money; some types do only for some configurations. */
  readonly asksModel: boolean | ((config: Config) => boolean);
  /** True where a run of it sends something to somebody. */
  readonly sends?: boolean;
  /** True where whatever it finds lets the run go on: a score that is compared with nothing. */
  observes?(config: Config): boolean;
  /** The port of its machine at which it waits to be called; 0 for any that is free. */
  listensAt?(config: Config): number | undefined;
  /** What the machine has to have where it runs. */
  needs?(config: Config): readonly Need[];
  /** What a policy is where nobody said otherwise. */
  readonly policy?: Partial<Policy>;
  /** The variable for what it gives to later steps, where that has a name of its own. */
  outputName?(config: Config): string | undefined;
  /** The workflow that it runs; an external one is not looked for among those that were read. */
  child?(config: Config): { readonly name: string; readonly external: boolean };
  /** What an injected node runs. Templates in the configuration go through the binder. */
  call(config: Config, context: CallContext): StepCall;
}

export interface CallContext {
  /** Shell text that starts the runtime, such as `dagweave`. */
  readonly runtime: string;
  readonly policy: Policy;
  readonly binder: Binder;
  /** Names of the DAGs that are in the same file behind its first one. */
  readonly dagsOfFile: ReadonlySet<string>;
}

/** Renders templates for one place. Mistakes in them are reported there, so what comes back is always usable. */
export interface Binder {
  /** A value: `{{variables}}` replaced, nothing quoted. */
  text(template: string): Word;
  /** The same in pieces: text as it was written, and values. For text with marks of its own, which no value may add to. */
  pieces(template: string): readonly TextPiece[];
  /** Shell text: each value quoted for its place. */
  shell(template: string): string;
  /**
   * The same for text that an engine reads before a shell does.
   * @param taken names of variables that the step sets itself
   */
  script(template: string, taken: readonly string[]): BoundScript;
  /** A prompt, from inline text, an array of lines, or a file of the prompt library. */
  prompt(source: PromptSource): Word;
  /** The same as a file beside the workflow; `undefined` where prompts are to be in the line. */
  promptFile(source: PromptSource): BoundPromptFile | undefined;
  /** A built-in variable for the step's context; `undefined` where it has no value here, or one that the step works out again. */
  variable(name: BuiltInName): Word | undefined;
  /** What a command finds in its environment without being reported: those variables of the rule itself that have a value here. */
  environment(): readonly { readonly name: string; readonly value: Word }[];
}

export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string; readonly value: Word };

export interface BoundScript {
  readonly script: string;
  /** Variables that the text speaks of in place of values. */
  readonly env: readonly { readonly name: string; readonly value: Word }[];
}

export interface BoundPromptFile {
  readonly path: string;
  /** What the run puts in for `{{name}}`. */
  readonly values: readonly { readonly name: string; readonly value: Word }[];
}

export interface PromptSource {
  readonly prompt?: string | readonly string[] | undefined;
  readonly prompt_file?: string | undefined;
}
