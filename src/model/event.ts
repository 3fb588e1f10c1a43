/** What happened, as JSON. Fields that we do not know belong to the caller and pass through to handlers. */
export type EventContext = Readonly<Record<string, unknown>>;

/** One hook of an event, whatever file it was written in: what to run, and how to read what came of it. */
export interface EventHook {
  /** For messages and logs, unique among the hooks of a run: `PreToolUse[0].hooks[1]`, or a registry's id. */
  readonly id: string;
  /** The file that holds it. */
  readonly source: string;
  readonly handler: Handler;
  /** Seconds. */
  readonly timeout: number;
  /** `block` makes it a gate: where it fails, is late or gives an answer that cannot be read, that counts as a denial. */
  readonly onFailure: 'continue' | 'block';
  /** Nobody waits for it: it goes on in the background, and nothing that it says counts. */
  readonly unheard?: boolean;
  readonly contract: HandlerContract;
}

/**
 * How an exit code and an answer are read.
 * - `settings`: exit code 2 blocks, other codes are failures, JSON decides (agent settings, today's Claude Code).
 * - `registry`: a `HookResult`; an `error` or a failure blocks only where the hook is a gate.
 */
export type HandlerContract = 'settings' | 'registry';

export type Handler = CommandHandler | HttpHandler | ModelHandler | UnusableHandler;

export interface CommandHandler {
  readonly kind: 'command';
  /** Shell text; with `args`, a program that no shell reads. */
  readonly command: string;
  readonly args: readonly string[] | undefined;
  readonly shell: 'sh' | 'bash' | 'powershell';
  /** Values that the text refers to, and what the hook sets itself. */
  readonly env: ReadonlyMap<string, string>;
  readonly workingDirectory: string | undefined;
}

export interface HttpHandler {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Environment variables that headers may name. */
  readonly allowedVariables: readonly string[];
}

/** A question to a language model: one turn, or several with tools. */
export interface ModelHandler {
  readonly kind: 'prompt' | 'agent';
  readonly prompt: string;
  /** Options of `dagweave step prompt` and `dagweave step agent`, by field name. */
  readonly options: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** One that cannot run with this context, which is a failure like others. */
export interface UnusableHandler {
  readonly kind: 'unusable';
  readonly reason: string;
  /** Where it is written as it should be: its type is for the agent, or its address is not allowed. */
  readonly cause?: 'type' | 'address';
}

/** Harmless to strict, the order in which one decision outranks another. `none` leaves it to others. */
export const decisions = ['none', 'allow', 'ask', 'defer', 'deny'] as const;
export type Decision = (typeof decisions)[number];

/** What became of one hook. */
export interface HookAnswer {
  readonly decision: Decision;
  /** Why it was decided so, for the one who is reported. */
  readonly reason: string | undefined;
  /** Set where the hook wants everything to end here, with what to say about it, which may be nothing. */
  readonly stop: string | undefined;
  /** Changed arguments of the tool. */
  readonly update: ArgumentUpdate | undefined;
  /** Text for the model that called the tool. */
  readonly additionalContext: string | undefined;
  /** Text for the user. */
  readonly systemMessage: string | undefined;
  /** What only its event knows, by the names of `hookSpecificOutput`. */
  readonly specific: Readonly<Record<string, unknown>>;
  /** What the hook wants its caller to know beside that, whatever it is. */
  readonly metadata: unknown;
  /** What a handler of the registry suggests. */
  readonly result: HookResult | undefined;
  /** Why it did not do its job; it then decided nothing, unless it is a gate. */
  readonly failure: string | undefined;
}

/** The seed of agent settings merges (`modified_args`), Claude Code replaces (`updatedInput`). */
interface ArgumentUpdate {
  readonly kind: 'merge' | 'replace';
  readonly args: Readonly<Record<string, unknown>>;
}

/** How a hook ran, beside what it answered. */
export interface HookRun {
  readonly hook: EventHook;
  readonly answer: HookAnswer;
  /** `null` where no process ended by itself. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** The one answer of all hooks of an event. */
export interface EventAnswer {
  readonly event: string;
  readonly decision: Decision;
  readonly reason: string | undefined;
  readonly stop: string | undefined;
  /** The arguments of the tool after all changes; `undefined` where nobody changed them. */
  readonly updatedArguments: Readonly<Record<string, unknown>> | undefined;
  readonly additionalContext: readonly string[];
  readonly systemMessages: readonly string[];
  readonly specific: Readonly<Record<string, unknown>>;
  /** That of all hooks in one object; `undefined` where none gave any. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly result: HookResult;
  readonly runs: readonly HookRun[];
  /** Hooks that were started and that nobody waits for. */
  readonly started?: readonly EventHook[];
}

/** The stages of work that the event registry knows. */
export type Stage = 'understand' | 'plan' | 'act' | 'review';

/** What a handler of the event registry may answer; fields that we do not know pass through. */
export interface HookResult {
  readonly logs?: readonly { readonly level: 'debug' | 'info' | 'warn' | 'error'; readonly message: string }[];
  readonly messages_to_user?: readonly string[];
  readonly suggested_abilities?: readonly {
    readonly id: string;
    readonly reason: string;
    readonly confidence?: number;
  }[];
  readonly suggested_documents?: readonly {
    readonly path: string;
    readonly reason: string;
    readonly stage?: Stage;
  }[];
  readonly new_intent?: {
    readonly scope?: string;
    readonly topic?: string;
    readonly stage?: Stage;
    readonly intent: string;
    readonly signals?: Readonly<Record<string, unknown>>;
  };
  readonly follow_up_actions?: readonly Readonly<Record<string, unknown>>[];
  readonly usage_recorded?: boolean;
  readonly error?: string;
  readonly [field: string]: unknown;
}

/** What every context of the event registry holds. */
export interface HookContextBase {
  readonly event_type: string;
  readonly session_id: string;
  readonly timestamp: string;
  readonly repository_root?: string;
  readonly stage?: Stage;
}

export interface UserPromptSubmitContext extends HookContextBase {
  readonly event_type: 'UserPromptSubmit';
  readonly user_message: string;
  readonly files_touched?: readonly string[];
}

export interface PreAbilityCallContext extends HookContextBase {
  readonly event_type: 'PreAbilityCall';
  readonly ability_id: string;
  readonly operation_key?: string;
  readonly planned_input_summary?: string;
}

export interface PostAbilityCallContext extends HookContextBase {
  readonly event_type: 'PostAbilityCall';
  readonly ability_id: string;
  readonly operation_key?: string;
  readonly status: 'success' | 'failure' | 'skipped';
  readonly duration_ms?: number;
  readonly input_summary?: string;
  readonly output_summary?: string;
  readonly tool_call_path?: string;
}

export interface SessionStopContext extends HookContextBase {
  readonly event_type: 'SessionStop';
  readonly changed_files?: readonly string[];
}

/** What hooks of agent settings see before and after a tool; each value is under both of its names. */
export interface ToolUseContext {
  readonly hook_event_name: string;
  readonly tool_name: string;
  readonly tool_args: Readonly<Record<string, unknown>>;
  readonly tool_input: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly tool_response?: unknown;
  readonly error?: string;
  readonly execution_time?: number;
  readonly timestamp: string;
  readonly session_id: string;
  readonly cwd: string;
  readonly transcript_path?: string;
  readonly permission_mode?: string;
}
