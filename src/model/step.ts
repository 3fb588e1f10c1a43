import type { Span } from './source.js';

type OnFailure = 'abort' | 'continue' | 'retry';

/** What happens around a step. Times are seconds. */
export interface Policy {
  readonly onFailure: OnFailure;
  /** Further attempts after the first one failed. */
  readonly retries: number;
  readonly retryDelay: number;
  readonly timeout: number | undefined;
}

/** A step as a configuration defines it: what to run, not yet where. */
export interface StepDefinition {
  /** A key of the table of step types, such as `llm_eval`. */
  readonly type: string;
  /** The name in `step_definitions`; `undefined` for a step written inline in a rule. */
  readonly name: string | undefined;
  /** The type's own fields, checked by its schema, templates not yet rendered. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly policy: Partial<Policy>;
  /** `true` or a variable name asks to capture the output, `false` forbids it, `undefined` leaves it to the type. */
  readonly output: boolean | string | undefined;
  /** How its texts name variables: `{{task_id}}`, or `${NAME}` for names of a closed list. */
  readonly syntax: 'braces' | DollarNames;
  /** Of a pack: values for `{{params.NAME}}`. */
  readonly parameters?: ReadonlyMap<string, string> | undefined;
  /** Of a pack: by the texts of `config` that parameters went into, what was written there. */
  readonly filledIn?: ReadonlyMap<string, FilledIn> | undefined;
  /** Where its prompt files lie: the `prompts_dir` in force for it, resolved against the folder of its configuration. */
  readonly promptsDirectory: string;
  /** The whole step as written. */
  readonly span: Span;
  /** Where the value of each field of `config` was written: `command`, and inside of fields `env.PATH`, `prompt.0`. */
  readonly fieldSpans: ReadonlyMap<string, Span>;
}

export interface FilledIn {
  readonly template: string;
  /** The text is the value of a parameter and nothing else. */
  readonly whole: boolean;
}

/** The names that `${NAME}` means a variable with; every other name is one of the environment. */
interface DollarNames {
  readonly names: readonly string[];
  /** The one that the step itself fills in while it runs. */
  readonly kept: string | undefined;
}

/**
 * A piece of a value.
 * - `text`: literally this.
 * - `expression`: known at run time only; shell text that yields the value when it is inside double quotes.
 */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly expression: string };

/** One argument, not yet quoted for any shell or engine. */
export type Word = readonly Part[];

/** What an injected node runs. A format writes it down in its engine's constructs. */
export type StepCall = ScriptCall | CommandCall | SpawnCall | ApprovalCall;

/** Shell text that a user wrote, with every value already quoted for the very place where it is. */
export interface ScriptCall {
  readonly kind: 'script';
  readonly script: string;
  readonly env: readonly { readonly name: string; readonly value: Word }[];
  readonly workingDir: Word | undefined;
}

/** One simple command of ours; it keeps its own timeout and retries, which are among the words. */
export interface CommandCall {
  readonly kind: 'command';
  /** Shell text that starts the runtime, from the configuration: `dagweave`. */
  readonly program: string;
  readonly words: readonly Word[];
  /** What it reads when it runs, beside the workflow. */
  readonly files?: readonly PromptFile[] | undefined;
}

/** What a call reads when it runs. */
export function filesOfCall(call: StepCall): readonly PromptFile[] {
  return call.kind === 'command' ? (call.files ?? []) : [];
}

export interface PromptFile {
  /** Seen from the folder of the workflow. */
  readonly path: string;
  readonly text: string;
}

/** Another workflow, run as a child of its own in the engine's way. */
export interface SpawnCall {
  readonly kind: 'spawn';
  /** The child, as the engine finds it: a document of the workflow, or a file beside it. */
  readonly workflow: string;
  /** The same with its ending, where it is a file that was found. */
  readonly file?: string | undefined;
  readonly inputs: readonly { readonly name: string; readonly value: Word }[];
  /** It is a DAG of the same file, which nothing but the engine finds there. */
  readonly inSameFile: boolean;
  /** Seconds that it may take where nobody said how long. */
  readonly usualTimeout: number;
  /** The same as a line of ours, for where the engine's own way cannot carry it. */
  readonly command: CommandCall;
}

/** A person decides, in the engine's way. */
export interface ApprovalCall {
  readonly kind: 'approval';
  readonly prompt: Word;
  /** What the person is asked for; what later steps see of it is up to the engine. */
  readonly inputs: readonly string[];
  readonly required: readonly string[];
}

/** What can answer a prompt: command line programs, and services by their protocol. */
export const modelRunners = ['claude', 'codex', 'gemini', 'opencode', 'openai', 'anthropic'] as const;

/** What an agent may be allowed to do; none of it changes anything. */
export const agentTools = ['read', 'glob', 'grep'] as const;
