import { createCollector } from '../diagnostics/diagnostics.js';
import type { Call } from './call.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { ApplyOptions } from './options.js';
import { standardInputPath } from './read-inputs.js';
import { untilToldToEnd, watchFiles } from './serve/watch-files.js';
import { showDiagnostics } from './show-diagnostics.js';

/** One run of a verb. */
export interface Round {
  readonly exit: ExitCode;
  /** Paths of all files that had a say in it. */
  readonly read: readonly string[];
}

/** Does the same again whenever a file changes that had a say in it, until the process is told to end. */
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
  let last = await run();
  tell('Watching for changes until this command is stopped (Ctrl+C).');
  const again = async () => {
    last = await run();
    tell(last.exit === exitCodes.fine ? 'Up to date again.' : 'Waiting for the next change.');
  };
  await untilToldToEnd((failed) => watchFiles(() => [...last.read, ...inputs], again, failed));
  return last.exit;
}
