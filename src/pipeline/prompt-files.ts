import { injectionsByDag } from '../model/plan.js';
import { filesOfCall, type PromptFile } from '../model/step.js';
import type { PlannedRead } from './plan-workflows.js';

/** A prompt that steps read when they run. Its path is seen from the folder of the workflow file. */
export interface DeliveredPrompt extends PromptFile {
  readonly workflow: string;
}

/** Each once for every workflow file that names it. */
export function promptFilesOf(planned: readonly Pick<PlannedRead, 'workflow' | 'plan'>[]): readonly DeliveredPrompt[] {
  const found = collectPromptFiles();
  for (const { workflow, plan } of planned) {
    for (const { dag, injections } of injectionsByDag(plan)) {
      const { file } = workflow.dags[dag]!;
      for (const { call } of injections) found.add(file, filesOfCall(call));
    }
  }
  return found.all();
}

export function collectPromptFiles() {
  const found = new Map<string, DeliveredPrompt>();
  return {
    /** @param workflow the path of its file */
    add(workflow: string, files: readonly PromptFile[]): void {
      for (const one of files) found.set(`${workflow}\0${one.path}`, { workflow, ...one });
    },
    all: (): readonly DeliveredPrompt[] => [...found.values()],
  };
}
