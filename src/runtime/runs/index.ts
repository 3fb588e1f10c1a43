import type { RunnableType } from '../run.js';

/** What each type of step does. Each is loaded only when a step of that type runs. */
const loaders: ReadonlyMap<string, () => Promise<RunnableType>> = new Map([
  ['shell', async () => (await import('./shell.js')).shellRun],
  ['quality_check', async () => (await import('./quality-check.js')).qualityCheckRun],
  ['python', async () => (await import('./python.js')).pythonRun],
  ['module', async () => (await import('./module.js')).moduleRun],
  ['llm_eval', async () => (await import('./llm-eval.js')).llmEvalRun],
  ['prompt', async () => (await import('./prompt.js')).promptRun],
  ['agent', async () => (await import('./agent.js')).agentRun],
  ['webhook', async () => (await import('./webhook.js')).webhookRun],
  ['spawn', async () => (await import('./spawn.js')).spawnRun],
  ['handler', async () => (await import('./handler.js')).handlerRun],
]);

export const runnableTypes: readonly string[] = [...loaders.keys()];

export async function loadRunnable(type: string): Promise<RunnableType | undefined> {
  return loaders.get(type)?.();
}
