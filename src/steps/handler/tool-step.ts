import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EventContext } from '../../model/event.js';
import { taskStart } from '../../runtime/run-log.js';
import type { StepHost } from '../../runtime/step-host.js';
import type { StepAttempt } from '../runnable.js';

/** What the engine knows of the step that a PostToolUse hook in a DAG is behind: what it printed, and how long it took, in seconds. */
export async function toolStep({ host, context }: StepAttempt): Promise<EventContext> {
  const task = context.task_id ?? undefined;
  if (task === undefined) return {};
  const [result, start] = await Promise.all([printedBy(task, host), taskStart(host, task)]);
  return {
    ...(result !== undefined && { result }),
    ...(start !== undefined && { execution_time: Math.max(0, host.now() - start) / 1000 }),
  };
}

/**
 * Standard output of a step of the same run. Dagu tells where the log of the run is; what steps print is kept in a folder beside it,
 * in a file with the name of the step. `undefined` where that is not to be found, or could be that of two steps.
 */
async function printedBy(task: string, host: StepHost): Promise<string | undefined> {
  const log = host.variable('DAG_RUN_LOG_FILE');
  if (!log) return undefined;
  const name = [...task].map((char) => (/[A-Za-z0-9_-]/.test(char) ? char : '_')).join('');
  const files: string[] = [];
  for (const folder of await namesIn(dirname(log))) {
    if (!folder.startsWith('run_')) continue;
    const own = (await namesIn(join(dirname(log), folder))).filter(
      (file) => file.startsWith(`${name}.`) && /^\d{8}\.\d{6}\.\d{3}\..*\.out$/.test(file.slice(name.length + 1)),
    );
    files.push(...own.map((file) => join(dirname(log), folder, file)));
  }
  return files.length === 1 ? (await host.readFile(files[0]!, mostBytes))?.text : undefined;
}

/** As much as an answer of a hook may have. */
const mostBytes = 1024 * 1024;

function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
