import type { EventContext } from '../model/event.js';

/** What the caller did not say and handlers expect. */
export interface Defaults {
  readonly directory: string;
  /** ISO 8601. */
  readonly now: string;
}

/**
 * The context as handlers get it: what the caller gave, each value under both of its names (agent settings say `tool_args`, today's
 * Claude Code `tool_input`), and the few fields that every context has.
 */
export function completeContext(event: string, given: EventContext, { directory, now }: Defaults): EventContext {
  const both = Object.fromEntries(
    pairs.flatMap(([first, second]) => {
      const value = given[first] ?? given[second];
      return value === undefined ? [] : [first, second].map((name) => [name, given[name] ?? value] as const);
    }),
  );
  return {
    session_id: 'unknown',
    cwd: directory,
    timestamp: now,
    ...given,
    ...both,
    hook_event_name: event,
    event_type: given.event_type ?? event,
  };
}

/** The same thing under two names. */
const pairs = [
  ['tool_args', 'tool_input'],
  ['result', 'tool_response'],
  ['user_input', 'prompt'],
] as const;
