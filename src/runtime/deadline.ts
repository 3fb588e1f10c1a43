/**
 * Runs something that has so many seconds; 0 is without end. When they are over, or dagweave is asked to stop, its signal is aborted; what
 * does not heed that is left behind when its processes had the time to end.
 * @returns `late` is true where it was the time that was over
 */
export async function withDeadline<End>(
  seconds: number,
  stopped: AbortSignal,
  run: (signal: AbortSignal) => Promise<End>,
  leftBehind: End,
): Promise<{ readonly end: End; readonly late: boolean }> {
  const controller = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let late = false;
  const stop = () => controller.abort();
  const overdue = new Promise<End>((settle) => {
    controller.signal.addEventListener('abort', () => timers.push(setTimeout(() => settle(leftBehind), GRACE)));
  });
  const end = () => {
    late = true;
    stop();
  };
  if (seconds > 0) timers.push(setTimeout(end, seconds * 1000));
  if (stopped.aborted) stop();
  else stopped.addEventListener('abort', stop, { once: true });
  try {
    return { end: await Promise.race([run(controller.signal), overdue]), late };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    stopped.removeEventListener('abort', stop);
  }
}

/** Ending a process tree by force takes no more than two seconds. */
const GRACE = 2500;
