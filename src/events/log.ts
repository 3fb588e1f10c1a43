import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { EventAnswer, EventContext } from '../model/event.js';

/** Appends one line about a run: which hooks ran and what they decided, never what was in the context. */
export function logRun(path: string, answer: EventAnswer, context: EventContext, mask: (text: string) => string): void {
  const { event, decision, reason, runs } = answer;
  const line = {
    time: new Date(runs[0]?.startedAt ?? Date.now()).toISOString(),
    event,
    session_id: shortText(context.session_id),
    tool_name: shortText(context.tool_name),
    decision,
    reason: reason && short(mask(reason)),
    hooks: runs.map(({ hook, answer: one, exitCode, startedAt, endedAt }) => ({
      id: hook.id,
      source: hook.source,
      decision: one.decision,
      exit_code: exitCode,
      duration_ms: endedAt - startedAt,
      failure: one.failure && short(mask(one.failure)),
    })),
  };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rotate(path);
  appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** `$XDG_STATE_HOME/dagweave/dispatch.jsonl`, below `~/.local/state` unless that is set. */
export function defaultLog(variable: (name: string) => string | undefined): string {
  const stated = variable('XDG_STATE_HOME');
  const state =
    stated !== undefined && isAbsolute(stated) ? stated : join(variable('HOME') || homedir(), '.local/state');
  return join(state, 'dagweave', 'dispatch.jsonl');
}

/** The file before it is kept beside it; older ones go, so that logs never have more than twice this. */
const MAX_BYTES = 1024 * 1024;

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= MAX_BYTES) renameSync(path, `${path}.1`);
}

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' ? short(value) : undefined;
}

function short(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
