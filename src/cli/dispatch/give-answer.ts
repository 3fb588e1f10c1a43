import { resolve } from 'node:path';
import { answerJson, isBlocked } from '../../events/answer-json.js';
import type { EventAnswer, EventContext } from '../../model/event.js';
import { printResult } from '../../runtime/print-result.js';
import type { StepHost } from '../../runtime/step-host.js';
import type { DispatchOptions } from './options.js';
import { type Findings, problem } from './problem.js';

const fine = 0;
/** Both contracts mean the same by it. */
export const blocked = 2;

/** Prints the answer in the words of the caller. @returns the exit code by its contract */
export async function giveAnswer(answer: EventAnswer, compat: DispatchOptions['compat']): Promise<number> {
  if (compat === 'dagweave') {
    printResult(JSON.stringify(answerJson(answer)));
    return isBlocked(answer) ? blocked : fine;
  }
  const { claudeAnswer, claudeExitCode } = await import('../../events/claude-answer.js');
  const exit = claudeExitCode(answer);
  printResult(JSON.stringify(claudeAnswer(answer)));
  if (exit === blocked) process.stderr.write(`${answer.reason ?? 'blocked'}\n`);
  return exit;
}

/** A log that cannot be written is told, and changes nothing else. */
export async function keepLog(
  answer: EventAnswer,
  context: EventContext,
  stated: string | undefined,
  host: StepHost,
  { problems }: Findings,
): Promise<void> {
  const [{ logRun, defaultLog }, { createMasking }] = await Promise.all([
    import('../../events/log.js'),
    import('../../runtime/masking.js'),
  ]);
  const path = stated === undefined ? defaultLog(host.variable) : resolve(host.directory, stated);
  try {
    logRun(path, answer, context, createMasking(process.env, []).mask);
  } catch (error) {
    problems.push(problem('DW857', { path, reason: (error as Error).message }));
  }
}

/** On standard error: an answer says nothing to a person. */
export async function tellFailures({ runs }: EventAnswer, quiet: boolean): Promise<void> {
  const failed = runs.filter(({ answer }) => answer.failure !== undefined && answer.decision !== 'deny');
  if (quiet || failed.length === 0) return;
  const { createMasking } = await import('../../runtime/masking.js');
  const { mask } = createMasking(process.env, []);
  for (const { hook, answer } of failed) {
    process.stderr.write(
      `dagweave: the hook ${hook.id} of ${hook.source} failed and decided nothing: ${mask(answer.failure!)}\n`,
    );
  }
}
