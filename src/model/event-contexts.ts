import type { Stage } from './event.js';

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
