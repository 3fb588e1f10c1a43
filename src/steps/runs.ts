import type { RunnableType } from './runnable.js';

/** What a step does when it runs; `undefined` where no type is called that, or nothing of ours runs it. */
export async function loadRun(type: string, table: RunTable = runs): Promise<RunnableType | undefined> {
  return Object.hasOwn(table, type) ? (await table[type]!()).run : undefined;
}

/** The code that runs each type, by the name of the type. It is loaded when a step of that type runs, and that of no other. */
const runs: RunTable = {
  agent: () => import('./agent/run.js'),
  handler: () => import('./handler/run.js'),
  llm_eval: () => import('./llm-eval/run.js'),
  module: () => import('./module/run.js'),
  prompt: () => import('./prompt/run.js'),
  python: () => import('./python/run.js'),
  quality_check: () => import('./quality-check/run.js'),
  shell: () => import('./shell/run.js'),
  spawn: () => import('./spawn/run.js'),
  webhook: () => import('./webhook/run.js'),
};

export type RunTable = Readonly<Record<string, () => Promise<{ readonly run: RunnableType }>>>;
