import type { ExitCode } from './exit-codes.js';

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
    const { reportFault } = await import('./fault.js');
    reportFault(error, args);
    process.exitCode = atFault;
  }
}
