import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import type { EventContext, EventHook } from '../model/event.js';

/** A hook that nobody waits for, and all that its process needs to know. */
export interface BackgroundOrder {
  readonly hook: EventHook;
  readonly event: string;
  readonly context: EventContext;
  readonly directory: string;
  readonly env: ReadonlyMap<string, string>;
  /** Where to write how it ended. */
  readonly log: string | undefined;
}

/**
 * Starts a hook that nobody waits for, in a process of our own that outlives this one and ends the hook at its timeout.
 */
export async function startInBackground(order: BackgroundOrder): Promise<void> {
  const program = fileURLToPath(new URL('./background-child.js', import.meta.url));
  const child = spawn(process.execPath, [program], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // Whether it could be started is nobody's concern any more.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  await new Promise<void>((done) => child.stdin.end(serialize(order), done));
  child.unref();
}
