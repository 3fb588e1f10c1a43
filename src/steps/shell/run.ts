import { unable } from '../../runtime/attempt.js';
import { describeEnd, type ShellText } from '../../runtime/step-host.js';
import { emptyCommand, runnable } from '../runnable.js';
import { shellFields } from './fields.js';

/** Shell text from `--command`, or a program and its arguments after `--`, which no shell reads. */
export const run = runnable(shellFields, 120, async (flags, attempt) => {
  const start = whatToStart(flags.command, attempt.rest);
  if (typeof start === 'string') return unable(start);
  const command = flags.command ?? attempt.rest.join(' ');
  if (attempt.dryRun) return { verdict: 'success', skipped: true, fields: { command, exit_code: null } };
  const end = await attempt.host.run({
    start,
    directory: attempt.directory,
    env: attempt.env,
    signal: attempt.signal,
    maxOutput: flags.max_output,
    echo: attempt.verbose,
  });
  const { exitCode, error } = describeEnd(end);
  return {
    verdict: exitCode === 0 ? 'success' : end.how.kind === 'unstartable' ? 'unable' : 'failure',
    error,
    fields: { command, exit_code: exitCode, stdout: end.stdout.text, stderr: end.stderr.text },
  };
});

function whatToStart(command: string | undefined, rest: readonly string[]): ShellText | string {
  if (command !== undefined && rest.length > 0) return 'give either --command or a program after --, not both';
  if (command?.trim() === '') return emptyCommand;
  if (command !== undefined) return { kind: 'shell', text: command };
  if (rest.length > 0) return { kind: 'shell', text: 'exec "$@"', args: rest };
  return 'nothing to run: give --command TEXT, or a program after --';
}
