import { resolve } from 'node:path';
import type { EventAnswer, EventContext, HookRun } from '../model/event.js';
import { printResult } from '../runtime/print.js';
import type { StepHost } from '../runtime/step-host.js';
import { answerJson, escapedJson, isBlocked } from './answer-json.js';
import { type Findings, noFindings, problem } from './findings.js';
import { mergeAnswers } from './merge.js';
import type { Caller, DispatchOptions, Outside } from './order.js';

/**
 * - `none`: nobody could be asked.
 * - `shown`: nobody was to be asked.
 */
export type DispatchReply =
  | {
      readonly kind: 'answer';
      readonly answer: EventAnswer;
      readonly context: EventContext;
      /** The file for the log of runs, if there is to be one. */
      readonly log: string | undefined;
      /** What settings set for all hooks. */
      readonly env: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'shown' };

/** What the process says when it ends. */
const exitCodes = { fine: 0, failed: 1, blocked: 2 } as const;

/** Tells mistakes and prints the answer. @returns the exit code */
export async function conclude(
  reply: DispatchReply,
  caller: Caller,
  findings: Findings,
  isStopped: boolean,
  outside: Outside,
): Promise<number> {
  const errors = await tell(findings, caller.quiet, outside);
  const failed = errors.length === 0 ? undefined : caller.failClosed ? exitCodes.blocked : exitCodes.failed;
  if (reply.kind === 'shown') return failed ?? exitCodes.fine;
  const answer = reply.kind === 'answer' ? reply.answer : await refusal(errors, caller);
  if (!answer) return exitCodes.failed;
  // Hooks that were ended have not approved of anything.
  if (isStopped && !isBlocked(answer)) return exitCodes.failed;
  const exit = await giveAnswer(answer, caller.compat);
  return exit === exitCodes.blocked ? exit : (failed ?? exit);
}

/** With `--fail-closed` mistakes block, and the answer says so. */
export async function heedErrors(
  answer: EventAnswer,
  findings: Findings,
  { failClosed }: Caller,
  outside: Outside,
): Promise<EventAnswer> {
  if (!failClosed || isEmpty(findings)) return answer;
  const errors = await outside.errorsIn(findings);
  if (errors.length === 0) return answer;
  const { denied } = await import('./merge-fields.js');
  return denied(answer, reasonFrom(errors));
}

/** The answer of dispatch itself where no hook could be asked; none unless that must block. */
export async function refusal(
  errors: readonly string[],
  { event, failClosed }: Caller,
): Promise<EventAnswer | undefined> {
  if (!failClosed) return undefined;
  const { denied } = await import('./merge-fields.js');
  return denied(await mergeAnswers(event ?? '', {}, []), reasonFrom(errors));
}

/** A few are enough to begin with; all of them are on standard error. */
function reasonFrom(errors: readonly string[]): string {
  const more = errors.length - mostReasons;
  return [...errors.slice(0, mostReasons), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

const mostReasons = 5;

async function tell(findings: Findings, quiet: boolean, outside: Outside): Promise<readonly string[]> {
  if (isEmpty(findings)) return [];
  await outside.tell(findings, quiet);
  return outside.errorsIn(findings);
}

function isEmpty({ problems, diagnostics }: Findings): boolean {
  return problems.length === 0 && diagnostics.length === 0;
}

/** Prints the answer in the words of the caller. @returns the exit code by its contract */
export async function giveAnswer(answer: EventAnswer, compat: Caller['compat']): Promise<number> {
  if (compat === 'dagweave') {
    printResult(escapedJson(answerJson(answer)));
    return isBlocked(answer) ? exitCodes.blocked : exitCodes.fine;
  }
  const [{ claudeExitCode, claudeOutput }, { visible }] = await Promise.all([
    import('./answer-json.js'),
    import('../render/visible.js'),
  ]);
  const exit = claudeExitCode(answer);
  const output = claudeOutput(answer);
  if (output !== '') printResult(output);
  if (exit === exitCodes.blocked) process.stderr.write(`${visible(answer.reason ?? 'blocked')}\n`);
  return exit;
}

/** The file for the log of runs; none where none is wanted, or where there is no place for one. */
export async function logPath(flags: DispatchOptions['flags'], host: StepHost): Promise<string | undefined> {
  if (flags.no_log) return undefined;
  if (flags.log !== undefined) return resolve(host.directory, flags.log);
  return (await import('./log.js')).defaultLog(host.variable);
}

/** What nobody has to wait for once the answer is there: telling of hooks that failed, and the log. */
export async function keepRecord(reply: DispatchReply, quiet: boolean, outside: Outside): Promise<void> {
  if (reply.kind !== 'answer') return;
  const { answer, context, log } = reply;
  const isTold = !quiet && answer.runs.some(hasFailed);
  if (!isTold && log === undefined) return;
  const { createMasking } = await import('../runtime/masking.js');
  const own = answer.runs.flatMap(({ hook }) => (hook.handler.kind === 'command' ? [hook.handler.env] : []));
  const { mask } = createMasking(process.env, [], [reply.env, ...own]);
  if (isTold) await tellFailures(answer, mask);
  if (log !== undefined) await keepLog({ path: log, answer, context, mask }, quiet, outside);
}

/** A log that cannot be written is reported, and changes nothing else. */
async function keepLog(
  {
    path,
    answer,
    context,
    mask,
  }: {
    readonly path: string;
    readonly answer: EventAnswer;
    readonly context: EventContext;
    readonly mask: (text: string) => string;
  },
  quiet: boolean,
  outside: Outside,
): Promise<void> {
  const { logRun } = await import('./log.js');
  try {
    logRun(path, answer, context, mask);
  } catch (error) {
    const findings = noFindings();
    findings.problems.push(problem('DW857', { path, reason: (error as Error).message }));
    await tell(findings, quiet, outside);
  }
}

/** On standard error: an answer says nothing to a person. */
async function tellFailures({ runs }: EventAnswer, mask: (text: string) => string): Promise<void> {
  const { visible } = await import('../render/visible.js');
  for (const { hook, answer } of runs.filter(hasFailed)) {
    process.stderr.write(
      `dagweave: the hook ${hook.id} of ${hook.source} failed and decided nothing: ${visible(mask(answer.failure!))}\n`,
    );
  }
}

function hasFailed({ answer }: HookRun): boolean {
  return answer.failure !== undefined && answer.decision !== 'deny';
}
