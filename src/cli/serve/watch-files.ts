import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const interval = 400;

/**
 * Calls back whenever one of the files, or the list of files in one of their folders, is another one than before. It asks
 * again and again, which works alike for every editor, every way to replace a file and every file system.
 */
export function watchFiles(
  paths: () => readonly string[],
  changed: () => Promise<void>,
  failed: (error: unknown) => void,
): { stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const ask = async (before: string): Promise<void> => {
    const now = await stateOf(paths());
    if (stopped) return;
    if (now !== before) await changed();
    const next = now === before ? before : await stateOf(paths());
    if (!stopped) timer = setTimeout(() => void ask(next).catch(failed), interval);
  };
  void stateOf(paths()).then((state) => {
    if (!stopped) timer = setTimeout(() => void ask(state).catch(failed), interval);
  });
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** @param watch begins to watch; what it is given ends the waiting with an error */
export function untilToldToEnd(watch: (failed: (error: unknown) => void) => { stop(): void }): Promise<void> {
  return new Promise((resolve, reject) => {
    const watcher = watch(reject);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        watcher.stop();
        resolve();
      });
    }
  });
}

async function stateOf(paths: readonly string[]): Promise<string> {
  const all = new Set(paths.flatMap((path) => [path, dirname(path)]));
  const states = await Promise.all(
    [...all].map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      return found ? `${path} ${found.mtimeMs} ${found.size} ${found.ino}` : `${path} none`;
    }),
  );
  return states.join('\n');
}
