import { dispatch as dispatchEvent } from '../../dispatch/dispatch.js';
import { type Findings, noFindings, problem } from '../../dispatch/findings.js';
import { conclude, type DispatchReply, giveAnswer, keepRecord, refusal } from '../../dispatch/give-answer.js';
import type { Caller, DispatchOrder, Outside } from '../../dispatch/order.js';
import { readEvent } from '../../dispatch/read-event.js';
import { listenForStop, type Stop } from '../../runtime/own-process.js';
import { printText } from '../../runtime/print.js';
import { callerIn, readOptions } from '../dispatch/options.js';
import { exitCodes } from '../exit-codes.js';

/** `dagweave dispatch EVENT`: the hooks of an event, now. It loads no compiler and no schema library, because somebody waits for it. */
export async function dispatch(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    const { dispatchHelp } = await import('../flag-help.js');
    return printText(dispatchHelp()) ? exitCodes.fine : exitCodes.failed;
  }
  const caller = callerIn(args);
  const fault = faultElsewhere();
  let stop: Stop | undefined;
  let hasAnswered = false;
  try {
    const findings = noFindings();
    // To read standard input is to wait for its end. Nobody would hear a signal meanwhile, so that signals end the process as usual.
    const order = await Promise.race([readOrder(args, findings), fault]);
    stop = listenForStop();
    const reply = await Promise.race([replyTo(order, caller, stop.signal, findings), fault]);
    const exit = await conclude(reply, caller, findings, stop.signal.aborted, outside);
    hasAnswered = true;
    await keepRecord(reply, caller.quiet, outside);
    // At once, so that nothing a hook has left open keeps the caller waiting.
    process.exit(stop.exitCode() ?? exit);
  } catch (error) {
    stop?.end();
    if (hasAnswered) throw error;
    const answer = await refusal([`internal fault of dagweave: ${(error as Error).message}`], caller);
    if (answer) await giveAnswer(answer, caller.compat);
    throw error;
  }
}

/** Rejects with what is thrown where nobody waits for it, such as in the handler of a stream. */
function faultElsewhere(): Promise<never> {
  return new Promise((_, reject) => void process.on('uncaughtException', reject));
}

/** @returns `undefined` where it cannot be understood, which is in the findings */
async function readOrder(args: readonly string[], findings: Findings): Promise<DispatchOrder | undefined> {
  const read = await readOptions(args);
  if (!read.ok) {
    findings.problems.push(problem('DW855', { problem: read.problem }));
    return undefined;
  }
  const { options } = read;
  const given = await readEvent(options.event, options.flags.event);
  findings.problems.push(...given.problems);
  return given.ok ? { options, event: given.event, context: given.context } : undefined;
}

async function replyTo(
  order: DispatchOrder | undefined,
  caller: Caller,
  stop: AbortSignal,
  findings: Findings,
): Promise<DispatchReply> {
  return order === undefined ? { kind: 'none' } : dispatchEvent(order, caller, stop, findings, outside);
}

const outside: Outside = {
  readSettings: async (...given) => (await import('../dispatch/read-slowly.js')).readSettingsWithPlaces(...given),
  readRegistry: async (...given) => (await import('../dispatch/read-slowly.js')).readRegistryWithPlaces(...given),
  tell: async (...given) => (await import('../dispatch/tell-findings.js')).tellFindings(...given),
  engineFiles: async () => (await import('../../formats/at-run.js')).runningEngine().ownFiles,
  errorsIn: async (findings) => (await import('../dispatch/tell-findings.js')).errorsIn(findings),
};
