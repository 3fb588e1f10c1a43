import type { Engine } from './engines.js';

/**
 * A workflow as an engine spells it. Cases are written once, with what both read (`command`, `call`, `type`) and the keys of 1.30
 * where the two differ.
 */
export function spelled(text: string, { dialect }: Pick<Engine, 'dialect'>): string {
  return dialect === 'v1' ? text : text.replace(keys, (key) => keysOf2[key]!);
}

export function spelledAll(texts: Readonly<Record<string, string>>, engine: Engine): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, spelled(text, engine)]));
}

const keysOf2: Readonly<Record<string, string>> = {
  handlerOn: 'handler_on',
  cancel: 'abort',
  continueOn: 'continue_on',
  markSuccess: 'mark_success',
  exitCode: 'exit_code',
  retryPolicy: 'retry_policy',
  intervalSec: 'interval_sec',
  timeoutSec: 'timeout_sec',
  workingDir: 'working_dir',
  maxActiveSteps: 'max_active_steps',
};

const keys = new RegExp(`\\b(?:${Object.keys(keysOf2).join('|')})(?=:)`, 'g');
