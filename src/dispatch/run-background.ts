import { readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { createHost } from '../runtime/host.js';
import { createMasking } from '../runtime/masking.js';
import type { BackgroundOrder } from './background.js';
import { runHandler } from './handler/run-handler.js';
import { logRun } from './log.js';
import { mergeAnswers } from './merge.js';

/** What the process behind a hook that nobody waits for does: it runs the hook, and writes down how that ended. */
export async function runBackground(): Promise<void> {
  const { hook, event, context, directory, env, log } = deserialize(readFileSync(0)) as BackgroundOrder;
  const host = createHost(new AbortController().signal, { mask: (text) => text, longest: 0, hide: () => {} });
  const run = await runHandler(hook, event, context, { host, directory, env });
  const own = hook.handler.kind === 'command' ? [hook.handler.env] : [];
  const { mask } = createMasking(process.env, [], [env, ...own]);
  if (log !== undefined) logRun(log, await mergeAnswers(event, context, [run]), context, mask, 'ended');
}
