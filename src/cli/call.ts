import type { ExitCode } from './exit-codes.js';
import type { GlobalOptions } from './options.js';
import type { Terminal } from './terminal.js';

/** One use of a verb: what stood on the command line, and where to speak. */
export interface Call<Options extends GlobalOptions = GlobalOptions> {
  /** Files and folders; `-` or none is standard input. */
  readonly inputs: readonly string[];
  readonly options: Options;
  readonly terminal: Terminal;
}

export type Verb<Options extends GlobalOptions = GlobalOptions> = (call: Call<Options>) => Promise<ExitCode>;
