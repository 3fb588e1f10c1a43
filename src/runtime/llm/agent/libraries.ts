import type { LanguageModel } from 'ai';
import type { Service } from '../http/services.js';

export type Loaded =
  | { readonly ok: true; readonly ai: typeof import('ai'); readonly model: LanguageModel }
  | { readonly ok: false; readonly reason: string };

/**
 * Loads the libraries of the agent loop, the only use of them, and the model behind a service. They are optional packages,
 * because they weigh more than all others together and few workflows have an agent.
 *
 * @param fetching how requests are made; it also does the trying again, so the libraries need not
 */
export async function loadModel(service: Service, fetching: typeof fetch): Promise<Loaded> {
  // Its warnings would go to standard output, which is for the result alone.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  try {
    const [ai, model] = await Promise.all([import('ai'), modelOf(service, fetching)]);
    return { ok: true, ai, model };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const reason = `an agent of the runner ${service.protocol} needs packages that were left out when dagweave was installed`;
    return {
      ok: false,
      reason: `${reason}: install it with optional packages, or choose a command line tool as --runner`,
    };
  }
}

async function modelOf(service: Service, fetching: typeof fetch): Promise<LanguageModel> {
  const { protocol, baseUrl: baseURL, key, model } = service;
  if (protocol === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    // An empty key keeps it from looking for one in the environment, which may be meant for another service.
    return createAnthropic({ baseURL, apiKey: key ?? '', fetch: fetching })(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const apiKey = key === undefined ? {} : { apiKey: key };
  return createOpenAICompatible({ name: 'openai', baseURL, fetch: fetching, ...apiKey })(model);
}
