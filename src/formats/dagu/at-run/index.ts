import type { RunningEngine } from '../../../runtime/running-engine.js';
import { ownFiles } from '../words.js';
import { readRun, startCommand } from './child-run.js';
import { printedBy, taskStart, workflowFolder } from './run-folders.js';

/** Dagu, as a step sees it while it runs. */
export const daguAtRun: RunningEngine = {
  ownFiles,
  runId: ({ variable }) => variable('DAG_RUN_ID') || undefined,
  runStatus: ({ variable }) => variable('DAG_RUN_STATUS') || undefined,
  workflowFolder,
  taskStart,
  printedBy,
  startCommand,
  readRun,
  problemIn: (stderr) => stderr.split('\n').findLast((line) => line.startsWith('Error: ')),
};
