import { callVerb } from './call-verb.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { ApplyOptions, VerifyOptions } from './options.js';
import { type PlainLine, readPlainLine } from './plain-line.js';
import { runToEnd } from './run-to-end.js';
import { applyOptions, globalOptions, verifyOptions } from './verb-options.js';

/**
 * Runs the verbs of builds on a plain line, with none of the code of other verbs and without the library that reads options.
 * @returns false where the line takes that library; then nothing was done
 */
export async function run(): Promise<boolean> {
  const [verb, ...words] = process.argv.slice(2);
  const options = verb === 'apply' ? applyOptions : verb === 'verify' ? verifyOptions : undefined;
  const line = options && readPlainLine([...options, ...globalOptions], words);
  if (!line) return false;
  await runToEnd(exitCodes.fault, () => (verb === 'apply' ? apply(line) : verify(line)));
  return true;
}

function apply({ inputs, options }: PlainLine): Promise<ExitCode> {
  return callVerb(async () => (await import('./commands/apply.js')).apply, inputs, options as unknown as ApplyOptions);
}

function verify({ inputs, options }: PlainLine): Promise<ExitCode> {
  return callVerb(
    async () => (await import('./commands/verify.js')).verify,
    inputs,
    options as unknown as VerifyOptions,
  );
}
