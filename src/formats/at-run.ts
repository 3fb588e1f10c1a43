import type { RunningEngine } from '../runtime/running-engine.js';
import type { StepHost } from '../runtime/step-host.js';
import { daguAtRun } from './dagu/at-run/index.js';

/** The engine that runs a step. It is listed apart from the formats, because a step loads no compiler. */
export function runningEngine(): RunningEngine {
  return { ...daguAtRun, runId: (host) => daguAtRun.runId(host) ?? runOfOthers(host) };
}

/** A step also runs in systems of which nothing but the name of their run is known. */
function runOfOthers(host: StepHost): string | undefined {
  const names = ['GITHUB_RUN_ID', 'CI_PIPELINE_ID', 'ARGO_WORKFLOW_NAME'];
  return names.map((name) => host.variable(name)).find((value) => value !== undefined && value !== '');
}
