import type { RegistryHandler } from '../model/registry.js';
import type { Span } from '../model/source.js';
import type { HandlerFields } from './event-registry-schema.js';
import type { Written } from './written.js';

/** What a hook runs: a script, or a question to a model with the same fields as the steps `prompt` and `agent`. */
export function readRegistryHandler(fields: HandlerFields, written: Written): RegistryHandler {
  const spans = written.kind === 'map' ? [...written.fields].map(([key, { value }]) => [key, value.span] as const) : [];
  const { timeout } = fields;
  return { runs: readRuns(fields), timeout, span: written.span, fieldSpans: new Map<string, Span>(spans) };
}

function readRuns(fields: HandlerFields): RegistryHandler['runs'] {
  if (fields.kind === 'prompt' || fields.kind === 'agent') {
    const { prompt, runner, model, base_url, api_key_env, cache, allowed_tools: allowed_tool, max_turns } = fields;
    const options = { runner, model, base_url, api_key_env, cache, allowed_tool, max_turns };
    const stated = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    return { kind: fields.kind, prompt: prompt!, options: Object.fromEntries(stated) };
  }
  const { command, args, env = {} } = fields;
  const environment = new Map(Object.entries(env).map(([name, value]) => [name, String(value)]));
  return { kind: 'script', command: command!, args, environment };
}
