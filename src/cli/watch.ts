import { createCollector } from '../diagnostics/diagnostics.js';
import { standardInputPath } from '../model/source.js';
import type { Call } from './call.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { ApplyOptions } from './options.js';
import { type Run, runOnChange } from './serve/run-on-change.js';
import { showDiagnostics } from './show-diagnostics.js';

/** One run of a verb. */
export interface Round extends Run {
  readonly exit: ExitCode;
}

/** Does the same again whenever a file changes that had a say in it, until the process is asked to end. */
export async function watch(call: Call<ApplyOptions>, run: () => Promise<Round>): Promise<ExitCode> {
  const { inputs, options, terminal } = call;
  const { report, all, hasErrors } = createCollector();
  if (inputs.length === 0 || inputs.includes('-')) report('DW809', { first: '--watch', second: standardInputPath });
  if (options.check) report('DW809', { first: '--watch', second: '--check' });
  showDiagnostics(all(), [], call);
  if (hasErrors()) return exitCodes.usage;

  const tell = (line: string) => {
    if (terminal.messages.interactive) terminal.messages.write(`${terminal.messages.colors.faint(line)}\n`);
  };
  let last: ExitCode | undefined;
  for await (const { exit } of runOnChange(inputs, run)) {
    if (last === undefined) tell('Watching for changes until this command is stopped (Ctrl+C).');
    else tell(exit === exitCodes.fine ? 'Up to date again.' : 'Waiting for the next change.');
    last = exit;
  }
  return last ?? exitCodes.fine;
}
