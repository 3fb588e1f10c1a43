import type { CompileInput } from '../../src/compile.js';
import type { ConfigurationFile } from '../../src/model/layer.js';
import type { SourceFile } from '../../src/model/source.js';

/** One input as plain data, so that it can be written to a file and sent to another process. */
export interface FuzzCase {
  readonly laws: 'of any input' | 'of edited outputs';
  readonly workflow: readonly SourceFile[];
  readonly configuration: readonly ConfigurationFile[];
  readonly targetVersion: string | undefined;
  /** What it was made from, for people. */
  readonly origin: string;
}

export function inputOf({ workflow, configuration, targetVersion }: FuzzCase): CompileInput {
  return {
    workflow,
    configuration,
    prompts: {
      read: (directory, name) =>
        name.includes('missing')
          ? { kind: 'missing', path: `${directory}/${name}`, known: ['review'] }
          : { kind: 'text', path: `${directory}/${name}`, text: 'Look at {{task_id}} and answer.' },
    },
    options: {
      targetVersion,
      sourceDateEpoch: 0,
      variables: new Map([
        ['task_id', 'T001'],
        ['branch_name', 'main'],
        ['parent_branch', 'trunk'],
        ['worktree_path', '/tmp/tree'],
      ]),
      environment: new Map([['HOME', '/root']]),
    },
  };
}
