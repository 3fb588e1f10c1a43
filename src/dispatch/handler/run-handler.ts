import type { EventContext, EventHook, HookRun } from '../../model/event.js';
import { withDeadline } from '../../runtime/attempt.js';
import type { HandlerAttempt, HandlerEnd, Surroundings } from './handler.js';
import { judge } from './judge.js';
import { runCommand } from './run-command.js';

/** Runs one hook and reads what it answers. Never rejects: a hook that cannot run is an answer as well. */
export async function runHandler(
  hook: EventHook,
  event: string,
  context: EventContext,
  surroundings: Surroundings,
): Promise<HookRun> {
  const { host } = surroundings;
  const startedAt = host.now();
  const run = (signal: AbortSignal) => start(hook, context, { ...surroundings, signal });
  const { end: ended, late } = await withDeadline(hook.timeout, host.stopped, run, leftBehind);
  const end: HandlerEnd =
    late && ended.kind !== 'exited' && ended.kind !== 'answered'
      ? { kind: 'late', seconds: hook.timeout, stdout: ended.stdout, stderr: ended.stderr }
      : ended;
  return {
    hook,
    answer: judge(event, hook, end),
    exitCode: end.kind === 'exited' ? end.exitCode : null,
    stdout: end.stdout,
    stderr: end.stderr,
    startedAt,
    endedAt: host.now(),
  };
}

async function start(hook: EventHook, context: EventContext, around: HandlerAttempt): Promise<HandlerEnd> {
  const { handler } = hook;
  try {
    if (handler.kind === 'command') return await runCommand(handler, context, around);
    if (handler.kind === 'unusable') return { kind: 'unable', reason: handler.reason, stdout: '', stderr: '' };
    // Loaded here, so that a command pays for neither.
    if (handler.kind === 'http') return await (await import('./run-http.js')).runHttp(handler, context, around);
    return await (await import('./run-model.js')).runModel(handler, hook.contract, context, around);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'unable', reason, stdout: '', stderr: '' };
  }
}

const leftBehind: HandlerEnd = { kind: 'aborted', stdout: '', stderr: '' };
