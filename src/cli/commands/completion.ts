import type { Call } from '../call.js';
import { bashCompletion } from '../completion/bash.js';
import { fishCompletion } from '../completion/fish.js';
import type { VerbOutline } from '../completion/outline.js';
import { zshCompletion } from '../completion/zsh.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';

type Shell = 'bash' | 'zsh' | 'fish';

/** Prints what makes a shell complete our command line, from the command line itself. */
export async function completion(program: VerbOutline, { inputs, terminal }: Call): Promise<ExitCode> {
  terminal.result.write(writers[inputs[0] as Shell](program));
  return exitCodes.fine;
}

const writers: Readonly<Record<Shell, (program: VerbOutline) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};
