import type { EngineWords } from '../../model/engine.js';

/** What people who write for Argo call things, for messages. */
export const words: EngineWords = {
  needs: 'dependencies',
  item: 'task',
  asGraph: 'make it a `dag` template, in which each task names its `dependencies`',
  letsOthersGoOn: '`continueOn`',
};
