import { closeSync, constants, mkdirSync, openSync, renameSync, rmdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { EventAnswer, EventContext } from '../model/event.js';
import { escapedJson } from './answer-json.js';
import { homeFolder } from './settings-files.js';

/**
 * Appends one line about a run: which hooks ran and what they decided, never what was in the context.
 * @param background `ended` where it is the end of a hook that nobody waited for, so that its decision counted for nothing
 */
export function logRun(
  path: string,
  answer: EventAnswer,
  context: EventContext,
  mask: (text: string) => string,
  background?: 'ended',
): void {
  const { event, decision, reason, runs, started = [] } = answer;
  const line = {
    time: new Date(runs[0]?.startedAt ?? Date.now()).toISOString(),
    event,
    session_id: shortText(context.session_id),
    tool_name: shortText(context.tool_name),
    decision,
    reason: reason && short(mask(reason)),
    background,
    hooks: [
      ...runs.map(({ hook, answer: one, exitCode, startedAt, endedAt }) => ({
        id: hook.id,
        source: hook.source,
        decision: one.decision,
        exit_code: exitCode,
        duration_ms: endedAt - startedAt,
        failure: one.failure && short(mask(one.failure)),
      })),
      ...started.map(({ id, source }) => ({ id, source, background: 'started' })),
    ],
  };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rotate(path);
  append(path, `${escapedJson(line)}\n`);
}

/** Never waits, as who opens a pipe that nobody reads does. */
function append(path: string, text: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** `$XDG_STATE_HOME/dagweave/dispatch.jsonl`, below `~/.local/state` unless that is set; none for a user without a folder. */
export function defaultLog(variable: (name: string) => string | undefined): string | undefined {
  const stated = variable('XDG_STATE_HOME');
  if (stated !== undefined && isAbsolute(stated)) return join(stated, 'dagweave', 'dispatch.jsonl');
  const home = homeFolder(variable);
  return home === undefined ? undefined : join(home, '.local/state', 'dagweave', 'dispatch.jsonl');
}

/** The file before it is kept beside it; older ones go, so that logs never have more than twice this. */
const mostBytes = 1024 * 1024;

/** Of runs that find it full at the same instant one makes room, and only while it is still full. The others write to what is there. */
function rotate(path: string): void {
  if (!isFull(path)) return;
  const lock = `${path}.lock`;
  if (!take(lock)) return;
  try {
    if (isFull(path)) renameSync(path, `${path}.1`);
  } finally {
    rmdirSync(lock);
  }
}

function isFull(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= mostBytes;
}

/** A lock is held for an instant; an older one was left behind by a run that was ended, and the next run finds it gone. */
function take(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > oldLockMilliseconds) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** Milliseconds. */
const oldLockMilliseconds = 10_000;

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' ? short(value) : undefined;
}

function short(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
