import type { EngineWords } from '../../model/engine.js';

/** What people who write for Dagu call things, for messages. */
export const words: EngineWords = {
  needs: 'depends',
  item: 'step',
  asGraph: 'write `type: graph` and the `depends` of each step',
  oneOrder: 'Add the line `type: graph` or `type: chain` at the top of this document',
  letsOthersGoOn: '`continueOn` (in 2.x `continue_on`)',
  goesOnWhenSkipped: '`continueOn: {skipped: true}`, in 2.x `continue_on`',
  chooser: 'router',
};

/** How an operator says which version it is. */
export const assumeOptions =
  '`--assume-version 1.30` or `--assume-version 2.15`, or `assume_version` inside `hooks:`, for workflows that show none';

/** Where 2.x finds the DAGs of files that are not beside the one that it runs. */
export const dagFolder = 'DAGU_HOME/dags';

/** What a command has to look like so that hooks can be put before it. */
export const plainCommand = 'with a `command` of one line, a list of commands, or a `|` block';

/** Files that Dagu keeps in the folder of a step while the step runs, as patterns of git. */
export const ownFiles: readonly string[] = ['dagu_script-*'];
