import type { RunnableType } from './runnable.js';

/** What each type of step does. Each is loaded only when a step of that type runs. */
const loaders: ReadonlyMap<string, () => Promise<RunnableType>> = new Map([
  ['shell', async () => (await import('./shell/run.js')).run],
  ['quality_check', async () => (await import('./quality-check/run.js')).run],
  ['python', async () => (await import('./python/run.js')).run],
  ['module', async () => (await import('./module/run.js')).run],
  ['llm_eval', async () => (await import('./llm-eval/run.js')).run],
  ['prompt', async () => (await import('./prompt/run.js')).run],
  ['agent', async () => (await import('./agent/run.js')).run],
  ['webhook', async () => (await import('./webhook/run.js')).run],
  ['spawn', async () => (await import('./spawn/run.js')).run],
  ['handler', async () => (await import('./handler/run.js')).run],
]);

export const runnableTypes: readonly string[] = [...loaders.keys()];

export async function loadRunnable(type: string): Promise<RunnableType | undefined> {
  return loaders.get(type)?.();
}
