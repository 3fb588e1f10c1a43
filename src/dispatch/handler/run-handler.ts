import type { EventContext, EventHook, HookRun } from '../../model/event.js';
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
  const end = await within(hook.timeout, host.stopped, (signal) => start(hook, context, { ...surroundings, signal }));
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

/** Aborts at the timeout. A handler that does not heed it is left behind when its processes had the time to end. */
async function within(
  seconds: number,
  stopped: AbortSignal,
  run: (signal: AbortSignal) => Promise<HandlerEnd>,
): Promise<HandlerEnd> {
  const controller = new AbortController();
  let late = false;
  let last: NodeJS.Timeout | undefined;
  const stop = () => controller.abort();
  const timer = setTimeout(() => {
    late = true;
    stop();
  }, seconds * 1000);
  const overdue = new Promise<HandlerEnd>((settle) => {
    controller.signal.addEventListener('abort', () => {
      last = setTimeout(() => settle({ kind: 'aborted', stdout: '', stderr: '' }), GRACE);
    });
  });
  if (stopped.aborted) stop();
  else stopped.addEventListener('abort', stop, { once: true });
  try {
    const end = await Promise.race([run(controller.signal), overdue]);
    if (!late || end.kind === 'exited' || end.kind === 'answered') return end;
    return { kind: 'late', seconds, stdout: end.stdout, stderr: end.stderr };
  } finally {
    clearTimeout(timer);
    clearTimeout(last);
    stopped.removeEventListener('abort', stop);
  }
}

/** Ending a process tree by force takes no more than two seconds. */
const GRACE = 2500;
