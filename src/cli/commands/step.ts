import { createHost } from '../../runtime/host.js';
import { createMasking } from '../../runtime/masking.js';
import { listenForStop, writeStderr } from '../../runtime/own-process.js';
import { printResult, printText } from '../../runtime/print.js';
import { reasonOf } from '../../runtime/reason.js';
import { exitCodes, type Finished, printedText, resultText } from '../../steps/result.js';
import { type CommonFlags, runStep } from '../../steps/run-step.js';
import { loadRun } from '../../steps/runs.js';
import { readFlags } from '../read-flags.js';

/**
 * `dagweave step TYPE [options]`. Prints one JSON result whatever happens; all else goes to standard error.
 * @param report what else to do with the result, such as to print it in another way
 */
export async function step(args: readonly string[], report: Report = printResult): Promise<number> {
  const [type, ...options] = args;
  if (type === undefined || type === '--help' || options[0] === '--help') {
    const { stepHelp } = await import('../flag-help.js');
    // Without a type it is a mistake, and standard output is for results.
    if (type === undefined) writeStderr(stepHelp(type));
    else if (printText(stepHelp(type))) return exitCodes.success;
    return exitCodes.unable;
  }
  const stop = listenForStop();
  const order = await readOrder(type, options);
  const flags: CommonFlags = order.ok ? order.flags : {};
  const masking = createMasking(process.env, flags.mask ?? [], flags.env ? [flags.env] : []);
  let given = false;
  const give = async (finished: Finished) => {
    if (given) return;
    given = true;
    const text = resultText(finished, masking.mask);
    const printed = printedText(finished, text, masking.mask);
    if (printed !== text) writeStderr(`${text}\n`);
    report(printed);
    if (flags.result_file !== undefined) await keep(flags.result_file, text);
  };
  process.once('uncaughtException', (error) => {
    give(refusal(type, `internal fault: ${error.message}`)).finally(() => process.exit(exitCodes.unable));
  });
  const finished = order.ok
    ? await runStep({ type, ...order }, createHost(stop.signal, masking), loadEngine)
    : refusal(type, order.problem);
  await give(stop.signal.aborted ? stopped(finished, stop.signal.reason) : finished);
  // At once, so that nothing a run has left open keeps the step alive. All that was to be written is.
  process.exit(stop.exitCode() ?? exitCodes[finished.verdict]);
}

const loadEngine = async () => (await import('../../formats/at-run.js')).runningEngine();

/** @returns false where the system does not take it, which changes nothing about the step */
export type Report = (text: string) => boolean;

/** The result of a step that was not understood. */
export function refuse(type: string, problem: string): number {
  printResult(resultText(refusal(type, problem), createMasking(process.env, []).mask));
  return exitCodes.unable;
}

async function readOrder(type: string, options: readonly string[]) {
  const runnable = await loadRun(type);
  if (!runnable) {
    const { unknownType } = await import('../flag-help.js');
    return { ok: false, problem: unknownType(type) } as const;
  }
  const read = await readFlags(runnable.flags, options);
  if (!read.ok) return read;
  return { ok: true, runnable, flags: read.values as CommonFlags, rest: read.rest } as const;
}

function refusal(type: string, problem: string): Finished {
  const now = Date.now();
  return {
    type,
    verdict: 'unable',
    outcome: { verdict: 'unable', error: problem, fields: {} },
    startedAt: now,
    endedAt: now,
    subject: { task_id: null, spec_id: null },
  };
}

function stopped(finished: Finished, signal: string): Finished {
  return { ...finished, verdict: 'unable', outcome: { ...finished.outcome, error: `stopped by ${signal}` } };
}

async function keep(path: string, text: string): Promise<void> {
  const { writeThrough } = await import('../../runtime/files.js');
  try {
    await writeThrough(path, `${text}\n`);
  } catch (error) {
    writeStderr(`dagweave: the result could not be written to ${path}: ${reasonOf(error)}\n`);
  }
}
