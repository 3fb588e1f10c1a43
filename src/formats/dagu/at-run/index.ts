import type { RunningEngine } from '../../../runtime/running-engine.js';
import { ownFiles } from '../own-files.js';
import { readRun } from './read-run.js';
import { printedBy, taskStart } from './run-log.js';
import { startCommand } from './start-run.js';
import { workflowFolder } from './workflow-folder.js';

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
