import type { Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import { checkWorkflow } from '../passes/graph/check.js';

/** Reports what is wrong with workflows before anything is added, and leaves out of them what can never run. */
export function checkWorkflows(read: readonly OpenWorkflow[], report: Report): readonly OpenWorkflow[] {
  return read.map((one) => ({ ...one, workflow: checkWorkflow(one.workflow, one.engine, report) }));
}
