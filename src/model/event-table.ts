/** What is known about an event. */
export interface EventKind {
  /** The field of the context that matchers are held against; `undefined` where every matcher matches. */
  readonly matched: string | undefined;
  /**
   * What exit code 2 and `decision: block` do.
   * - `deny`: what was about to happen does not happen.
   * - `feedback`: it has happened; the reason goes back to the model.
   * - `nothing`: nobody waits for the answer.
   */
  readonly blocking: 'deny' | 'feedback' | 'nothing';
  /** What text on standard output is that is no JSON: context for the model, or the path of a folder that the hook made. */
  readonly plainText: 'context' | 'path' | undefined;
  /** Seconds that a command may take where Claude Code allows less than its usual 600. */
  readonly timeout?: number;
  /** Every exit code but 0 blocks. */
  readonly strict?: boolean;
  /** Whether the failure of a gate blocks, where that is not as `blocking` says: a stop that is refused for a fault never comes. */
  readonly failureBlocks?: boolean;
  /** Nothing is left that could be ended. */
  readonly isOver?: boolean;
  /** A hook that is late blocks, gate or not. */
  readonly lateBlocks?: boolean;
  /** Who emits it: agent settings know the first two kinds, the event registry the last. */
  readonly origin: 'both' | 'claude' | 'registry';
}

/** Events by name, in the order of a session. The four of the first agent settings are `both`. */
const eventKinds: Readonly<Record<string, EventKind>> = {
  SessionStart: claude('source', 'nothing', { plainText: 'context' }),
  Setup: claude('trigger', 'nothing'),
  UserPromptSubmit: claude(undefined, 'deny', { plainText: 'context', timeout: 30 }),
  UserPromptExpansion: claude('command_name', 'deny', { plainText: 'context' }),
  PreToolUse: { ...claude('tool_name', 'deny'), origin: 'both' },
  PermissionRequest: claude('tool_name', 'nothing', { failureBlocks: true }),
  PermissionDenied: claude('tool_name', 'nothing'),
  PostToolUse: { ...claude('tool_name', 'feedback'), origin: 'both' },
  PostToolUseFailure: claude('tool_name', 'feedback'),
  PostToolBatch: claude(undefined, 'deny'),
  Notification: { ...claude('notification_type', 'nothing'), origin: 'both' },
  MessageDisplay: claude(undefined, 'nothing', { timeout: 10 }),
  SubagentStart: claude('agent_type', 'nothing'),
  SubagentStop: claude('agent_type', 'deny', { failureBlocks: false }),
  TaskCreated: claude(undefined, 'deny'),
  TaskCompleted: claude(undefined, 'deny', { failureBlocks: false }),
  Stop: { ...claude(undefined, 'deny', { failureBlocks: false }), origin: 'both' },
  StopFailure: claude('error', 'nothing'),
  TeammateIdle: claude(undefined, 'deny', { failureBlocks: false }),
  InstructionsLoaded: claude('load_reason', 'nothing'),
  ConfigChange: claude('source', 'deny'),
  CwdChanged: claude(undefined, 'nothing'),
  DirectoryAdded: claude(undefined, 'nothing'),
  FileChanged: claude('file_path', 'nothing'),
  WorktreeCreate: claude(undefined, 'deny', { strict: true, plainText: 'path' }),
  WorktreeRemove: claude(undefined, 'nothing', { isOver: true }),
  PreCompact: claude('trigger', 'deny'),
  PostCompact: claude('trigger', 'nothing'),
  Elicitation: claude('mcp_server_name', 'deny'),
  ElicitationResult: claude('mcp_server_name', 'deny'),
  PreModelSwitch: claude(undefined, 'deny', { timeout: 30, lateBlocks: true }),
  PostModelSwitch: claude(undefined, 'nothing', { plainText: 'context', timeout: 30 }),
  SessionEnd: claude('reason', 'nothing', { isOver: true }),
  PreAbilityCall: registry('deny'),
  PostAbilityCall: registry('feedback'),
  SessionStop: registry('deny'),
};

export const eventNames: readonly string[] = Object.keys(eventKinds);

/** @returns `undefined` where there is no such event; never what an object has by nature, such as `constructor` */
export function eventKind(name: string): EventKind | undefined {
  return Object.hasOwn(eventKinds, name) ? eventKinds[name] : undefined;
}

/** Is it about one call of a tool? Only then can a permission rule be asked for. */
export function isToolEvent(name: string): boolean {
  return eventKind(name)?.matched === 'tool_name';
}

function claude(
  matched: string | undefined,
  blocking: EventKind['blocking'],
  more: Partial<EventKind> = {},
): EventKind {
  return { matched, blocking, plainText: undefined, origin: 'claude', ...more };
}

function registry(blocking: EventKind['blocking']): EventKind {
  return { matched: undefined, blocking, plainText: undefined, origin: 'registry' };
}
