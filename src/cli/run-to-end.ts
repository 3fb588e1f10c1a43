import { type ExitCode, exitCodes } from './exit-codes.js';

/**
 * Runs a verb on the words of the command line; the process ends with its exit code.
 * @param atFault the exit code where something is our own fault
 */
export async function runToEnd(
  atFault: ExitCode,
  verb: (args: readonly string[]) => Promise<ExitCode | number>,
): Promise<void> {
  const args = process.argv.slice(2);
  try {
    process.exitCode = await verb(args);
  } catch (error) {
    if (isWithoutFolder(error)) {
      process.stderr.write('dagweave: the folder that it was started in is gone: change into one that is there\n');
      process.exitCode = atFault === exitCodes.fault ? exitCodes.rules : atFault;
      return;
    }
    const { reportFault } = await import('./fault.js');
    reportFault(error, args);
    process.exitCode = atFault;
  }
}

/** Paths cannot be read from a folder that was deleted. */
function isWithoutFolder(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'uv_cwd';
}
